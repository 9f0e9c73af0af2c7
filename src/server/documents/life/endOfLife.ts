import { sql, type SqlBool } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { announce } from '../../events/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { usesOf, type Use } from '../../references/index.ts';
import { keepRemoved } from '../../removed/index.ts';
import type { Db } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import { affectedText } from '../impact/impactOf.ts';
import { formHolders } from '../impact/formJudges.ts';
import { runningCounts } from '../extensions.ts';
import { PUBLIC_SCREENS } from '../screens.ts';
import { findDocument, findForUpdate, forgetVersions, staleDraft, type Author, type DocumentRow } from '../store.ts';
import type { DocumentKind } from '../tables.ts';

interface Asked {
  kind: DocumentKind;
  key: string;
  author: Author;
}

/** The document, held until the transaction ends. Refuses with 404. */
async function held(trx: Trx, { kind, key }: Pick<Asked, 'kind' | 'key'>): Promise<DocumentRow> {
  const document = await findForUpdate(trx, kind, key);
  if (!document) throw new Refusal('404');
  return document;
}

/** Without them nobody could sign in, or mend anything. */
const isNeeded = (kind: DocumentKind, key: string): boolean =>
  kind === 'screen' && (PUBLIC_SCREENS.has(key) || /^platform\/(shell|\w+Manager$|commonEntry\/)/.test(key));

/** So many users are named in a refusal; its data holds all of them. */
const NAMED = 3;

function inUse(document: DocumentRow, act: '删除' | '停用', uses: readonly Use[], other: readonly string[]): Refusal {
  const named = uses.slice(0, NAMED).map((use) => affectedText(use) + (use.state === 'draft' ? '（草稿）' : ''));
  const rest = uses.length > NAMED ? [`等 ${uses.length} 处`] : [];
  return new Refusal(
    'DOC_IN_USE',
    { name: document.name, act, what: [...other, ...named].join('、') + rest.join('') },
    { uses },
  );
}

/**
 * Takes a document out of use: nothing new begins with it, and what there is stays readable and is finished. Refuses with 404,
 * and with REQUEST_INVALID for what was never published or what the product cannot do without.
 */
export async function disableDocument(trx: Trx, asked: Asked): Promise<void> {
  const document = await held(trx, asked);
  const { kind, key, author } = asked;
  if (document.published_version === null) throw new Refusal('REQUEST_INVALID', { detail: '尚未发布，无需停用' });
  if (isNeeded(kind, key)) throw new Refusal('REQUEST_INVALID', { detail: '系统需要此界面，不能停用' });
  if (document.disabled_at !== null) return;
  await trx
    .updateTable('doc_document')
    .set({ disabled_at: new Date(), disabled_by_name: author.name })
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .execute();
  await announce(trx, 'document', null);
}

/** Puts a document into use again. Refuses with 404. */
export async function enableDocument(trx: Trx, asked: Asked): Promise<void> {
  await held(trx, asked);
  await trx
    .updateTable('doc_document')
    .set({ disabled_at: null, disabled_by_name: null })
    .where('kind', '=', asked.kind)
    .where('doc_key', '=', asked.key)
    .execute();
  await announce(trx, 'document', null);
}

/**
 * Drops the draft; a document that was never published goes with it. Refuses with 404 where there is no draft, and with RECORD_STALE
 * when somebody saved it since `revision`.
 */
export async function discardDraft(trx: Trx, asked: Asked & { revision?: number }): Promise<void> {
  const document = await held(trx, asked);
  const { kind, key, revision } = asked;
  if (document.draft === null) throw new Refusal('404');
  if (revision !== undefined && revision !== document.draft_revision) throw staleDraft(document);
  if (document.published_version === null) {
    await kept(trx, document);
    return removed(trx, asked);
  }
  await trx
    .updateTable('doc_document')
    .set({
      draft: null,
      draft_name: null,
      draft_by: null,
      draft_by_name: null,
      draft_at: null,
      // who still has the draft open learns of it at the next save
      draft_revision: sql`draft_revision + 1`,
    })
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .execute();
  await trx
    .deleteFrom('doc_reference')
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .where('state', '=', 'draft')
    .execute();
  await announce(trx, 'document', null);
}

