export { keepRemoved, REMOVED_DAYS, deleteExpired } from './keepRemoved.ts';
export type { RemovedKind, RemovedTables } from './tables.ts';
