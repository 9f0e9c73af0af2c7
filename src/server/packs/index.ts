export { packRoutes } from './packRoutes.ts';
