import { sql } from 'kysely';
import { REFERS } from '../../../grammar/references.ts';
import { fieldsOf, isTableNode, relationOf, type FormDefinition } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { storeReferences } from '../../references/index.ts';
import type { Db } from '../../store/database.ts';
import { textHash } from '../../store/textHash.ts';
import type { Trx } from '../../store/transaction.ts';
import { findDocument, versionRow } from '../store.ts';
import type { Beside } from '../relationForms.ts';
import type { DocumentKind } from '../tables.ts';
import { referencesIn } from './collect.ts';

/** Changes when the collector does; then the index is made anew at the next start. What the grammar says is part of it. */
const COLLECTOR = textHash(`1 ${JSON.stringify(REFERS)}`);

interface Named {
  kind: DocumentKind;
  key: string;
}

/** Writes what the version in force names, as the transaction sees it. `beside`: definitions that win over what is published. */
export async function indexPublished(
  context: ServerContext,
  trx: Trx,
  { kind, key }: Named,
  text: string,
  beside?: Beside,
): Promise<void> {
  const found = await referencesIn(context, trx, { kind, key, text, isCanonical: true }, beside);
  await storeReferences(trx, { kind, key, state: 'published' }, found);
}

/** Writes what a draft names. */
export async function indexDraft(context: ServerContext, trx: Trx, { kind, key }: Named, text: string): Promise<void> {
  const found = await referencesIn(context, trx, { kind, key, text, isCanonical: false });
  await storeReferences(trx, { kind, key, state: 'draft' }, found);
}

/** Where paths lead from each field of a form: another form, its rows, or nowhere. */
const waysOf = (definition: FormDefinition | null): string =>
  JSON.stringify(
    [...(definition ? fieldsOf(definition).values() : [])]
      .flatMap((node) => {
        const relation = relationOf(node);
        return isTableNode(node)
          ? [[node.__vModel__, 'rows']]
          : relation
            ? [[node.__vModel__, relation.to, relation.isMultiple]]
            : [];
      })
      .sort(),
  );

/**
 * A form is published whose relations lead elsewhere now: paths of other documents that go through it are followed anew.
 * `before`: the definition that was in force.
 */
export async function followAnew(
  context: ServerContext,
  trx: Trx,
  next: FormDefinition,
  before: FormDefinition | null,
): Promise<void> {
  if (before !== null && waysOf(before) === waysOf(next)) return;
  const { rows } = await sql<
    Named & { state: 'published' | 'draft' }
  >`select distinct kind, doc_key as key, state from doc_reference
    where to_kind = 'field' and to_owner = ${next.formKey} and is_step and not (kind = 'form' and doc_key = ${next.formKey})`.execute(
    trx,
  );
  for (const row of rows) await indexAgain(context, trx, row, (key) => (key === next.formKey ? next : null));
}

async function indexAgain(
  context: ServerContext,
  trx: Trx,
  { kind, key, state }: Named & { state: 'published' | 'draft' },
  beside?: Beside,
): Promise<void> {
  const document = await findDocument(trx, kind, key);
  if (!document) return;
  if (state === 'draft') {
    if (document.draft === null) return;
    const found = await referencesIn(context, trx, { kind, key, text: document.draft, isCanonical: false }, beside);
    await storeReferences(trx, { kind, key, state }, found);
    return;
  }
  if (document.published_version === null) return;
  const { canonical, content } = await versionRow(trx, kind, key, document.published_version);
  await indexPublished(context, trx, { kind, key }, canonical ?? content, beside);
}

/** Makes the whole index anew, document by document. Answers how many there were. */
export async function rebuildReferences(context: ServerContext): Promise<number> {
  const { db } = context;
  const all = await db
    .selectFrom('doc_document')
    .select(['kind', 'doc_key'])
    .orderBy('kind')
    .orderBy('doc_key')
    .execute();
  for (const { kind, doc_key: key } of all)
    await db.transaction().execute(async (trx) => {
      await sql`select 1 from doc_document where kind = ${kind} and doc_key = ${key} for update`.execute(trx);
      await indexAgain(context, trx, { kind, key, state: 'published' });
      await indexAgain(context, trx, { kind, key, state: 'draft' });
    });
  await db
    .insertInto('doc_reference_state')
    .values({ id: 1, collector: COLLECTOR })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ collector: COLLECTOR }))
    .execute();
  return all.length;
}

/** Whether the index was made by this collector. */
export async function isIndexCurrent(db: Db): Promise<boolean> {
  const state = await db.selectFrom('doc_reference_state').select('collector').executeTakeFirst();
  return state?.collector === COLLECTOR;
}
