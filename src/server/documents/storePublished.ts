import { sql } from 'kysely';
import type { FormDefinition } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { announce } from '../events/index.ts';
import { deleteReferences } from '../references/index.ts';
import type { Trx } from '../store/transaction.ts';
import { markStoring } from '../store/versionCache.ts';
import { publicationGuards } from './extensions.ts';
import { reindexDependents, indexPublished } from './references/indexDocuments.ts';
import { type PendingForms, publishedForm } from './relationForms.ts';
import { storeVersion, type VersionInput } from './store.ts';

const INDEX_LOCK = 4_271_400;

/** The form to be published, and the definitions that the same transaction publishes. */
interface PublishedDefinition {
  definition: FormDefinition;
  pendingForms?: PendingForms | undefined;
}

/**
 * Stores the next version of a document with the index of its references. Reindexes other documents with paths
 * through a changed form. The transaction must have locked the document (`lockDocument`).
 */
export async function storePublished(
  context: ServerContext,
  trx: Trx,
  input: VersionInput,
  form?: PublishedDefinition,
): Promise<number> {
  const { kind, key, canonical, content } = input;
  // run publications one after the other, because each may reindex other documents
  await sql`select pg_advisory_xact_lock(${INDEX_LOCK})`.execute(trx);
  markStoring(trx);
  for (const guard of publicationGuards.registeredFor(context)) await guard(context, trx, input);
  const before = form ? await publishedForm(context, trx, key) : null;
  const version = await storeVersion(trx, input);
  const pendingForms: PendingForms = (formKey) =>
    formKey === key && form ? form.definition : (form?.pendingForms?.(formKey) ?? null);
  await indexPublished(context, trx, { kind, key }, canonical ?? content, pendingForms);
  await deleteReferences(trx, { kind, key, state: 'draft' });
  await announce(trx, 'document', null);
  if (form) await reindexDependents(context, trx, form.definition, before);
  return version;
}
