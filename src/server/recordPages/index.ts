export { commentFileAccess } from './fileAccess.ts';
export { recordPageRoutes } from './routes.ts';
