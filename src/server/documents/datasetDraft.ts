import type { Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { Trx } from '../store/transaction.ts';
import { datasetDocuments } from './extensions.ts';
import { staleDraft, type Author } from './store.ts';

/** Publishes the stored draft of a dataset; like `publishFormDraft`. */
export async function publishDatasetDraft(
  context: ServerContext,
  { datasetKey, note, author, revision }: { datasetKey: string; note: string; author: Author; revision?: number },
  trx: Trx,
): Promise<{ version: number; problems: readonly Problem[] }> {
  const document = await trx
    .selectFrom('doc_document')
    .selectAll()
    .where('kind', '=', 'dataset')
    .where('doc_key', '=', datasetKey)
    .forUpdate()
    .executeTakeFirst();
  if (revision !== undefined && document && document.draft_revision !== revision) throw staleDraft(document);
  if (typeof document?.draft !== 'string') throw new Refusal('404');
  return datasetDocuments.of(context).publish(context, { datasetKey, definition: document.draft, note, author }, trx);
}
