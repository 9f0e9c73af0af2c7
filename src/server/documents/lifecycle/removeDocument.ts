import { sql, type SqlBool } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { announce } from '../../events/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { usesOf, type Use } from '../../references/index.ts';
import { copyToRecycleBin } from '../../recycleBin/index.ts';
import type { Db } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import { affectedText } from '../impact/impactOf.ts';
import { recordCounts } from '../impact/formImpactChecks.ts';
import { runningCounts } from '../extensions.ts';
import { PUBLIC_SCREENS } from '../screens.ts';
import { findDocument, findForUpdate, clearVersionCache, staleDraft, type Author, type DocumentRow } from '../store.ts';
import type { DocumentKind } from '../tables.ts';

interface DocumentRequest {
  kind: DocumentKind;
  key: string;
  author: Author;
}

/** Returns the document and locks its row until the transaction ends. Refuses with 404. */
async function findExistingForUpdate(
  trx: Trx,
  { kind, key }: Pick<DocumentRequest, 'kind' | 'key'>,
): Promise<DocumentRow> {
  const document = await findForUpdate(trx, kind, key);
  if (!document) throw new Refusal('404');
  return document;
}

/** Returns whether a document is a screen that is needed to sign in or to administer the system. */
const isRequiredScreen = (kind: DocumentKind, key: string): boolean =>
  kind === 'screen' && (PUBLIC_SCREENS.has(key) || /^platform\/(shell|\w+Manager$|commonEntry\/)/.test(key));

/** Number of uses that a refusal names. The data of the refusal contains all uses. */
const MAX_NAMED_USES = 3;

function inUseRefusal(
  document: DocumentRow,
  verb: '删除' | '停用',
  uses: readonly Use[],
  blockers: readonly string[],
): Refusal {
  const firstUseTexts = uses
    .slice(0, MAX_NAMED_USES)
    .map((use) => affectedText(use) + (use.state === 'draft' ? '（草稿）' : ''));
  const countText = uses.length > MAX_NAMED_USES ? [`等 ${uses.length} 处`] : [];
  return new Refusal(
    'DOC_IN_USE',
    { name: document.name, act: verb, what: [...blockers, ...firstUseTexts].join('、') + countText.join('') },
    { uses },
  );
}

/**
 * Disables a document. New records or approvals cannot use it; existing records and approvals stay usable. Refuses with
 * 404, and a document that was never published or a required screen with REQUEST_INVALID.
 */
export async function disableDocument(trx: Trx, request: DocumentRequest): Promise<void> {
  const document = await findExistingForUpdate(trx, request);
  const { kind, key, author } = request;
  if (document.published_version === null) throw new Refusal('REQUEST_INVALID', { detail: '尚未发布，无需停用' });
  if (isRequiredScreen(kind, key)) throw new Refusal('REQUEST_INVALID', { detail: '系统需要此界面，不能停用' });
  if (document.disabled_at !== null) return;
  await trx
    .updateTable('doc_document')
    .set({ disabled_at: new Date(), disabled_by_name: author.name })
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .execute();
  await announce(trx, 'document', null);
}

/** Enables a document again. Refuses with 404. */
export async function enableDocument(trx: Trx, request: DocumentRequest): Promise<void> {
  await findExistingForUpdate(trx, request);
  await trx
    .updateTable('doc_document')
    .set({ disabled_at: null, disabled_by_name: null })
    .where('kind', '=', request.kind)
    .where('doc_key', '=', request.key)
    .execute();
  await announce(trx, 'document', null);
}

/**
 * Deletes the draft. A document that was never published is removed as a whole. Refuses with 404 without a draft, and
 * with RECORD_STALE when the draft was saved after `revision`.
 */
