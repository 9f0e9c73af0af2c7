export { presenceRoutes } from './routes.ts';
