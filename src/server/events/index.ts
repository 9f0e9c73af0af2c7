export { announce, announceKept } from './announce.ts';
export { eventRoutes } from './routes.ts';
