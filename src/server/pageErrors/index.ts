export { pageErrorRoutes } from './routes.ts';
