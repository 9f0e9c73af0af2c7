export { setupRoutes } from './routes.ts';
export { setGuideOpen } from './setupState.ts';
