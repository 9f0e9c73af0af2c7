import { hasErrors } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { checkForm } from './checkForm.ts';
import { toStoredText } from './content.ts';
import { datasetDocuments, flowDocuments, publicationGuards } from './extensions.ts';
import { refuseImpact } from './impact/impactOf.ts';
import { publishFormDraft, withPreparedForms, type PublicationResult } from './publishForm.ts';
import { publishScreenDraft } from './screens.ts';
import {
  findDocument,
  findDraftForUpdate,
  findForUpdate,
  refuseUnseenVersion,
  staleDraft,
  type Author,
  type DocumentRow,
} from './store.ts';
import type { DocumentKind } from './tables.ts';

export interface DraftPublication {
  kind: DocumentKind;
  key: string;
  note: string;
  author: Author;
  /** The revision of the draft that the administrator has seen. */
  revision?: number;
  /** The published version that the administrator has seen; 0: none. */
  seenVersion?: number | undefined;
  /** Hash of the impact that the administrator has seen (`Impact.seen`). */
  acknowledged?: string | undefined;
}

/**
 * Refuses with RECORD_STALE if the published version is not the version that the administrator has seen. Refuses like
 * `refuseImpact` if the impact of the draft is not confirmed. If the draft has another revision than `revision`, the
 * impact is not checked, because the callers refuse such a draft.
 */
async function refuseUnseenVersionOrImpact(
  context: ServerContext,
  db: Db,
  document: DocumentRow | undefined,
  { kind, key, revision, seenVersion, acknowledged }: Omit<DraftPublication, 'note' | 'author'>,
): Promise<void> {
  if (document) await refuseUnseenVersion(db, document, seenVersion);
  if (typeof document?.draft === 'string' && (revision === undefined || revision === document.draft_revision))
    await refuseImpact(context, db, { kind, key, text: document.draft }, acknowledged);
}

/**
 * Calls `publish`, which publishes a stored draft with `publishDraft`, and returns its result. For a form, first makes
 * the checks that need no transaction, and then adapts the stored records to the draft (`withPreparedForms`). A
 * publication that these checks refuse therefore changes no record. `approvesReview`: `publish` itself approves the
 * review of the draft; the publication guards, one of which requires this approval, are then called only by `publish`.
 * Refuses like `publishDraft`.
 */
export async function withPreparedDraft<T>(
  context: ServerContext,
  { approvesReview = false, ...draft }: Omit<DraftPublication, 'note'> & { approvesReview?: boolean },
  publish: () => Promise<T>,
): Promise<T> {
  const { db } = context;
  const { kind, key, author, revision } = draft;
  const document = kind === 'form' ? await findDocument(db, kind, key) : undefined;
  if (typeof document?.draft !== 'string') return publish();
  await refuseUnseenVersionOrImpact(context, db, document, draft);
  if (revision !== undefined && revision !== document.draft_revision) throw staleDraft(document);
  const name = document.draft_name ?? document.name;
  const content = toStoredText(document.draft);
  const checked = await checkForm(context, db, { formKey: key, content });
  // `publish` itself refuses a draft with errors, before it calls the guards
  if (!approvesReview && !hasErrors(checked.problems))
    for (const guard of publicationGuards.registeredFor(context))
      await guard(context, db, { kind, key, name, content, author });
  return withPreparedForms(context, [{ formKey: key, text: content, checked }], publish);
}

/**
 * Publishes the stored draft of a form, screen, flow or dataset in the given transaction. The caller opens the
 * transaction inside `withPreparedDraft`. Returns the new version and its warnings. Refuses with:
 * - 404: there is no draft;
 * - RECORD_STALE: somebody published after version `seenVersion`, or saved after draft `revision`;
 * - DOC_BREAKS: the publication would break published documents;
 * - DOC_IMPACT: the administrator has not confirmed the impact of the publication;
 * - DOC_DRAFT_ONLY: the draft has errors;
 * - DOC_REVIEW_NEEDED: publications must be reviewed, and this draft was not reviewed.
 */
export async function publishDraft(
  context: ServerContext,
  trx: Trx,
  { note, author, ...draft }: DraftPublication,
): Promise<PublicationResult> {
  const { kind, key, revision } = draft;
  await refuseUnseenVersionOrImpact(context, trx, await findForUpdate(trx, kind, key), draft);
  const input = { note, author, ...(revision === undefined ? {} : { revision }) };
  const publish = {
    form: () => publishFormDraft(context, { formKey: key, ...input }, trx),
    screen: () => publishScreenDraft(context, { screenKey: key, ...input }, trx),
    dataset: () => publishDatasetDraft(context, { datasetKey: key, ...input }, trx),
    flow: () => flowDocuments.registeredFor(context).publishDraft(context, { flowKey: key, ...input }, trx),
  };
  return publish[kind]();
}

/** Publishes the stored draft of a dataset, like `publishFormDraft` for a form. */
async function publishDatasetDraft(
  context: ServerContext,
  { datasetKey, note, author, revision }: { datasetKey: string; note: string; author: Author; revision?: number },
  trx: Trx,
): Promise<PublicationResult> {
  const document = await findDraftForUpdate(trx, { kind: 'dataset', key: datasetKey, revision });
  return datasetDocuments
    .registeredFor(context)
    .publish(context, { datasetKey, definition: document.draft, note, author }, trx);
}
