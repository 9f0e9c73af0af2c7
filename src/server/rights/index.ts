export { fillGrid, formRights, requireRight } from './formRights.ts';
export { WAYS, type RecordWay } from './ways.ts';
export { registerRights } from './register.ts';
export { installWays } from './installWays.ts';
export { rightRoutes } from './routes.ts';
