export { type GridChange, saveRoleGrid } from './roleGrid.ts';
export { addRole, changeRole, hideFieldsOfRestoredRole, removeRole } from './manageRoles.ts';
