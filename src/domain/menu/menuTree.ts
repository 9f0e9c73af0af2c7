import type { MenuItem } from '../../grammar/documents.ts';
import { EXTERNAL, HOLDERS, isShown, joinPath, ownAddress } from './menuAddress.ts';

/** One entry as it is kept: its place apart from what it says. `roles` null: everybody; empty: administrators alone. */
export interface MenuRow {
  id: string;
  parentId: string | null;
  roles: readonly string[] | null;
  item: MenuItem;
}

/** What an entry may name: published views, roles. */
export interface MenuKnown {
  screens: ReadonlySet<string>;
  roles: ReadonlySet<string>;
}

export type MenuRows = ReadonlyMap<string, MenuRow>;

export const rowMap = <Row extends MenuRow>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** A module, a group, a screen, an embedded page, or an address outside. */
export type MenuKind = 'module' | 'group' | 'screen' | 'frame' | 'link';

export function kindOf({ parentId, item }: Pick<MenuRow, 'parentId' | 'item'>): MenuKind {
  if (EXTERNAL.test(ownAddress(item))) return 'link';
  if (item.component === 'InnerLink') return 'frame';
  if (!HOLDERS.includes(item.component ?? '')) return 'screen';
  return parentId === null ? 'module' : 'group';
}

export const isHolder = (row: Pick<MenuRow, 'parentId' | 'item'>): boolean => ['module', 'group'].includes(kindOf(row));

export const titleOf = ({ id, item }: Pick<MenuRow, 'id' | 'item'>): string => item.meta?.title || item.name || id;

/** The entry and all above it, itself first. Ends where a circle closes. */
export function lineOf(rows: MenuRows, id: string): MenuRow[] {
  const line: MenuRow[] = [];
  for (
    let row = rows.get(id);
    row && !line.includes(row);
    row = row.parentId === null ? undefined : rows.get(row.parentId)
  )
    line.push(row);
  return line;
}

/** The address that an entry's children stand under, '' at the top. */
export function groundOf(rows: MenuRows, parentId: string | null): string {
  if (parentId === null) return '';
  return lineOf(rows, parentId).reduceRight((ground, { item }) => {
    const own = ownAddress(item);
    return (EXTERNAL.test(own) ? '' : joinPath(ground, own)) || ground;
  }, '');
}

/** Full path of an entry's route; '' where it has none. */
export function pathOf(rows: MenuRows, { parentId, item }: Pick<MenuRow, 'parentId' | 'item'>): string {
  const own = ownAddress(item);
  return EXTERNAL.test(own) ? '' : joinPath(groundOf(rows, parentId), own);
}

/** Is the entry in the menu of somebody who passes every role check? */
export const isReachable = (rows: MenuRows, id: string): boolean => {
  const line = lineOf(rows, id);
  return line.at(-1)?.parentId === null && line.every(({ item }) => isShown(item));
};

/** The entry itself and all that stands below it. */
export function branchOf(rows: MenuRows, id: string): MenuRow[] {
  const below = [...rows.values()].filter(
    (row) => row.id !== id && lineOf(rows, row.id).some((above) => above.id === id),
  );
  const own = rows.get(id);
  return own ? [own, ...below] : below;
}
