import type { Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import type { Trx } from '../store/transaction.ts';
import { datasetDocuments } from './extensions.ts';
import { lockDraft, type Author } from './store.ts';

/** Publishes the stored draft of a dataset, as `publishFormDraft` does for a form. */
export async function publishDatasetDraft(
  context: ServerContext,
  { datasetKey, note, author, revision }: { datasetKey: string; note: string; author: Author; revision?: number },
  trx: Trx,
): Promise<{ version: number; problems: readonly Problem[] }> {
  const document = await lockDraft(trx, { kind: 'dataset', key: datasetKey, revision });
  return datasetDocuments
    .registeredFor(context)
    .publish(context, { datasetKey, definition: document.draft, note, author }, trx);
}
