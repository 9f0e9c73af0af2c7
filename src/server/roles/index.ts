export { type GridChange, saveRoleGrid } from './roleGrid.ts';
export { addRole, changeRole, removeRole } from './manageRoles.ts';
