export { copyToRecycleBin, RESTORABLE_DAYS, deleteExpiredItems } from './copyToRecycleBin.ts';
export type { RecycleBinKind, RecycleBinTables } from './tables.ts';
