import { sql } from 'kysely';
import { type CompiledForm, relatedIds } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import type { Trx } from '../../store/transaction.ts';
import type { RecordTables, RecordValues } from '../tables.ts';
import { recordsOf } from '../columns/recordSource.ts';
import { relationsOf } from './placed.ts';

type RelationRow = RecordTables['frm_relation'];

interface Holder {
  id: string;
  form_key: string;
}

const placeOf = ({ table_key, row_id, field_key, to_id }: RelationRow): string =>
  JSON.stringify([table_key, row_id, field_key, to_id]);

/** What a record points at, as rows of the index. */
export function relationRows(form: CompiledForm, { id, form_key }: Holder, values: RecordValues): RelationRow[] {
  const rows: RelationRow[] = [];
  const take = (
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
  for (const placed of relationsOf(form)) {
    if (placed.table === null) take(placed, '', values.fieldsMap[placed.node.__vModel__]);
    else
      for (const row of values.childTables[placed.table] ?? [])
        take(placed, row.id, row.fieldsMap[placed.node.__vModel__]);
  }
  return rows;
}

/** PostgreSQL takes at most 65,535 parameters in one statement. */
const GROUP = 5000;

async function insertRows(trx: Trx, rows: readonly RelationRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += GROUP)
    await trx
      .insertInto('frm_relation')
      .values(rows.slice(at, at + GROUP))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Notes what a saved record points at; `before`: what it held (null: a new record). Call in the transaction of the save. */
export async function noteRelations(
  trx: Trx,
  form: CompiledForm,
  holder: Holder,
  values: RecordValues,
  before: RecordValues | null,
): Promise<void> {
  if (relationsOf(form).length === 0) return;
  const now = relationRows(form, holder, values);
  const old = before ? relationRows(form, holder, before) : [];
  const places = new Set(old.map(placeOf));
  const kept = new Set(now.map(placeOf));
  if (places.size === kept.size && now.every((row) => places.has(placeOf(row)))) return;
  const gone = old.filter((row) => !kept.has(placeOf(row)));
  if (gone.length > 0)
    await sql`delete from frm_relation where from_id = ${holder.id} and (table_key, row_id, field_key, to_id) in (select * from unnest(
      ${gone.map((row) => row.table_key)}::text[], ${gone.map((row) => row.row_id)}::text[], ${gone.map((row) => row.field_key)}::text[], ${gone.map((row) => row.to_id)}::text[]))`.execute(
      trx,
    );
  await insertRows(
    trx,
    now.filter((row) => !places.has(placeOf(row))),
  );
}

/** The same for several new records of one form. */
export async function noteNewRelations(
  trx: Trx,
  form: CompiledForm,
  records: readonly (Holder & { values: RecordValues })[],
): Promise<void> {
  if (relationsOf(form).length === 0) return;
  await insertRows(
    trx,
    records.flatMap((record) => relationRows(form, record, record.values)),
  );
}

/** A removed record points at nothing. */
export async function forgetRelations(trx: Trx, recordId: string): Promise<void> {
  await trx.deleteFrom('frm_relation').where('from_id', '=', recordId).execute();
}

const PORTION = 500;

/**
 * Makes the index of one form anew from its records, piece by piece, each in a transaction that holds its records. Answers
 * how many entries there are. Relations are those of the form's newest version.
 */
export async function rebuildRelations(context: ServerContext, formKey: string): Promise<number> {
  const { form } = await loadForm(context, context.db, formKey);
  let count = 0;
  for (let after = '', isLast = false; !isLast;) {
    await context.db.transaction().execute(async (trx) => {
      const records = await trx
        .selectFrom(await recordsOf(trx, formKey))
        .select(['id', 'form_key', 'fields', 'child_tables'])
        .where('form_key', '=', formKey)
        .where('id', '>', after)
        .orderBy('id')
        .limit(PORTION)
        .forUpdate()
        .execute();
      isLast = records.length < PORTION;
      after = records.at(-1)?.id ?? after;
      const ids = records.map(({ id }) => id);
      if (ids.length > 0) await trx.deleteFrom('frm_relation').where('from_id', 'in', ids).execute();
      const rows = records.flatMap((record) =>
        relationRows(form, record, { fieldsMap: record.fields, childTables: record.child_tables }),
      );
      count += rows.length;
      await insertRows(trx, rows);
    });
  }
  return count;
}
