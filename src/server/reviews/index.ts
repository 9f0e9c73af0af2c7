export { commentRoutes } from './commentRoutes.ts';