export async function discardDraft(trx: Trx, request: DocumentRequest & { revision?: number }): Promise<void> {
  const document = await findExistingForUpdate(trx, request);
  const { kind, key, revision } = request;
  if (document.draft === null) throw new Refusal('404');
  if (revision !== undefined && revision !== document.draft_revision) throw staleDraft(document);
  if (document.published_version === null) {
    await copyDocumentToRecycleBin(trx, document);
    return deleteDocument(trx, request);
  }
  await trx
    .updateTable('doc_document')
    .set({
      draft: null,
      draft_name: null,
      draft_by: null,
      draft_by_name: null,
      draft_at: null,
      // the next save of an editor that still has the draft open is refused
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

/** Copies the document into the recycle bin; for a form, with the permissions of roles. */
async function copyDocumentToRecycleBin(
  trx: Trx,
  { kind, doc_key: key, name, draft_name }: DocumentRow,
): Promise<void> {
  const ofDocument = sql<SqlBool>`t.kind = ${kind} and t.doc_key = ${key}`;
  const ofForm = sql<SqlBool>`t.form_key = ${key}`;
  await copyToRecycleBin(trx, {
    kind,
    key,
    name: name || draft_name || key,
    rowsByTable: [
      { table: 'doc_document', where: ofDocument },
      { table: 'doc_comment', where: ofDocument },
      { table: 'doc_review', where: ofDocument },
      { table: 'doc_reference', where: ofDocument },
      ...(kind === 'form'
        ? [
            { table: 'sys_role_form', where: ofForm },
            { table: 'sys_form_grid', where: ofForm },
          ]
        : []),
    ],
  });
}

async function deleteDocument(trx: Trx, { kind, key }: Pick<DocumentRequest, 'kind' | 'key'>): Promise<void> {
  await trx.deleteFrom('doc_reference').where('kind', '=', kind).where('doc_key', '=', key).execute();
  // versions are kept: finished approvals need them, and a new document with this key continues their numbering
  await trx
    .updateTable('doc_version')
    .set({ state: 'archived' })
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .where('state', '=', 'published')
    .execute();
  await trx.deleteFrom('doc_document').where('kind', '=', kind).where('doc_key', '=', key).execute();
  clearVersionCache(trx);
  if (kind === 'form') {
    await sql`delete from sys_role_form where form_key = ${key}`.execute(trx);
    await sql`delete from sys_form_grid where form_key = ${key}`.execute(trx);
  }
  await announce(trx, 'document', null);
}

/**
 * Returns the reasons, other than references, that prevent a removal: records of a form, running approvals of a
 * process.
 */
async function blockersOf(context: ServerContext, db: Db, kind: DocumentKind, key: string): Promise<string[]> {
  if (kind === 'form')
    return (await recordCounts.registeredFor(context).hasAny(db, key)) ? ['已有记录（含回收站）'] : [];
  if (kind !== 'flow') return [];
  const runningCount = [...(await runningCounts.registeredFor(context)(db, 'flow', key)).values()].reduce(
    (sum, count) => sum + count,
    0,
  );
  return runningCount > 0 ? [`${runningCount} 个审批正在进行`] : [];
}

/**
 * Removes an unused document. `seen` and `revision`: the published version (0 for none) and the draft that the
 * administrator has seen. Refuses with 404; with REQUEST_INVALID a required screen; with DOC_IN_USE a document that has
 * uses, records or running approvals; and with RECORD_STALE when there is a newer version or draft.
 */
export async function removeDocument(
  context: ServerContext,
  trx: Trx,
  request: DocumentRequest & { seen?: number; revision?: number },
): Promise<void> {
  const document = await findExistingForUpdate(trx, request);
  const { kind, key, seen, revision } = request;
  if (isRequiredScreen(kind, key)) throw new Refusal('REQUEST_INVALID', { detail: '系统需要此界面，不能删除' });
  const isOutdated = seen !== undefined && seen !== (document.published_version ?? 0);
  if (isOutdated || (revision !== undefined && revision !== document.draft_revision)) throw staleDraft(document);
  const uses = await usesOf(trx, { kind, name: key });
  const blockers = await blockersOf(context, trx, kind, key);
  if (uses.length > 0 || blockers.length > 0) throw inUseRefusal(document, '删除', uses, blockers);
  await copyDocumentToRecycleBin(trx, document);
  await deleteDocument(trx, request);
}

/** Returns whether records, running approvals or a draft forbid a call of `withdrawDocument` for a document. */
export async function isWithdrawalBlocked(
  context: ServerContext,
  trx: Trx,
  kind: DocumentKind,
  key: string,
): Promise<boolean> {
  const document = await findDocument(trx, kind, key);
  return document !== undefined && (document.draft !== null || (await blockersOf(context, trx, kind, key)).length > 0);
}

/**
 * Removes a document when its import is undone. References in documents that are also withdrawn (`isWithdrawnToo`) do
 * not count. Refuses with DOC_IN_USE when another document or a menu entry refers to it.
 */
export async function withdrawDocument(
  trx: Trx,
  request: DocumentRequest,
  isWithdrawnToo: (kind: string, key: string) => boolean,
): Promise<void> {
  const { kind, key } = request;
  if (!(await findDocument(trx, kind, key))) return;
  const document = await findExistingForUpdate(trx, request);
  const uses = (await usesOf(trx, { kind, name: key })).filter((use) => !isWithdrawnToo(use.kind, use.key));
  if (uses.length > 0) throw inUseRefusal(document, '删除', uses, []);
  await deleteDocument(trx, request);
}
