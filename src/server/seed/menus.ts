import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuItem } from '../../grammar/documents.ts';
import type { ServerContext } from '../context.ts';
import type { Trx } from '../store/transaction.ts';
import type { ShippedEntry } from '../system/index.ts';
import { needsLoading, markLoaded } from './shipped.ts';
import { textHash } from '../store/textHash.ts';

interface ShippedEntryWithId extends ShippedEntry {
  id: string;
}

/** Version of this loader. If it changes, the menu is loaded again. */
const LOADER_VERSION = '2';

/**
 * Loads the shipped menu tree if it is new or changed. Does not overwrite what an administrator did to an entry:
 * changed content (`is_changed`), changed position (`place` is not null), deletion.
 */
export async function seedMenus({ db, settings }: ServerContext): Promise<void> {
  const file = join(settings.schemasDir, 'platform', 'menu.json');
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  const hash = textHash(LOADER_VERSION + text);
  if (!(await needsLoading(db, 'menu', 'platform', hash))) return;
  const shippedEntries = flattenMenuTree(JSON.parse(text) as MenuItem[], null);
  await db.transaction().execute(async (trx) => {
    await removeUnshippedEntries(trx, new Set(shippedEntries.map(({ id }) => id)));
    for (const entry of shippedEntries) await storeEntry(trx, entry);
    await breakCycles(trx);
    await markLoaded(trx, 'menu', 'platform', hash);
  });
}

/**
 * Removes entries that are not shipped any more, except those that an administrator added, changed or moved, and those
 * that have a kept entry below them. These are then treated as entries of an administrator (`shipped` null).
 */
async function removeUnshippedEntries(trx: Trx, shippedIds: ReadonlySet<string>): Promise<void> {
  const rows = await trx.selectFrom('sys_menu').select(['id', 'parent_id', 'is_changed', 'place']).execute();
  const keptIds = new Set(
    rows
      .filter(({ id, is_changed: isChanged, place }) => shippedIds.has(id) || isChanged || place !== null)
      .map(({ id }) => id),
  );
  const parentOf = new Map(rows.map(({ id, parent_id: parent }) => [id, parent]));
  for (const id of keptIds)
    for (
      let ancestor = parentOf.get(id) ?? null;
      ancestor !== null && !keptIds.has(ancestor);
      ancestor = parentOf.get(ancestor) ?? null
    )
      keptIds.add(ancestor);
  const removedIds = rows.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id);
  if (removedIds.length > 0) await trx.deleteFrom('sys_menu').where('id', 'in', removedIds).execute();
  const keptUnshippedIds = [...keptIds].filter((id) => !shippedIds.has(id));
  if (keptUnshippedIds.length > 0)
    await trx
      .updateTable('sys_menu')
      .set({ shipped: null, is_changed: true })
      .where('id', 'in', keptUnshippedIds)
      .execute();
}

/** Inserts an entry, or updates its content and position unless an administrator changed them. */
async function storeEntry(trx: Trx, { id, ...entry }: ShippedEntryWithId): Promise<void> {
  const content = {
    code: entry.code,
    roles: entry.roles ? JSON.stringify(entry.roles) : null,
    item: JSON.stringify(entry.item),
  };
  const position = { parent_id: entry.parentId, sn: entry.sn };
  await trx
    .insertInto('sys_menu')
    .values({ id, ...position, ...content, shipped: JSON.stringify(entry) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ shipped: JSON.stringify(entry) }))
    .execute();
  await trx.updateTable('sys_menu').set(content).where('id', '=', id).where('is_changed', '=', false).execute();
  await trx.updateTable('sys_menu').set(position).where('id', '=', id).where('place', 'is', null).execute();
}

/**
 * Breaks cycles. If an administrator moved entry A below entry B, and a new release moves B below A, both would be
 * unreachable. A then gets its shipped position again.
 */
async function breakCycles(trx: Trx): Promise<void> {
  const rows = await trx.selectFrom('sys_menu').select(['id', 'parent_id', 'shipped', 'place']).execute();
  const parentOf = new Map(rows.map(({ id, parent_id: parent }) => [id, parent]));
  const isInCycle = (id: string): boolean => {
    const visited = new Set<string>();
    for (let ancestor: string | null = id; ancestor !== null; ancestor = parentOf.get(ancestor) ?? null) {
      if (visited.has(ancestor)) return true;
      visited.add(ancestor);
    }
    return false;
  };
  for (const { id, shipped, place } of rows) {
    if (place === null || !isInCycle(id)) continue;
    const parent = shipped?.parentId ?? null;
    parentOf.set(id, parent);
    await trx.updateTable('sys_menu').set({ parent_id: parent, place: null }).where('id', '=', id).execute();
  }
}

/** Returns the rows of a menu tree, each parent before its children. */
export function flattenMenuTree(items: readonly MenuItem[], parentId: string | null): ShippedEntryWithId[] {
  return items.flatMap((menuItem, index) => {
    const { id = '', parentId: _parent, children = [], sn = index + 1, code, roles, ...item } = menuItem;
    if (id === '') throw new Error(`menu item "${menuItem.name ?? index}" has no id`);
    return [{ id, parentId, sn, code: code ?? null, roles: roles ?? null, item }, ...flattenMenuTree(children, id)];
  });
}
