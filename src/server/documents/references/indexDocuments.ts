import { sql } from 'kysely';
import { REFERS } from '../../../grammar/references.ts';
import { fieldsOf } from '../../../relations/index.ts';
import { isTableNode, relationOf, type FormDefinition } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { storeReferences } from '../../references/index.ts';
import type { Db } from '../../store/database.ts';
import { textHash } from '../../store/textHash.ts';
import type { Trx } from '../../store/transaction.ts';
import { findDocument, versionRow } from '../store.ts';
import type { PendingForms } from '../relationForms.ts';
import type { DocumentKind } from '../tables.ts';
import { referencesIn } from './referencesIn.ts';

/**
 * Identifies the rules by which references are found: hash of a version number (1) and of the references that the
 * grammar defines. If it differs from the stored hash, the server rebuilds the index when it starts.
 */
const INDEX_VERSION = textHash(`1 ${JSON.stringify(REFERS)}`);

interface DocumentId {
  kind: DocumentKind;
  key: string;
}

/**
 * Indexes the references of the published version of a document. `pendingForms` returns definitions that are about to
 * be published; they take precedence over the published ones.
 */
export async function indexPublished(
  context: ServerContext,
  trx: Trx,
  { kind, key }: DocumentId,
  text: string,
  pendingForms?: PendingForms,
): Promise<void> {
  const references = await referencesIn(context, trx, { kind, key, text, isCanonical: true }, pendingForms);
  await storeReferences(trx, { kind, key, state: 'published' }, references);
}

/** Indexes the references of a draft. */
export async function indexDraft(
  context: ServerContext,
  trx: Trx,
  { kind, key }: DocumentId,
  text: string,
): Promise<void> {
  const references = await referencesIn(context, trx, { kind, key, text, isCanonical: false });
  await storeReferences(trx, { kind, key, state: 'draft' }, references);
}

/** Returns the relation fields (with their targets) and the sub-tables of a form, as a text for comparison. */
const pathTargets = (definition: FormDefinition | null): string =>
  JSON.stringify(
    [...(definition ? fieldsOf(definition).values() : [])]
      .flatMap((node) => {
        if (isTableNode(node)) return [[node.__vModel__, 'rows']];
        const relation = relationOf(node);
        return relation ? [[node.__vModel__, relation.to, relation.isMultiple]] : [];
      })
      .sort(),
  );

/**
 * Reindexes the documents with paths through a form, if its relation fields or sub-tables have changed.
 * `newDefinition`: the definition that is being published; `oldDefinition`: the one that was published before.
 */
export async function reindexDependents(
  context: ServerContext,
  trx: Trx,
  newDefinition: FormDefinition,
  oldDefinition: FormDefinition | null,
): Promise<void> {
  if (oldDefinition !== null && pathTargets(oldDefinition) === pathTargets(newDefinition)) return;
  const { rows } = await sql<
    DocumentId & { state: 'published' | 'draft' }
  >`select distinct kind, doc_key as key, state from doc_reference
    where to_kind = 'field' and to_owner = ${newDefinition.formKey} and is_step and not (kind = 'form' and doc_key = ${newDefinition.formKey})`.execute(
    trx,
  );
  for (const row of rows)
    await reindexDocument(context, trx, row, (key) => (key === newDefinition.formKey ? newDefinition : null));
}

async function reindexDocument(
  context: ServerContext,
  trx: Trx,
  { kind, key, state }: DocumentId & { state: 'published' | 'draft' },
  pendingForms?: PendingForms,
): Promise<void> {
  const document = await findDocument(trx, kind, key);
  if (!document) return;
  if (state === 'draft') {
    if (document.draft === null) return;
    const references = await referencesIn(
      context,
      trx,
      { kind, key, text: document.draft, isCanonical: false },
      pendingForms,
    );
    await storeReferences(trx, { kind, key, state }, references);
    return;
  }
  if (document.published_version === null) return;
  const { canonical, content } = await versionRow(trx, kind, key, document.published_version);
  await indexPublished(context, trx, { kind, key }, canonical ?? content, pendingForms);
}

/** Rebuilds the index, one document at a time. Returns the number of documents. */
export async function rebuildReferences(context: ServerContext): Promise<number> {
  const { db } = context;
  const documents = await db
    .selectFrom('doc_document')
    .select(['kind', 'doc_key'])
    .orderBy('kind')
    .orderBy('doc_key')
    .execute();
  for (const { kind, doc_key: key } of documents)
    await db.transaction().execute(async (trx) => {
      await sql`select 1 from doc_document where kind = ${kind} and doc_key = ${key} for update`.execute(trx);
      await reindexDocument(context, trx, { kind, key, state: 'published' });
      await reindexDocument(context, trx, { kind, key, state: 'draft' });
    });
  await db
    .insertInto('doc_reference_state')
    .values({ id: 1, collector: INDEX_VERSION })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ collector: INDEX_VERSION }))
    .execute();
  return documents.length;
}

/** Returns whether the index was built with this `INDEX_VERSION`. */
export async function isReferenceIndexCurrent(db: Db): Promise<boolean> {
  const state = await db.selectFrom('doc_reference_state').select('collector').executeTakeFirst();
  return state?.collector === INDEX_VERSION;
}
