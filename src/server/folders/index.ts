export { folderFileAccess } from './documents.ts';
export { rootOf } from './folderTree.ts';
export { folderRoutes } from './routes.ts';
export type { FolderLevel } from './tables.ts';
