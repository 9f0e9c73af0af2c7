export { keepRemoved, REMOVED_DAYS, sweepRemoved } from './keep.ts';
export type { RemovedKind, RemovedTables } from './tables.ts';
