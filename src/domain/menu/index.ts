/** Menus: the tree, addresses, and the checks that browser and server share. */
export { EXTERNAL, HOLDERS, isShown, joinPath, ownAddress } from './menuAddress.ts';
export { checkCode, checkEntry, checkKept, freePath } from './menuCheck.ts';
export {
  type MenuKind,
  type MenuKnown,
  type MenuRow,
  branchOf,
  groundOf,
  isHolder,
  kindOf,
  lineOf,
  rowMap,
  titleOf,
} from './menuTree.ts';
export { LONE } from './reservedPaths.ts';
