export { pageViewRoutes } from './routes.ts';
