import { sql } from 'kysely';
import type { FormDefinition } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { announce } from '../events/index.ts';
import { forgetReferences } from '../references/index.ts';
import type { Trx } from '../store/transaction.ts';
import { storesVersions } from '../store/versionCache.ts';
import { publicationGuards } from './extensions.ts';
import { followAnew, indexPublished } from './references/indexDocuments.ts';
import { type Beside, publishedForm } from './relationForms.ts';
import { storeVersion, type VersionInput } from './store.ts';

const INDEX_LOCK = 4_271_400;

/** A form that is published: its definition, and those that are published together with it. */
interface PublishedDefinition {
  definition: FormDefinition;
  beside?: Beside | undefined;
}

/**
 * Stores the next version of a document of any kind together with what it names, and follows paths of other documents
 * anew where a form leads elsewhere now. Call inside a transaction that holds the document's row (`lockDocument`).
 */
export async function storePublished(
  context: ServerContext,
  trx: Trx,
  input: VersionInput,
  form?: PublishedDefinition,
): Promise<number> {
  const { kind, key, canonical, content } = input;
  // one publication after the other: each may write what others name
  await sql`select pg_advisory_xact_lock(${INDEX_LOCK})`.execute(trx);
  storesVersions(trx);
  for (const guard of publicationGuards.of(context)) await guard(context, trx, input);
  const before = form ? await publishedForm(context, trx, key) : null;
  const version = await storeVersion(trx, input);
  const beside: Beside = (formKey) => (formKey === key && form ? form.definition : (form?.beside?.(formKey) ?? null));
  await indexPublished(context, trx, { kind, key }, canonical ?? content, beside);
  await forgetReferences(trx, { kind, key, state: 'draft' });
  await announce(trx, 'document', null);
  if (form) await followAnew(context, trx, form.definition, before);
  return version;
}
