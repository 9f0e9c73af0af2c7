export { documentBinRoutes } from './routes.ts';
