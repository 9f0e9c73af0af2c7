export { exportFlat } from './export.ts';
export { type Flat, flatOf, SYSTEM_KEYS } from './flat.ts';
export { listFlat, type LedgerBody, type LedgerWish, allFlat } from './list.ts';
export { saveFlat, type FlatBody } from './save.ts';
export { flatBody, ledgerBody, byId, idsBody } from './schemas.ts';
