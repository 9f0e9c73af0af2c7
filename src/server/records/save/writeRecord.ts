import { sql } from 'kysely';
import type { LoadedForm } from '../../documents/index.ts';
import type { LoadedFlow } from '../../flowDocuments/index.ts';
import { hiddenFields } from '../../flow/index.ts';
import type { RequestUser } from '../../http/user.ts';
import { newId } from '../../store/id.ts';
import type { Trx } from '../../store/transaction.ts';
import { filesOf, noteFiles } from '../read/recordFiles.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import type { RecordRow } from '../read/recordRows.ts';
import type { RecordValues } from '../tables.ts';
import { isOpenToAll, titleColumns } from '../indexes/titles.ts';
import { noteNewRelations, noteRelations } from '../relations/relationIndex.ts';
import { claimNewUniques, claimUniques } from '../indexes/uniques.ts';

export interface WriteInput {
  values: RecordValues;
  flwState: string;
  taskNode: string;
  /** What the audit calls it: save, submit, approve … */
  action: string;
  /** At which node it was done; '' where there is none. */
  node: string;
}

/** Columns that follow from the values. */
export function derivedColumns(
  { form, version }: Pick<LoadedForm, 'form' | 'version'>,
  flow: LoadedFlow | null,
  values: RecordValues,
  creatorName: string,
) {
  const isOpen = isOpenToAll(form, hiddenFields(flow?.definition ?? null));
  return {
    version,
    fields: JSON.stringify(values.fieldsMap),
    child_tables: JSON.stringify(values.childTables),
    ...titleColumns(form, isOpen, values, creatorName),
  };
}

/** Stores a record: a new row, or the next revision of the one that `openForWrite` holds. Writes files and audit too. */
export async function writeRecord(
  trx: Trx,
  { loaded, flow, row, user }: Pick<OpenRecord, 'loaded' | 'flow' | 'row' | 'user'>,
  input: WriteInput,
): Promise<RecordRow> {
  const { form, formKey } = loaded;
  const columns = {
    ...derivedColumns(loaded, flow, input.values, row?.create_by_name ?? user.name),
    flw_state: input.flwState,
    task_node: input.taskNode,
    update_by: user.id,
    update_by_name: user.name,
    update_time: new Date(),
  };
  const stored = row
    ? await trx
        .updateTable('frm_record')
        .set({ ...columns, revision: row.revision + 1 })
        .where('form_key', '=', formKey)
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await trx
        .insertInto('frm_record')
        .values({
          ...columns,
          id: newId(),
          form_key: formKey,
          revision: 1,
          create_by: user.id,
          create_by_name: user.name,
          unit_id: user.unitId,
          dept_id: user.deptId,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
  await noteFiles(trx, formKey, stored.id, filesOf(form, input.values), flow !== null && input.flwState === '0');
  await claimUniques(trx, form, stored, row ? valuesOf(row) : null);
  await noteRelations(trx, form, stored, input.values, row ? valuesOf(row) : null);
  await audit(trx, stored, user, input.action, input.values, input.node);
  return stored;
}

/** Stores new records of one form at once, each as `writeRecord` would. Refuses with RECORD_INVALID when a value of a `unique` field is taken. */
export async function writeNewRecords(
  trx: Trx,
  { loaded, flow, user }: Pick<OpenRecord, 'loaded' | 'flow' | 'user'>,
  inputs: readonly WriteInput[],
): Promise<void> {
  const { form, formKey } = loaded;
  const rows = inputs.map((input) => ({
    input,
    id: newId(),
    columns: derivedColumns(loaded, flow, input.values, user.name),
  }));
  const sent = rows.map(({ input, id, columns }) => ({
    ...columns,
    id,
    audit_id: newId(),
    fields: input.values.fieldsMap,
    child_tables: input.values.childTables,
    flw_state: input.flwState,
    task_node: input.taskNode,
    action: input.action,
    node: input.node,
  }));
  await sql`with sent as materialized (select * from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as x(id text, audit_id text, version int, flw_state text, title text, task_node text, action text, node text, fields jsonb, child_tables jsonb, search_text text, search_grams text[])),
    stored as (insert into frm_record (id, form_key, version, revision, flw_state, title, task_node, create_by, create_by_name, update_by, update_by_name, update_time, unit_id, dept_id, fields, child_tables, search_text, search_grams)
      select id, ${formKey}, version, 1, flw_state, title, task_node, ${user.id}, ${user.name}, ${user.id}, ${user.name}, ${new Date()}::timestamptz, ${user.unitId}, ${user.deptId}, fields, child_tables, search_text, search_grams from sent)
    insert into frm_record_audit (id, record_id, form_key, revision, action, user_id, user_name, task_node, after)
      select audit_id, id, ${formKey}, 1, action, ${user.id}, ${user.name}, node, jsonb_build_object('fieldsMap', fields, 'childTables', child_tables) from sent`.execute(
    trx,
  );
  for (const { input, id } of rows) {
    const files = filesOf(form, input.values);
    if (files.length > 0) await noteFiles(trx, formKey, id, files, true);
  }
  await noteNewRelations(
    trx,
    form,
    rows.map(({ id, input }) => ({ id, form_key: formKey, values: input.values })),
  );
  await claimNewUniques(
    trx,
    form,
    rows.map(({ id, input }) => ({
      id,
      form_key: formKey,
      unit_id: user.unitId,
      flw_state: input.flwState,
      fields: input.values.fieldsMap,
    })),
  );
}

export async function audit(
  trx: Trx,
  row: Pick<RecordRow, 'id' | 'form_key' | 'revision'>,
  user: RequestUser,
  action: string,
  after: RecordValues | null,
  node = '',
): Promise<void> {
  await trx
    .insertInto('frm_record_audit')
    .values({
      id: newId(),
      record_id: row.id,
      form_key: row.form_key,
      revision: row.revision,
      action,
      user_id: user.id,
      user_name: user.name,
      task_node: node,
      after: JSON.stringify(after),
    })
    .execute();
}

export const valuesOf = (row: RecordRow | null): RecordValues => ({
  fieldsMap: row?.fields ?? {},
  childTables: row?.child_tables ?? {},
});
