/** Menus: the tree, addresses, and the checks that browser and server share. */
export { EXTERNAL, GROUP_COMPONENTS, isShown, joinPath, addressOfItem } from './menuAddress.ts';
export { checkCode, checkEntry, checkMenuManagerReachable, truncateName, unusedPath, MENU_DEPTH } from './menuCheck.ts';
export {
  type MenuKind,
  type KnownMenuTargets,
  type MenuRow,
  branchOf,
  basePathOf,
  canHoldEntries,
  kindOf,
  ancestryOf,
  pathOf,
  rowMap,
  titleOf,
} from './menuTree.ts';
export { STANDALONE_PATHS } from './reservedPaths.ts';
