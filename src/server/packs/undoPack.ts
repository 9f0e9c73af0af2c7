import type { ServerContext } from '../context.ts';
import { type Author, disableDocument, isWithdrawalBlocked, versionRow } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { sql } from 'kysely';
import type { Trx } from '../store/transaction.ts';
import type { RoleContent } from './contents.ts';
import { hashOf } from './contents.ts';
import { isDocument, itemText, nameOfItem } from './kinds.ts';
import { putAll } from './putAll.ts';
import { byOf, takeBack, type Put } from './putItem.ts';
import { findItem, formsOf } from './readItems.ts';
import type { ChangedItem } from './tables.ts';

export interface UndoneImport {
  restored: number;
  removed: number;
  /** Came new, and records or running approvals use it by now: it stays, documents out of use. */
  kept: string[];
}

const LOCK = 4_271_450;
const NAMED = 5;
const refuse = (detail: string): never => {
  throw new Refusal('PACK_UNDO', { detail });
};
const listed = (names: readonly string[]): string =>
  names.slice(0, NAMED).join('、') + (names.length > NAMED ? ` 等 ${names.length} 项` : '');

/** What stood there before: of a document the text of its version. */
async function beforeOf(trx: Trx, item: ChangedItem): Promise<(Put & { name: string }) | null> {
  const { kind, key, name, versionBefore, before, own } = item;
  if (!isDocument(kind)) return before === null ? null : { kind, key, name, content: before, own: own ?? undefined };
  if (typeof versionBefore !== 'number') return null;
  const { content, canonical } = await versionRow(trx, kind, key, versionBefore);
  return { kind, key, name, content: kind === 'flow' ? content : (JSON.parse(canonical ?? content) as unknown) };
}

/** Things that are not as the import left them. */
async function changedSince(trx: Trx, items: readonly ChangedItem[]): Promise<string[]> {
  const forms = formsOf(items);
  const found: string[] = [];
  for (const item of items) {
    const own = item.before as RoleContent | null | undefined;
    const concerned = item.kind === 'role' && own ? [...forms, ...own.forms.map(({ formKey }) => formKey)] : forms;
    const here = await findItem(trx, item, [...new Set(concerned)]);
    if (!here || hashOf(here) !== item.hash) found.push(itemText(item));
  }
  return found;
}

/** What was known of each thing before the import is known again. */
async function restoreBases(trx: Trx, items: readonly ChangedItem[]): Promise<void> {
  for (const { kind, key, base } of items) {
    await trx.deleteFrom('sys_pack_base').where('kind', '=', kind).where('key', '=', key).execute();
    if (base !== null)
      await trx.insertInto('sys_pack_base').values({ kind, key, hash: base, pack_hash: base }).execute();
  }
}

/** Of what came new: what records, running approvals or drafts hold by now, with all that it names. */
async function heldAmong(
  context: ServerContext,
  trx: Trx,
  fresh: readonly ChangedItem[],
): Promise<Map<string, ChangedItem>> {
  const stays = new Map<string, ChangedItem>();
  const next: ChangedItem[] = [];
  for (const item of fresh)
    if (isDocument(item.kind) && (await isWithdrawalBlocked(context, trx, item.kind, item.key))) next.push(item);
  for (let item = next.pop(); item; item = next.pop()) {
    stays.set(nameOfItem(item), item);
    const { rows } = await sql<{ kind: string; key: string }>`
      select to_kind as kind, to_name as key from doc_reference where kind = ${item.kind} and doc_key = ${item.key}
      union select 'form', to_owner from doc_reference where kind = ${item.kind} and doc_key = ${item.key} and to_kind = 'field'
      union select 'dataset', to_owner from doc_reference where kind = ${item.kind} and doc_key = ${item.key} and to_kind = 'measure'`.execute(
      trx,
    );
    for (const named of rows) {
      const found = fresh.find((one) => nameOfItem(one) === nameOfItem(named));
      if (found && !stays.has(nameOfItem(found))) next.push(found);
    }
  }
  return stays;
}

/** Removes one thing that came new, or takes it out of use where it stays. */
async function withdraw(
  trx: Trx,
  author: Author,
  item: ChangedItem,
  stays: ReadonlyMap<string, ChangedItem>,
  fresh: readonly ChangedItem[],
): Promise<void> {
  const { kind, key } = item;
  try {
    if (!stays.has(nameOfItem(item)))
      await takeBack(trx, author, item, (otherKind, otherKey) =>
        fresh.some((one) => one.kind === otherKind && one.key === otherKey),
      );
    else if (isDocument(kind)) await disableDocument(trx, { kind, key, author });
  } catch (error) {
    if (error instanceof Refusal) refuse(`${itemText(item)}：${error.message}`);
    throw error;
  }
}

/**
 * Takes an import back as one: what it changed is published as it was before, what came new goes. Refuses with 404, and with
 * PACK_UNDO, naming what is in the way: a thing that was changed since, or that something else uses by now; then nothing changes.
 */
export async function undoPack(
  context: ServerContext,
  author: Author,
  id: string,
  keep: (trx: Trx, undone: UndoneImport) => Promise<void>,
): Promise<UndoneImport> {
  return context.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const row = await trx.selectFrom('sys_pack').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new Refusal('404');
    if (row.undone_at !== null) return refuse(`${row.undone_by_name ?? '他人'}已撤销过这次导入`);
    const { items } = row;
    const later = await changedSince(trx, items);
    if (later.length > 0) return refuse(`导入之后又修改过${listed(later)}，请先到对应页面恢复，或不再撤销`);
    const before: (Put & { name: string })[] = [];
    const fresh: ChangedItem[] = [];
    for (const item of items) {
      const old = await beforeOf(trx, item);
      if (old) before.push(old);
      else fresh.push(item);
    }
    const problems = await putAll(context, trx, byOf(context, author, `撤销导入“${row.name}”`, before), before);
    const errors = problems.filter(({ level }) => level === 'error');
    if (errors.length > 0)
      return refuse(
        errors
          .map((one) => `${itemText(one)}：${one.message}`)
          .slice(0, NAMED)
          .join('；'),
      );
    const stays = await heldAmong(context, trx, fresh);
    for (const item of [...fresh].reverse()) await withdraw(trx, author, item, stays, fresh);
    for (const { kind, key, wasDisabled } of items)
      if (wasDisabled)
        await trx
          .updateTable('doc_document')
          .set({ disabled_at: new Date(), disabled_by_name: author.name })
          .where('kind', '=', kind as 'form')
          .where('doc_key', '=', key)
          .execute();
    await restoreBases(trx, items);
    await trx
      .updateTable('sys_pack')
      .set({ undone_at: new Date(), undone_by_name: author.name })
      .where('id', '=', id)
      .execute();
    const undone = {
      restored: before.length,
      removed: fresh.length - stays.size,
      kept: [...stays.values()].map(itemText),
    };
    await keep(trx, undone);
    return undone;
  });
}