/** Into the recycle bin, with the rights that roles have to a form. */
async function kept(trx: Trx, { kind, doc_key: key, name, draft_name }: DocumentRow): Promise<void> {
  const own = sql<SqlBool>`t.kind = ${kind} and t.doc_key = ${key}`;
  const ofForm = sql<SqlBool>`t.form_key = ${key}`;
  await keepRemoved(trx, {
    kind,
    key,
    name: name || draft_name || key,
    parts: [
      { table: 'doc_document', where: own },
      { table: 'doc_comment', where: own },
      { table: 'doc_review', where: own },
      { table: 'doc_reference', where: own },
      ...(kind === 'form'
        ? [
            { table: 'sys_role_form', where: ofForm },
            { table: 'sys_form_grid', where: ofForm },
          ]
        : []),
    ],
  });
}

async function removed(trx: Trx, { kind, key }: Pick<Asked, 'kind' | 'key'>): Promise<void> {
  await trx.deleteFrom('doc_reference').where('kind', '=', kind).where('doc_key', '=', key).execute();
  // versions stay: finished approvals are read by them, and a document of this key goes on counting
  await trx
    .updateTable('doc_version')
    .set({ state: 'archived' })
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .where('state', '=', 'published')
    .execute();
  await trx.deleteFrom('doc_document').where('kind', '=', kind).where('doc_key', '=', key).execute();
  forgetVersions(trx);
  if (kind === 'form') {
    await sql`delete from sys_role_form where form_key = ${key}`.execute(trx);
    await sql`delete from sys_form_grid where form_key = ${key}`.execute(trx);
  }
  await announce(trx, 'document', null);
}

/** What else than names holds a document: records of a form, approvals of a process. */
async function heldBy(context: ServerContext, db: Db, kind: DocumentKind, key: string): Promise<string[]> {
  if (kind === 'form') return (await formHolders.of(context).hasAny(db, key)) ? ['已有记录（含回收站）'] : [];
  if (kind !== 'flow') return [];
  const counts = [...(await runningCounts.of(context)(db, 'flow', key)).values()].reduce((sum, one) => sum + one, 0);
  return counts > 0 ? [`${counts} 个审批正在进行`] : [];
}

/**
 * Removes a document that nothing uses. Refuses with 404, with DOC_IN_USE (its data lists what uses it), and with RECORD_STALE when
 * another version was published, or another draft saved, than this administrator saw.
 */
export async function removeDocument(
  context: ServerContext,
  trx: Trx,
  asked: Asked & { seen?: number; revision?: number },
): Promise<void> {
  const document = await held(trx, asked);
  const { kind, key, seen, revision } = asked;
  if (isNeeded(kind, key)) throw new Refusal('REQUEST_INVALID', { detail: '系统需要此界面，不能删除' });
  const isOvertaken = seen !== undefined && seen !== (document.published_version ?? 0);
  if (isOvertaken || (revision !== undefined && revision !== document.draft_revision)) throw staleDraft(document);
  const uses = await usesOf(trx, { kind, name: key });
  const other = await heldBy(context, trx, kind, key);
  if (uses.length > 0 || other.length > 0) throw inUse(document, '删除', uses, other);
  await kept(trx, document);
  await removed(trx, asked);
}

/** Whether records, running approvals or somebody's draft hold a document. */
export async function isHeld(context: ServerContext, trx: Trx, kind: DocumentKind, key: string): Promise<boolean> {
  const document = await findDocument(trx, kind, key);
  return document !== undefined && (document.draft !== null || (await heldBy(context, trx, kind, key)).length > 0);
}

/**
 * Removes a document that should not have come, whatever the ones of `together` say, which go with it. Refuses with DOC_IN_USE where
 * another document or a menu entry names it.
 */
export async function withdrawDocument(
  trx: Trx,
  asked: Asked,
  together: (kind: string, key: string) => boolean,
): Promise<void> {
  const { kind, key } = asked;
  if (!(await findDocument(trx, kind, key))) return;
  const document = await held(trx, asked);
  const uses = (await usesOf(trx, { kind, name: key })).filter((use) => !together(use.kind, use.key));
  if (uses.length > 0) throw inUse(document, '删除', uses, []);
  await removed(trx, asked);
}
