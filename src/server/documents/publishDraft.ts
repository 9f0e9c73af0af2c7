import type { ServerContext } from '../context.ts';
import type { Trx } from '../store/transaction.ts';
import { publishDatasetDraft } from './datasetDraft.ts';
import { flowDocuments } from './extensions.ts';
import { refuseImpact } from './impact/impactOf.ts';
import { publishFormDraft, type Published } from './publishForm.ts';
import { publishScreenDraft } from './screens.ts';
import type { Author } from './store.ts';
import type { DocumentKind } from './tables.ts';
import { refuseOvertaken } from './versions.ts';

export interface DraftPublished {
  kind: DocumentKind;
  key: string;
  note: string;
  author: Author;
  /** The draft as seen last. */ revision?: number;
  /** The version in force as seen last. */ seen?: number | undefined;
  /** Which impact was seen. */ acknowledged?: string | undefined;
}

/**
 * Publishes the stored draft of any kind. Refuses with RECORD_STALE when somebody published or saved since, with DOC_BREAKS and
 * DOC_IMPACT, with DOC_DRAFT_ONLY while it has errors, and with 404 where there is no draft. A form is prepared before
 * (`prepareFormDraft`), outside of the transaction.
 */
export async function publishDraft(
  context: ServerContext,
  trx: Trx,
  { kind, key, note, author, revision, seen, acknowledged }: DraftPublished,
): Promise<Published> {
  const document = await trx
    .selectFrom('doc_document')
    .selectAll()
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (document) await refuseOvertaken(trx, document, seen);
  if (typeof document?.draft === 'string' && (revision === undefined || revision === document.draft_revision))
    await refuseImpact(context, trx, { kind, key, text: document.draft }, acknowledged);
  const input = { note, author, ...(revision === undefined ? {} : { revision }) };
  const publish = {
    form: () => publishFormDraft(context, { formKey: key, ...input }, trx),
    screen: () => publishScreenDraft(context, { screenKey: key, ...input }, trx),
    dataset: () => publishDatasetDraft(context, { datasetKey: key, ...input }, trx),
    flow: () => flowDocuments.of(context).publishDraft(context, { flowKey: key, ...input }, trx),
  };
  return publish[kind]();
}
