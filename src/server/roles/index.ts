export { type GridChange, saveGrid } from './roleGrid.ts';
export { addRole, changeRole, removeRole } from './manageRoles.ts';
