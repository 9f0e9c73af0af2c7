export { peopleImportRoutes } from './importRoutes.ts';
export { peopleRoutes } from './routes.ts';
