import type { ServerContext } from '../context.ts';
import type { Trx } from '../store/transaction.ts';
import { datasetDocuments, flowDocuments } from './extensions.ts';
import { refuseImpact } from './impact/impactOf.ts';
import { publishFormDraft, type PublicationResult } from './publishForm.ts';
import { publishScreenDraft } from './screens.ts';
import { findForUpdate, lockDraft, refuseUnseenVersion, type Author } from './store.ts';
import type { DocumentKind } from './tables.ts';

export interface DraftPublication {
  kind: DocumentKind;
  key: string;
  note: string;
  author: Author;
  /** Revision of the draft that the administrator saw. */
  revision?: number;
  /** Published version that the administrator saw. */
  seen?: number | undefined;
  /** Hash of the impact that the administrator saw (`Impact.seen`). */
  acknowledged?: string | undefined;
}

/**
 * Publishes the stored draft of a form, screen, flow or dataset in the given transaction. For a form the caller must
 * run `prepareFormDraft` before it opens the transaction. Result: the new version and its warnings. Errors:
 * - 404: there is no draft;
 * - RECORD_STALE: somebody published after version `seen`, or saved after draft `revision`;
 * - DOC_BREAKS, DOC_IMPACT: it would break documents in force, or its impact has not been acknowledged;
 * - DOC_DRAFT_ONLY: the draft has errors;
 * - DOC_REVIEW_NEEDED: publications must be reviewed, and this draft was not.
 */
export async function publishDraft(
  context: ServerContext,
  trx: Trx,
  { kind, key, note, author, revision, seen, acknowledged }: DraftPublication,
): Promise<PublicationResult> {
  const document = await findForUpdate(trx, kind, key);
  if (document) await refuseUnseenVersion(trx, document, seen);
  if (typeof document?.draft === 'string' && (revision === undefined || revision === document.draft_revision))
    await refuseImpact(context, trx, { kind, key, text: document.draft }, acknowledged);
  const input = { note, author, ...(revision === undefined ? {} : { revision }) };
  const publish = {
    form: () => publishFormDraft(context, { formKey: key, ...input }, trx),
    screen: () => publishScreenDraft(context, { screenKey: key, ...input }, trx),
    dataset: () => publishDatasetDraft(context, { datasetKey: key, ...input }, trx),
    flow: () => flowDocuments.registeredFor(context).publishDraft(context, { flowKey: key, ...input }, trx),
  };
  return publish[kind]();
}

/** Publishes the stored draft of a dataset, as `publishFormDraft` does for a form. */
async function publishDatasetDraft(
  context: ServerContext,
  { datasetKey, note, author, revision }: { datasetKey: string; note: string; author: Author; revision?: number },
  trx: Trx,
): Promise<PublicationResult> {
  const document = await lockDraft(trx, { kind: 'dataset', key: datasetKey, revision });
  return datasetDocuments
    .registeredFor(context)
    .publish(context, { datasetKey, definition: document.draft, note, author }, trx);
}
