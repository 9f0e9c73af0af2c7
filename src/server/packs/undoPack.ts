import type { ServerContext } from '../context.ts';
import { type Author, disableDocument, isWithdrawalBlocked, versionRow } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { sql } from 'kysely';
import type { Trx } from '../store/transaction.ts';
import { findPageWithChildren } from '../system/index.ts';
import type { RoleContent } from './contents.ts';
import { hashOf } from './contents.ts';
import { IMPORT_LOCK } from './importPack.ts';
import { isDocumentKind, itemText, idTextOf } from './packItem.ts';
import { storeItems } from './storeItems.ts';
import { importOptions, removeItem, type StorableContent } from './storeItem.ts';
import { findItem, formKeysOf } from './readItems.ts';
import type { ChangedItem } from './tables.ts';

export interface UndoneImport {
  restored: number;
  removed: number;
  /**
   * Display texts (`itemText`) of the added items that are not removed, because records, running approvals or drafts
   * use them, directly or through another kept item. Documents among them are disabled.
   */
  kept: string[];
}

const MAX_LISTED_ITEMS = 5;
const refuse = (detail: string): never => {
  throw new Refusal('PACK_UNDO', { detail });
};
const joinNames = (names: readonly string[]): string =>
  names.slice(0, MAX_LISTED_ITEMS).join('、') + (names.length > MAX_LISTED_ITEMS ? ` 等 ${names.length} 项` : '');

/** Returns the content before the import; null if the import added the item. */
async function contentBefore(trx: Trx, item: ChangedItem): Promise<(StorableContent & { name: string }) | null> {
  const { kind, key, name, versionBefore, before, own: localData } = item;
  if (!isDocumentKind(kind))
    return before === null ? null : { kind, key, name, content: before, localData: localData ?? undefined };
  if (typeof versionBefore !== 'number') return null;
  const { content, canonical } = await versionRow(trx, kind, key, versionBefore);
  return { kind, key, name, content: kind === 'flow' ? content : (JSON.parse(canonical ?? content) as unknown) };
}

/** Returns the display texts of the items that were changed or removed after the import. */
async function findLaterChanges(trx: Trx, items: readonly ChangedItem[]): Promise<string[]> {
  const forms = formKeysOf(items);
  const changedTexts: string[] = [];
  for (const item of items) {
    const roleBefore = item.before as RoleContent | null | undefined;
    const formKeys =
      item.kind === 'role' && roleBefore ? [...forms, ...roleBefore.forms.map(({ formKey }) => formKey)] : forms;
    const currentItem = await findItem(trx, item, [...(item.forms ?? new Set(formKeys))]);
    if (!currentItem || hashOf(currentItem) !== item.hash) changedTexts.push(itemText(item));
  }
  return changedTexts;
}

/**
 * Restores for each item the hash in `sys_pack_base` from before this import (`ChangedItem.base`). Deletes the row of
 * an item without such a hash.
 */
async function restorePackHashes(trx: Trx, items: readonly ChangedItem[]): Promise<void> {
  for (const { kind, key, base } of items) {
    await trx.deleteFrom('sys_pack_base').where('kind', '=', kind).where('key', '=', key).execute();
    if (base !== null)
      await trx.insertInto('sys_pack_base').values({ kind, key, hash: base, pack_hash: base }).execute();
  }
}

/**
 * Finds the added items that records, running approvals or drafts now use, and all added items to which the used items
 * refer.
 */
async function findUsedItems(
  context: ServerContext,
  trx: Trx,
  addedItems: readonly ChangedItem[],
): Promise<Map<string, ChangedItem>> {
  const usedItems = new Map<string, ChangedItem>();
  const pendingItems: ChangedItem[] = [];
  for (const item of addedItems)
    if (isDocumentKind(item.kind) && (await isWithdrawalBlocked(context, trx, item.kind, item.key)))
      pendingItems.push(item);
  for (let item = pendingItems.pop(); item; item = pendingItems.pop()) {
    usedItems.set(idTextOf(item), item);
    const { rows } = await sql<{ kind: string; key: string }>`
      select to_kind as kind, to_name as key from doc_reference where kind = ${item.kind} and doc_key = ${item.key}
      union select 'form', to_owner from doc_reference where kind = ${item.kind} and doc_key = ${item.key} and to_kind = 'field'
      union select 'dataset', to_owner from doc_reference where kind = ${item.kind} and doc_key = ${item.key} and to_kind = 'measure'`.execute(
      trx,
    );
    for (const reference of rows) {
      const target = addedItems.find((candidate) => idTextOf(candidate) === idTextOf(reference));
      if (target && !usedItems.has(idTextOf(target))) pendingItems.push(target);
    }
  }
  return usedItems;
}

