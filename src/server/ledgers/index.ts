export { exportFlat } from './export.ts';
export { type FlatRecord, flatOf, SYSTEM_KEYS } from './flat.ts';
export { listFlat, type LedgerBody, type LedgerQuery, allFlatRecords } from './list.ts';
export { saveFlat, type FlatBody } from './save.ts';
export { flatBody, ledgerBody, byId, idsBody } from './schemas.ts';
