export { announce, announceKeptValues } from './announce.ts';
export { installRecordAnnouncements } from './recordAnnouncements.ts';
export { eventRoutes } from './routes.ts';