/** Removes one added item. If it is used, disables it instead if it is a document, and leaves it as it is otherwise. */
async function withdrawItem(
  context: ServerContext,
  trx: Trx,
  author: Author,
  item: ChangedItem,
  usedItems: ReadonlyMap<string, ChangedItem>,
  addedItems: readonly ChangedItem[],
): Promise<void> {
  const { kind, key } = item;
  try {
    if (!usedItems.has(idTextOf(item)))
      await removeItem(context, trx, author, item, (otherKind, otherKey) =>
        addedItems.some((other) => other.kind === otherKind && other.key === otherKey),
      );
    else if (isDocumentKind(kind)) await disableDocument(trx, { kind, key, author });
  } catch (error) {
    if (error instanceof Refusal) refuse(`${itemText(item)}：${error.message}`);
    throw error;
  }
}

/**
 * Undoes an import as a whole: publishes the earlier content of changed items, and removes added items. Added items
 * that records, running approvals or drafts use are kept (`UndoneImport.kept`). Refuses an unknown import with 404.
 * Refuses with PACK_UNDO and the reason if the import was already undone, if an item was changed or removed after the
 * import, if an object outside of the import uses an item that would be removed, or if the restored content or the
 * resulting menu would be invalid; then nothing changes.
 */
export async function undoPack(
  context: ServerContext,
  author: Author,
  id: string,
  storeAnswer: (trx: Trx, undoneImport: UndoneImport) => Promise<void>,
): Promise<UndoneImport> {
  return context.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(trx);
    const row = await trx.selectFrom('sys_pack').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new Refusal('404');
    if (row.undone_at !== null) return refuse(`${row.undone_by_name ?? '他人'}已撤销过这次导入`);
    const { items } = row;
    const laterChanges = await findLaterChanges(trx, items);
    if (laterChanges.length > 0)
      return refuse(`导入之后又修改过${joinNames(laterChanges)}，请先到对应页面恢复，或不再撤销`);
    const formerItems: (StorableContent & { name: string })[] = [];
    const addedItems: ChangedItem[] = [];
    for (const item of items) {
      const formerItem = await contentBefore(trx, item);
      if (formerItem) formerItems.push(formerItem);
      else addedItems.push(item);
    }
    const problems = await storeItems(
      context,
      trx,
      importOptions(context, author, `撤销导入“${row.name}”`, formerItems),
      formerItems,
    );
    const errors = problems.filter(({ level }) => level === 'error');
    if (errors.length > 0)
      return refuse(
        errors
          .map((error) => `${itemText(error)}：${error.message}`)
          .slice(0, MAX_LISTED_ITEMS)
          .join('；'),
      );
    const usedItems = await findUsedItems(context, trx, addedItems);
    for (const item of [...addedItems].reverse()) await withdrawItem(context, trx, author, item, usedItems, addedItems);
    const misplacedEntry = items.some(({ kind }) => kind === 'menu') ? await findPageWithChildren(trx) : null;
    if (misplacedEntry) return refuse(`菜单“${misplacedEntry.name}”：${misplacedEntry.message}`);
    for (const { kind, key, wasDisabled } of items)
      if (wasDisabled)
        await trx
          .updateTable('doc_document')
          .set({ disabled_at: new Date(), disabled_by_name: author.name })
          .where('kind', '=', kind as 'form')
          .where('doc_key', '=', key)
          .execute();
    await restorePackHashes(trx, items);
    await trx
      .updateTable('sys_pack')
      .set({ undone_at: new Date(), undone_by_name: author.name })
      .where('id', '=', id)
      .execute();
    const undoneImport = {
      restored: formerItems.length,
      removed: addedItems.length - usedItems.size,
      kept: [...usedItems.values()].map(itemText),
    };
    await storeAnswer(trx, undoneImport);
    return undoneImport;
  });
}
