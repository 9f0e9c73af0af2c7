export { ownAccountRoutes } from './ownAccountRoutes.ts';
export { peopleImportRoutes } from './importRoutes.ts';
export { peopleRoutes } from './routes.ts';
export { onlineRoutes } from './onlineRoutes.ts';
