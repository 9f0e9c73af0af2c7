export { setupRoutes } from './routes.ts';
export { setSetupOpen } from './setupState.ts';
