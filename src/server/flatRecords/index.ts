// Records as flat objects (`FlatRecord`), as other systems exchange them.
export { exportFlatRecords } from './export.ts';
export { type FlatRecord, flatRecordOf, SYSTEM_KEYS } from './flat.ts';
export { listFlatRecords, type FlatListBody, type FlatListQuery, allFlatRecords } from './list.ts';
export { saveFlatRecord, type FlatBody } from './save.ts';
export { flatBody, flatListBody, byId, idsBody } from './schemas.ts';
