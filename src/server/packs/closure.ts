import { usesOf } from '../references/index.ts';
import type { Db } from '../store/database.ts';
import { entriesByCode } from '../system/index.ts';
import { isDocument, type ItemId, nameOfItem, type PackItem, type PackKind } from './kinds.ts';
import { needsOf } from './needs.ts';
import { findItem, formsOf, listItems, type Listed } from './readItems.ts';

/** A thing that belongs to what was chosen. */
export interface Needed extends Listed {
  /** What names it, in words. */
  by: string;
  /** `needed`: what was chosen does not work without it; `shows`: a page or entry by which people reach a chosen form. */
  why: 'needed' | 'shows';
  /** It is proposed to be taken along: all but roles, which another installation keeps itself. */
  isProposed: boolean;
}

const isPacked = (kind: string): kind is PackKind => kind !== 'user' && kind !== 'dept' && kind !== 'post';

/** Pages of a form and entries of the menu that lead there. `codes`: of entries, by their ids here. */
async function shownBy(db: Db, formKey: string, codes: ReadonlyMap<string, string>): Promise<ItemId[]> {
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

/** Everything that belongs to these things, without themselves: what they need, however far, and the pages of the chosen forms. */
export async function closureOf(db: Db, chosen: readonly ItemId[]): Promise<Needed[]> {
  const known = new Map((await listItems(db)).map((item) => [nameOfItem(item), item]));
  const codes = new Map([...(await entriesByCode(db)).values()].map(({ id, code }) => [id, code]));
  const seen = new Set(chosen.map(nameOfItem));
  const found: Needed[] = [];
  const take = (id: ItemId, by: string, why: Needed['why'], place: string): boolean => {
    const item = known.get(nameOfItem(id));
    if (!item || seen.has(nameOfItem(id))) return false;
    seen.add(nameOfItem(id));
    found.push({ ...item, by: place === '' ? by : `${by} · ${place}`, why, isProposed: id.kind !== 'role' });
    return true;
  };
  let next: ItemId[] = [];
  for (const id of chosen) {
    next.push(id);
    if (id.kind !== 'form') continue;
    for (const one of await shownBy(db, id.key, codes))
      if (take(one, known.get(nameOfItem(id))?.name ?? id.key, 'shows', '')) next.push(one);
  }
  while (next.length > 0) {
    const fresh: ItemId[] = [];
    for (const id of next) {
      const item = await findItem(db, id, []);
      if (!item) continue;
      for (const need of await needsOf(db, item, known))
        if (isPacked(need.kind) && take({ kind: need.kind, key: need.key }, item.name, 'needed', need.place))
          fresh.push({ kind: need.kind, key: need.key });
    }
    next = fresh;
  }
  return found;
}

/** Things as a pack holds them, with what each names; what is not there is left out. */
export async function packItems(db: Db, ids: readonly ItemId[]): Promise<PackItem[]> {
  const known = new Map((await listItems(db)).map((item) => [nameOfItem(item), item]));
  const forms = formsOf(ids);
  const items: PackItem[] = [];
  for (const id of ids) {
    const found = await findItem(db, id, forms);
    if (!found || (isDocument(found.kind) && found.isDisabled)) continue;
    const { kind, key, name, content } = found;
    items.push({ kind, key, name, content, needs: await needsOf(db, found, known) });
  }
  return items;
}
