export { setupRoutes } from './routes.ts';
export { endGuide } from './setup.ts';
