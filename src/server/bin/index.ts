export { binRoutes } from './routes.ts';
