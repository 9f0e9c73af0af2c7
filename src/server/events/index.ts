export { announce, announceKeptValues } from './announce.ts';
export { installRecordNews } from './recordNews.ts';
export { eventRoutes } from './routes.ts';
