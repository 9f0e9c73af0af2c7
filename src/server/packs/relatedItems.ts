import { usesOf } from '../references/index.ts';
import type { Db } from '../store/database.ts';
import { entriesByCode } from '../system/index.ts';
import { isDocumentKind, type ItemId, idTextOf, type PackItem, type PackKind } from './packItem.ts';
import { needsOf } from './needsOf.ts';
import { findItem, formKeysOf, listItems, type ListedItem } from './readItems.ts';

/** An item that is related to the chosen items. */
export interface RelatedItem extends ListedItem {
  /** Description of the item that refers to this item. */
  by: string;
  /** `needed`: a chosen item does not work without it; `shows`: a page or menu entry that opens a chosen form. */
  why: 'needed' | 'shows';
  /** Whether adding it to the pack is proposed: true for all except roles, which each installation manages itself. */
  isProposed: boolean;
}

const isPackKind = (kind: string): kind is PackKind => kind !== 'user' && kind !== 'dept' && kind !== 'post';

/**
 * Returns the pages of a form, and the menu entries that open the form or one of these pages. `codes`: codes of menu
 * entries by id.
 */
async function findPagesAndEntries(db: Db, formKey: string, codes: ReadonlyMap<string, string>): Promise<ItemId[]> {
  const pages: ItemId[] = [];
  const entries: ItemId[] = [];
  const addEntry = (id: string): void => void entries.push({ kind: 'menu', key: codes.get(id) ?? id });
  for (const use of await usesOf(db, { kind: 'form', name: formKey })) {
    if (use.kind === 'menu') addEntry(use.key);
    if (use.kind !== 'screen' || use.state !== 'published' || use.path.join(' ') !== 'root formKey') continue;
    pages.push({ kind: 'screen', key: use.key });
    for (const entry of await usesOf(db, { kind: 'screen', name: use.key }))
      if (entry.kind === 'menu') addEntry(entry.key);
  }
  return [...pages, ...entries];
}

/**
 * Finds the items related to the chosen items: the items that these need directly or indirectly, and the pages and menu
 * entries that open chosen forms. The chosen items themselves are left out.
 */
export async function findRelatedItems(db: Db, chosenIds: readonly ItemId[]): Promise<RelatedItem[]> {
  const itemsById = new Map((await listItems(db)).map((item) => [idTextOf(item), item]));
  const codes = new Map([...(await entriesByCode(db)).values()].map(({ id, code }) => [id, code]));
  const visited = new Set(chosenIds.map(idTextOf));
  const relatedItems: RelatedItem[] = [];
  const addRelated = (id: ItemId, by: string, why: RelatedItem['why'], path: string): boolean => {
    const item = itemsById.get(idTextOf(id));
    if (!item || visited.has(idTextOf(id))) return false;
    visited.add(idTextOf(id));
    relatedItems.push({ ...item, by: path === '' ? by : `${by} · ${path}`, why, isProposed: id.kind !== 'role' });
    return true;
  };
  let pendingIds: ItemId[] = [];
  for (const id of chosenIds) {
    pendingIds.push(id);
    if (id.kind !== 'form') continue;
    for (const pageOrEntry of await findPagesAndEntries(db, id.key, codes))
      if (addRelated(pageOrEntry, itemsById.get(idTextOf(id))?.name ?? id.key, 'shows', ''))
        pendingIds.push(pageOrEntry);
  }
  while (pendingIds.length > 0) {
    const addedIds: ItemId[] = [];
    for (const id of pendingIds) {
      const item = await findItem(db, id, []);
      if (!item) continue;
      for (const need of await needsOf(db, item, itemsById))
        if (isPackKind(need.kind) && addRelated({ kind: need.kind, key: need.key }, item.name, 'needed', need.place))
          addedIds.push({ kind: need.kind, key: need.key });
    }
    pendingIds = addedIds;
  }
  return relatedItems;
}

/** Reads items for a pack, each with its references (`needs`). Leaves out missing and disabled items. */
export async function readItemsForPack(db: Db, ids: readonly ItemId[]): Promise<PackItem[]> {
  const itemsById = new Map((await listItems(db)).map((item) => [idTextOf(item), item]));
  const forms = formKeysOf(ids);
  const items: PackItem[] = [];
  for (const id of ids) {
    const installed = await findItem(db, id, forms);
    if (!installed || (isDocumentKind(installed.kind) && installed.isDisabled)) continue;
    const { kind, key, name, content } = installed;
    items.push({ kind, key, name, content, needs: await needsOf(db, installed, itemsById) });
  }
  return items;
}
