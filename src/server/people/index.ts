export { ownRoutes } from './ownRoutes.ts';
export { peopleImportRoutes } from './importRoutes.ts';
export { peopleRoutes } from './routes.ts';
export { onlineRoutes } from './onlineRoutes.ts';
