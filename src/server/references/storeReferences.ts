import type { Reference } from '../../references/index.ts';
import { insertBatches } from '../store/insertBatches.ts';
import type { Trx } from '../store/transaction.ts';
import type { ReferenceTables } from './tables.ts';

/** A document in one state, with references in the index. */
export interface IndexedDocument {
  kind: ReferenceTables['doc_reference']['kind'];
  key: string;
  state: 'published' | 'draft';
}

/** Deletes the references of a document's state from the index. */
export const deleteReferences = async (trx: Trx, { kind, key, state }: IndexedDocument): Promise<void> => {
  await trx
    .deleteFrom('doc_reference')
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .where('state', '=', state)
    .execute();
};

/** Replaces the references of a document's state in the index. Call it in the transaction that stores the document. */
export async function storeReferences(
  trx: Trx,
  document: IndexedDocument,
  references: readonly Reference[],
): Promise<void> {
  const { kind, key, state } = document;
  await deleteReferences(trx, document);
  const rows = references.map(({ kind: to_kind, owner, name, use, path, positionText, isIntermediate }, position) => ({
    kind,
    doc_key: key,
    state,
    position,
    path: JSON.stringify(path),
    place: positionText,
    use,
    is_step: isIntermediate,
    to_kind,
    to_owner: owner,
    to_name: name,
  }));
  for (const group of insertBatches(rows))
    await trx
      .insertInto('doc_reference')
      .values(group)
      // a concurrent publication of a related form may reindex the same document
      .onConflict((conflict) =>
        conflict.columns(['kind', 'doc_key', 'state', 'position']).doUpdateSet((excluded) => ({
          path: excluded.ref('excluded.path'),
          place: excluded.ref('excluded.place'),
          use: excluded.ref('excluded.use'),
          is_step: excluded.ref('excluded.is_step'),
          to_kind: excluded.ref('excluded.to_kind'),
          to_owner: excluded.ref('excluded.to_owner'),
          to_name: excluded.ref('excluded.to_name'),
        })),
      )
      .execute();
}
