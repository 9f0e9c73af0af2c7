import type { MenuItem } from '../../grammar/documents.ts';
import { EXTERNAL, GROUP_COMPONENTS, isShown, joinPath, addressOfItem } from './menuAddress.ts';

/**
 * One stored menu entry: its position in the menu and its content (`item`). `roles` null: visible to everybody; empty:
 * visible to administrators only.
 */
export interface MenuRow {
  id: string;
  parentId: string | null;
  roles: readonly string[] | null;
  item: MenuItem;
}

/** The targets that an entry may refer to: keys of published screens and codes of roles. */
export interface KnownMenuTargets {
  screens: ReadonlySet<string>;
  roles: ReadonlySet<string>;
}

export type MenuRows = ReadonlyMap<string, MenuRow>;

/** Returns the entries by id, in the given order. */
export const rowMap = <Row extends MenuRow>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** A module, a group, a screen, an embedded page, or an external address. */
export type MenuKind = 'module' | 'group' | 'screen' | 'frame' | 'link';

export function kindOf({ parentId, item }: Pick<MenuRow, 'parentId' | 'item'>): MenuKind {
  if (EXTERNAL.test(addressOfItem(item))) return 'link';
  if (item.component === 'InnerLink') return 'frame';
  if (!GROUP_COMPONENTS.includes(item.component ?? '')) return 'screen';
  return parentId === null ? 'module' : 'group';
}

export const canHoldEntries = (row: Pick<MenuRow, 'parentId' | 'item'>): boolean =>
  ['module', 'group'].includes(kindOf(row));

export const titleOf = ({ id, item }: Pick<MenuRow, 'id' | 'item'>): string => item.meta?.title || item.name || id;

/** Returns the entry and its ancestors, from the entry upwards. Stops if an entry is its own ancestor. */
export function ancestryOf(rows: MenuRows, id: string): MenuRow[] {
  const ancestry: MenuRow[] = [];
  for (
    let row = rows.get(id);
    row && !ancestry.includes(row);
    row = row.parentId === null ? undefined : rows.get(row.parentId)
  )
    ancestry.push(row);
  return ancestry;
}

/** Returns the path to which the paths of the children of an entry are appended; '' at the top level. */
export function basePathOf(rows: MenuRows, parentId: string | null): string {
  if (parentId === null) return '';
  return ancestryOf(rows, parentId).reduceRight((basePath, { item }) => {
    const address = addressOfItem(item);
    return (EXTERNAL.test(address) ? '' : joinPath(basePath, address)) || basePath;
  }, '');
}

/** Returns the full path of an entry's route; '' if it has none. */
export function pathOf(rows: MenuRows, { parentId, item }: Pick<MenuRow, 'parentId' | 'item'>): string {
  const address = addressOfItem(item);
  return EXTERNAL.test(address) ? '' : joinPath(basePathOf(rows, parentId), address);
}

/**
 * Returns true if the menu shows the entry to an administrator, for whom `roles` does not matter: no ancestor is
 * missing, and neither the entry nor an ancestor is hidden.
 */
export const isShownToAdmins = (rows: MenuRows, id: string): boolean => {
  const ancestry = ancestryOf(rows, id);
  return ancestry.at(-1)?.parentId === null && ancestry.every(({ item }) => isShown(item));
};

/** Returns the entry and its descendants. */
export function branchOf(rows: MenuRows, id: string): MenuRow[] {
  const descendants = [...rows.values()].filter(
    (row) => row.id !== id && ancestryOf(rows, row.id).some((ancestor) => ancestor.id === id),
  );
  const entry = rows.get(id);
  return entry ? [entry, ...descendants] : descendants;
}
