export { fillGrid, formRights, requireRight } from './formRights.ts';
export { RECORD_OPERATIONS, type RecordOperation } from './recordOperations.ts';
export { registerRights } from './register.ts';
export { requireOperationRights } from './requireOperationRights.ts';
export { rightRoutes } from './routes.ts';
