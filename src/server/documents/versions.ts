import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { refuseImpact } from './impact/impactOf.ts';
import { readParameters } from '../parameters/index.ts';
import { timeText } from '../http/time.ts';
import type { Trx } from '../store/transaction.ts';
import { parseContent } from './content.ts';
import { datasetDocuments, flowDocuments } from './extensions.ts';
import { publishForm, withPreparedForms, type PublicationResult } from './publishForm.ts';
import { publishScreen } from './screens.ts';
import { indexDraft } from './references/indexDocuments.ts';
import { findDocument, findForUpdate, refuseUnseenVersion, versionRow } from './store.ts';
import type { Author, DocumentRow, VersionRow } from './store.ts';
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

/** Returns a version as it was saved, in its own dialect. Refuses with 404 if the version does not exist. */
export async function versionOf(db: Db, kind: DocumentKind, key: string, version: number): Promise<VersionText> {
  const row = await versionRow(db, kind, key, version);
  return {
    version,
    state: row.state,
    note: row.note,
    author: row.author_name,
    time: timeText(row.published_at),
    definition: parseContent(row.content),
  };
}

export interface RollbackRequest {
  kind: DocumentKind;
  key: string;
  version: number;
  /** Reason for the rollback; required if publications are reviewed. */
  note: string;
  author: Author;
  /** The published version that the administrator has seen; 0: none. */
  seenVersion?: number;
  /** Hash of the impact that the administrator has seen (`Impact.seen`). */
  acknowledged?: string | undefined;
}

/** Makes the checks that `rollBackVersion` describes, and returns the version to restore. */
async function versionToRestore(
  context: ServerContext,
  db: Db,
  document: DocumentRow | undefined,
  { kind, key, version, note, seenVersion, acknowledged }: RollbackRequest,
): Promise<VersionRow> {
  if (!document) throw new Refusal('404');
  const row = await versionRow(db, kind, key, version);
  await refuseUnseenVersion(db, document, seenVersion);
  if (note.trim() === '' && (await readParameters(db, context.settings)).reviewDocuments)
    throw new Refusal('REQUEST_INVALID', { detail: '已开启“发布前需复核”，恢复旧版本须写明原因' });
  if (document.published_version === version)
    throw new Refusal('REQUEST_INVALID', { detail: `第 ${version} 版正在使用，无需恢复` });
  await refuseImpact(context, db, { kind, key, text: row.content }, acknowledged);
  return row;
}

/**
 * Publishes the text of an earlier version as the next version. Versions are never deleted, because records and
 * approvals need them. The draft is kept. Refuses with 404 when the document or the version does not exist, with
 * RECORD_STALE when the published version is not `seenVersion`, with REQUEST_INVALID when the version is already the
 * published one or a required note is missing, and with DOC_DRAFT_ONLY when the text has errors now (e.g. its flow was
 * removed).
 */
export async function rollBackVersion(
  context: ServerContext,
  request: RollbackRequest,
  afterPublication: (trx: Trx, publication: PublicationResult) => Promise<void> = () => Promise.resolve(),
): Promise<PublicationResult> {
  const { kind, key, version, note, author } = request;
  const { db } = context;
  const restore = async (trx: Trx): Promise<PublicationResult> => {
    const row = await versionToRestore(context, trx, await findForUpdate(trx, kind, key), request);
    const publication = await publishKeepingDraft(context, trx, { kind, key }, () =>
      publishText(context, trx, {
        kind,
        key,
        name: row.name,
        content: row.content,
        note: note.trim() || `恢复第 ${version} 版`,
        author,
      }),
    );
    await afterPublication(trx, publication);
    return publication;
  };
  if (kind !== 'form') return db.transaction().execute(restore);
  // checked before the forms are prepared, and again in the transaction, which locks the document
  const { content } = await versionToRestore(context, db, await findDocument(db, kind, key), request);
  return withPreparedForms(context, [{ formKey: key, text: content }], () => db.transaction().execute(restore));
}

/** Runs `publish` for a text that is not the draft. Then restores the draft. */
export async function publishKeepingDraft<T>(
  context: ServerContext,
  trx: Trx,
  { kind, key }: { kind: DocumentKind; key: string },
  publish: () => Promise<T>,
): Promise<T> {
  const document = await findDocument(trx, kind, key);
  const publication = await publish();
  if (typeof document?.draft !== 'string') return publication;
  const { draft, draft_name, draft_by, draft_by_name, draft_at } = document;
  await indexDraft(context, trx, { kind, key }, draft);
  await trx
    .updateTable('doc_document')
    .set({ draft, draft_name, draft_by, draft_by_name, draft_at })
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .execute();
  return publication;
}

function publishText(
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
): Promise<PublicationResult> {
  if (kind === 'form')
    return publishForm(
      context,
      { formKey: key, formName: name, definition: content, note, author, appliesPermissions: true },
      trx,
    );
  if (kind === 'dataset')
    return datasetDocuments
      .registeredFor(context)
      .publish(context, { datasetKey: key, definition: content, note, author }, trx);
  if (kind === 'screen')
    return publishScreen(context, { screenKey: key, definition: content, note, author, wasPublishedBefore: true }, trx);
  return flowDocuments.registeredFor(context).publish(context, { flowKey: key, xml: content, note, author }, trx);
}
