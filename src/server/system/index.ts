export { dictionaryRoutes } from './dictionaryRoutes.ts';
export { menuRoutes } from './menuRoutes.ts';
export { orgRoutes } from './orgRoutes.ts';
export type { ShippedEntry } from './tables.ts';
export { userRoutes } from './userRoutes.ts';
