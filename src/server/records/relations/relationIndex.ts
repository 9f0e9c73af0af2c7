import { sql } from 'kysely';
import { type CompiledForm, relatedIds } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import type { Trx } from '../../store/transaction.ts';
import type { RecordTables, RecordValues } from '../tables.ts';
import { recordsOf } from '../columns/recordSource.ts';
import { relationsOf } from './relationsOf.ts';

type RelationRow = RecordTables['frm_relation'];

/** The record that contains the relations. */
interface ReferringRecord {
  id: string;
  form_key: string;
}

const rowKey = ({ table_key, row_id, field_key, to_id }: RelationRow): string =>
  JSON.stringify([table_key, row_id, field_key, to_id]);

/** Returns the references of a record to other records, as rows of the index `frm_relation`. */
export function relationRows(
  form: CompiledForm,
  { id, form_key }: ReferringRecord,
  values: RecordValues,
): RelationRow[] {
  const rows: RelationRow[] = [];
  const addRows = (
    { node, relation, table }: ReturnType<typeof relationsOf>[number],
    row_id: string,
    value: unknown,
  ): void => {
    for (const to_id of relatedIds(value))
      rows.push({
        from_form: form_key,
        from_id: id,
        table_key: table ?? '',
        row_id,
        field_key: node.__vModel__,
        to_form: relation.to,
        to_id,
      });
  };
  for (const locatedRelation of relationsOf(form)) {
    if (locatedRelation.table === null) addRows(locatedRelation, '', values.fieldsMap[locatedRelation.node.__vModel__]);
    else
      for (const row of values.childTables[locatedRelation.table] ?? [])
        addRows(locatedRelation, row.id, row.fieldsMap[locatedRelation.node.__vModel__]);
  }
  return rows;
}

/** Number of rows per statement, because PostgreSQL accepts at most 65,535 parameters. */
const INSERT_BATCH_SIZE = 5000;

async function insertRows(trx: Trx, rows: readonly RelationRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERT_BATCH_SIZE)
    await trx
      .insertInto('frm_relation')
      .values(rows.slice(start, start + INSERT_BATCH_SIZE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/**
 * Updates the index with the references of a saved record. `before`: the previous values; null for a new record. Must
 * be called in the transaction of the save.
 */
export async function indexRelations(
  trx: Trx,
  form: CompiledForm,
  record: ReferringRecord,
  values: RecordValues,
  before: RecordValues | null,
): Promise<void> {
  if (relationsOf(form).length === 0) return;
  const rowsNow = relationRows(form, record, values);
  const rowsBefore = before ? relationRows(form, record, before) : [];
  const keysBefore = new Set(rowsBefore.map(rowKey));
  const keysNow = new Set(rowsNow.map(rowKey));
  if (keysBefore.size === keysNow.size && rowsNow.every((row) => keysBefore.has(rowKey(row)))) return;
  const removedRows = rowsBefore.filter((row) => !keysNow.has(rowKey(row)));
  if (removedRows.length > 0)
    await sql`delete from frm_relation where from_id = ${record.id} and (table_key, row_id, field_key, to_id) in (select * from unnest(
      ${removedRows.map((row) => row.table_key)}::text[], ${removedRows.map((row) => row.row_id)}::text[], ${removedRows.map((row) => row.field_key)}::text[], ${removedRows.map((row) => row.to_id)}::text[]))`.execute(
      trx,
    );
  await insertRows(
    trx,
    rowsNow.filter((row) => !keysBefore.has(rowKey(row))),
  );
}

/** Adds the references of new records of one form to the index. */
export async function indexNewRelations(
  trx: Trx,
  form: CompiledForm,
  records: readonly (ReferringRecord & { values: RecordValues })[],
): Promise<void> {
  if (relationsOf(form).length === 0) return;
  await insertRows(
    trx,
    records.flatMap((record) => relationRows(form, record, record.values)),
  );
}

/** Deletes the references of a removed record from the index. */
export async function unindexRelations(trx: Trx, recordId: string): Promise<void> {
  await trx.deleteFrom('frm_relation').where('from_id', '=', recordId).execute();
}

const RECORD_BATCH_SIZE = 500;

/**
 * Rebuilds the index of one form from its records, in batches. Each batch is a transaction that locks its records.
 * Uses the relations of the form's newest version. Returns the number of index entries.
 */
export async function rebuildRelationIndex(context: ServerContext, formKey: string): Promise<number> {
  const { form } = await loadForm(context, context.db, formKey);
  let entryCount = 0;
  for (let lastId = '', isLastBatch = false; !isLastBatch;) {
    await context.db.transaction().execute(async (trx) => {
      const records = await trx
        .selectFrom(await recordsOf(trx, formKey))
        .select(['id', 'form_key', 'fields', 'child_tables'])
        .where('form_key', '=', formKey)
        .where('id', '>', lastId)
        .orderBy('id')
        .limit(RECORD_BATCH_SIZE)
        .forUpdate()
        .execute();
      isLastBatch = records.length < RECORD_BATCH_SIZE;
      lastId = records.at(-1)?.id ?? lastId;
      const ids = records.map(({ id }) => id);
      if (ids.length > 0) await trx.deleteFrom('frm_relation').where('from_id', 'in', ids).execute();
      const rows = records.flatMap((record) =>
        relationRows(form, record, { fieldsMap: record.fields, childTables: record.child_tables }),
      );
      entryCount += rows.length;
      await insertRows(trx, rows);
    });
  }
  return entryCount;
}
