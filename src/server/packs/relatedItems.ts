import { usesOf } from '../references/index.ts';
import type { Db } from '../store/database.ts';
import { entriesByCode } from '../system/index.ts';
import { isDocument, type ItemId, idTextOf, type PackItem, type PackKind } from './packItem.ts';
import { needsOf } from './needsOf.ts';
import { findItem, formsOf, listItems, type ListedItem } from './readItems.ts';

/** An item that is related to the chosen items. */
export interface RelatedItem extends ListedItem {
  /** Description of the item that refers to it. */
  by: string;
  /** `needed`: a chosen item does not work without it; `shows`: a page or menu entry that opens a chosen form. */
  why: 'needed' | 'shows';
  /** Whether adding it to the pack is proposed: true for all except roles, which each installation manages itself. */
  isProposed: boolean;
}

const isPacked = (kind: string): kind is PackKind => kind !== 'user' && kind !== 'dept' && kind !== 'post';

/** Returns the pages of a form, and the menu entries that open it. `codes`: codes of menu entries by id. */
async function findPagesOfForm(db: Db, formKey: string, codes: ReadonlyMap<string, string>): Promise<ItemId[]> {
  const pages: ItemId[] = [];
  const entries: ItemId[] = [];
  const add = (id: string): void => void entries.push({ kind: 'menu', key: codes.get(id) ?? id });
  for (const use of await usesOf(db, { kind: 'form', name: formKey })) {
    if (use.kind === 'menu') add(use.key);
    if (use.kind !== 'screen' || use.state !== 'published' || use.path.join(' ') !== 'root formKey') continue;
    pages.push({ kind: 'screen', key: use.key });
    for (const entry of await usesOf(db, { kind: 'screen', name: use.key })) if (entry.kind === 'menu') add(entry.key);
  }
  return [...pages, ...entries];
}

/**
 * Finds all items related to the chosen ones, without the chosen ones: the items that they need directly or indirectly,
 * and the pages of chosen forms.
 */
export async function findRelatedItems(db: Db, chosen: readonly ItemId[]): Promise<RelatedItem[]> {
  const itemsById = new Map((await listItems(db)).map((item) => [idTextOf(item), item]));
  const codes = new Map([...(await entriesByCode(db)).values()].map(({ id, code }) => [id, code]));
  const visited = new Set(chosen.map(idTextOf));
  const found: RelatedItem[] = [];
  const add = (id: ItemId, by: string, why: RelatedItem['why'], path: string): boolean => {
    const item = itemsById.get(idTextOf(id));
    if (!item || visited.has(idTextOf(id))) return false;
    visited.add(idTextOf(id));
    found.push({ ...item, by: path === '' ? by : `${by} · ${path}`, why, isProposed: id.kind !== 'role' });
    return true;
  };
  let next: ItemId[] = [];
  for (const id of chosen) {
    next.push(id);
    if (id.kind !== 'form') continue;
    for (const page of await findPagesOfForm(db, id.key, codes))
      if (add(page, itemsById.get(idTextOf(id))?.name ?? id.key, 'shows', '')) next.push(page);
  }
  while (next.length > 0) {
    const added: ItemId[] = [];
    for (const id of next) {
      const item = await findItem(db, id, []);
      if (!item) continue;
      for (const need of await needsOf(db, item, itemsById))
        if (isPacked(need.kind) && add({ kind: need.kind, key: need.key }, item.name, 'needed', need.place))
          added.push({ kind: need.kind, key: need.key });
    }
    next = added;
  }
  return found;
}

/** Reads items for a pack, each with the items that it needs. Leaves out missing and disabled items. */
export async function readItemsForPack(db: Db, ids: readonly ItemId[]): Promise<PackItem[]> {
  const itemsById = new Map((await listItems(db)).map((item) => [idTextOf(item), item]));
  const forms = formsOf(ids);
  const items: PackItem[] = [];
  for (const id of ids) {
    const found = await findItem(db, id, forms);
    if (!found || (isDocument(found.kind) && found.isDisabled)) continue;
    const { kind, key, name, content } = found;
    items.push({ kind, key, name, content, needs: await needsOf(db, found, itemsById) });
  }
  return items;
}
