import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { refuseImpact } from './impact/impactOf.ts';
import { readParameters } from '../parameters/index.ts';
import { timeText } from '../http/time.ts';
import type { Trx } from '../store/transaction.ts';
import { givenOf } from './content.ts';
import { datasetDocuments, flowDocuments } from './extensions.ts';
import { prepareForm, publishForm, type Published } from './publishForm.ts';
import { publishScreen } from './screens.ts';
import { indexDraft } from './references/indexDocuments.ts';
import { findDocument, findForUpdate, versionRow, type Author, type DocumentRow } from './store.ts';
import type { Db } from '../store/database.ts';
import type { DocumentKind } from './tables.ts';

export interface VersionText {
  version: number;
  state: 'draft' | 'published' | 'archived';
  note: string;
  author: string;
  time: string;
  definition: unknown;
}

/** A version as it was given, whatever its dialect. Refuses with 404. */
export async function versionOf(db: Db, kind: DocumentKind, key: string, version: number): Promise<VersionText> {
  const row = await versionRow(db, kind, key, version);
  return {
    version,
    state: row.state,
    note: row.note,
    author: row.author_name,
    time: timeText(row.published_at),
    definition: givenOf(row.content),
  };
}

export interface RollbackRequest {
  kind: DocumentKind;
  key: string;
  version: number;
  /** Why; must be said where publications are reviewed. */ note: string;
  author: Author;
  /** The version that was in force when this administrator decided. */ seen?: number;
  /** Which impact this administrator has seen. */ acknowledged?: string | undefined;
}

/**
 * Refuses with RECORD_STALE, naming who published, when the document's published version is not the one that the
 * administrator saw (`seen`; 0: none was published).
 */
export async function refuseOvertaken(trx: Db, document: DocumentRow, seen: number | undefined): Promise<void> {
  const { kind, doc_key, published_version } = document;
  if (seen === undefined || (published_version ?? 0) === seen || published_version === null) return;
  const newest = await versionRow(trx, kind, doc_key, published_version);
  throw new Refusal('RECORD_STALE', { name: newest.author_name, time: timeText(newest.published_at) });
}

/**
 * Publishes what an earlier version said as the next one; versions are never taken back, for records and approvals
 * stand on them. A draft stays. Refuses with 404, with RECORD_STALE when somebody published since `seen`, with
 * REQUEST_INVALID for the version in force, and with DOC_DRAFT_ONLY when its text is no longer right (a field's
 * widget or its flow is gone).
 */
export async function rollback(
  context: ServerContext,
  { kind, key, version, note, author, seen, acknowledged }: RollbackRequest,
  keep: (trx: Trx, published: Published) => Promise<void> = () => Promise.resolve(),
): Promise<Published> {
  if (kind === 'form') await prepareForm(context, key, (await versionRow(context.db, kind, key, version)).content);
  return context.db.transaction().execute(async (trx) => {
    const document = await findForUpdate(trx, kind, key);
    if (!document) throw new Refusal('404');
    const row = await versionRow(trx, kind, key, version);
    await refuseOvertaken(trx, document, seen);
    if (note.trim() === '' && (await readParameters(trx, context.settings)).reviewDocuments)
      throw new Refusal('REQUEST_INVALID', { detail: '已开启“发布前需复核”，恢复旧版本须写明原因' });
    if (document.published_version === version)
      throw new Refusal('REQUEST_INVALID', { detail: `第 ${version} 版正在使用，无需恢复` });
    await refuseImpact(context, trx, { kind, key, text: row.content }, acknowledged);
    const published = await keepingDraft(context, trx, { kind, key }, () =>
      publishAgain(context, trx, {
        kind,
        key,
        name: row.name,
        content: row.content,
        note: note.trim() || `恢复第 ${version} 版`,
        author,
      }),
    );
    await keep(trx, published);
    return published;
  });
}

/** Publishes a text that is not the draft: the draft, where there is one, stays as it was. */
export async function keepingDraft<T>(
  context: ServerContext,
  trx: Trx,
  { kind, key }: { kind: DocumentKind; key: string },
  publish: () => Promise<T>,
): Promise<T> {
  const document = await findDocument(trx, kind, key);
  const published = await publish();
  if (typeof document?.draft !== 'string') return published;
  const { draft, draft_name, draft_by, draft_by_name, draft_at } = document;
  await indexDraft(context, trx, { kind, key }, draft);
  await trx
    .updateTable('doc_document')
    .set({ draft, draft_name, draft_by, draft_by_name, draft_at })
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .execute();
  return published;
}

function publishAgain(
  context: ServerContext,
  trx: Trx,
  {
    kind,
    key,
    name,
    content,
    note,
    author,
  }: { kind: DocumentKind; key: string; name: string; content: string; note: string; author: Author },
): Promise<Published> {
  if (kind === 'form')
    return publishForm(
      context,
      { formKey: key, formName: name, definition: content, note, author, isReleased: true },
      trx,
    );
  if (kind === 'dataset')
    return datasetDocuments.of(context).publish(context, { datasetKey: key, definition: content, note, author }, trx);
  if (kind === 'screen') return publishScreen(context, { screenKey: key, definition: content, note, author }, trx);
  return flowDocuments.of(context).publish(context, { flowKey: key, xml: content, note, author }, trx);
}
