export { type GridChange, saveGrid } from './grid.ts';
export { addRole, changeRole, removeRole } from './keepRoles.ts';
