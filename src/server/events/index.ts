export { announce, announceKeptValues } from './announce.ts';
export { installRecordAnnouncements } from './recordNews.ts';
export { eventRoutes } from './routes.ts';
