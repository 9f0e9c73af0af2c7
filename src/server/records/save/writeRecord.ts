import { sql } from 'kysely';
import { refuseDisabled, type LoadedForm } from '../../documents/index.ts';
import type { RequestUser } from '../../http/user.ts';
import { newId } from '../../store/newId.ts';
import type { Trx } from '../../store/transaction.ts';
import { fileIdsOf, saveFileLinks } from '../read/recordFiles.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import type { RecordRow } from '../read/recordRows.ts';
import type { RecordValues, SystemColumns } from '../tables.ts';
import { findRestrictedFields, isVisibleToAll, titleColumns } from '../indexes/titles.ts';
import { indexNewRelations, indexRelations } from '../relations/relationIndex.ts';
import { tablesOf } from '../columns/catalogue.ts';
import { fieldsWithKept } from '../columns/recordSource.ts';
import { insertRecords, updateRecord, withoutKeptFields, type NewRecord } from '../columns/storeRecords.ts';
import type { Db } from '../../store/database.ts';
import { claimUniquesOfNewRecords, claimUniques } from '../indexes/uniques.ts';

/** The values and the audit data of one write. */
export interface WriteInput {
  values: RecordValues;
  flwState: string;
  /** Names of the task nodes where the record waits after the write; '' if there are none. */
  taskNode: string;
  /** The action in the audit entry: save, submit, approve … */
  action: string;
  /** Name of the task node where the action was done; '' if there is none. */
  actionNode: string;
  /**
   * The reason that the person stated, or the cause of the write, for example an event with an effect; absent if there
   * is neither.
   */
  note?: string;
}

/**
 * Returns the system columns that are derived from the form, the values and the creator's name: version, title,
 * searchable text. `restrictedKeys`: the fields that a task node or a role hides (`findRestrictedFields`).
 */
export function derivedColumns(
  { form, version }: Pick<LoadedForm, 'form' | 'version'>,
  restrictedKeys: ReadonlySet<string>,
  values: RecordValues,
  creatorName: string,
) {
  const isVisible = isVisibleToAll(form, restrictedKeys);
  return {
    version,
    ...titleColumns(form, isVisible, values, creatorName),
  };
}

/** Inserts a new record. Refuses if the form is disabled. */
async function insertRecord(trx: Trx, formKey: string, record: NewRecord): Promise<SystemColumns> {
  await refuseDisabled(trx, 'form', formKey);
  const storedRow = (await insertRecords(trx, formKey, [record])).get(record.id);
  if (!storedRow) throw new Error(`record "${record.id}" was not stored`);
  return storedRow;
}

/**
 * Stores a record: a new row, or the next revision of the row that `openForWrite` locked. Also writes its file links,
 * unique values, relations and audit entry. Returns the stored row.
 */
export async function writeRecord(
  trx: Trx,
  { loaded, flow, row, user }: Pick<OpenRecord, 'loaded' | 'flow' | 'row' | 'user'>,
  input: WriteInput,
): Promise<RecordRow> {
  const { form, formKey } = loaded;
  const columns = {
    ...derivedColumns(
      loaded,
      await findRestrictedFields(trx, formKey, flow),
      input.values,
      row?.create_by_name ?? user.name,
    ),
    flw_state: input.flwState,
    task_node: input.taskNode,
    update_by: user.id,
    update_by_name: user.name,
    update_time: new Date(),
  };
  // kept values are stored only in columns, neither in the record's values as JSON nor in the audit
  const values = await enteredValues(trx, formKey, input.values);
  const system = row
    ? await updateRecord(trx, formKey, row.id, {
        before: valuesOf(row),
        after: values,
        system: { ...columns, revision: row.revision + 1 },
        searchTextBefore: row.search_text,
      })
    : await insertRecord(trx, formKey, {
        ...columns,
        id: newId(),
        revision: 1,
        create_by: user.id,
        create_by_name: user.name,
        unit_id: user.unitId,
        dept_id: user.deptId,
        values,
      });
  const storedRow: RecordRow = {
    ...system,
    form_key: formKey,
    fields: ((await loadFieldsWithKeptValues(trx, formKey, system.id)) ?? values.fieldsMap) as RecordRow['fields'],
    child_tables: values.childTables as RecordRow['child_tables'],
  };
  await saveFileLinks(trx, formKey, storedRow.id, fileIdsOf(form, values), flow !== null && input.flwState === '0');
  // a voided record has released its unique values
  const before = row && row.flw_state !== '4' ? valuesOf(row) : null;
  await claimUniques(trx, form, { row: storedRow, before, user });
  await indexRelations(trx, form, storedRow, values, row ? valuesOf(row) : null);
  await writeAudit(trx, storedRow, user, input.action, values, input.actionNode, input.note);
  return storedRow;
}

/**
 * Stores new records of one form like `writeRecord`, with few statements for all of them. Refuses with RECORD_INVALID
 * if a `unique` value is taken.
 */
export async function writeNewRecords(
  trx: Trx,
  { loaded, flow, user }: Pick<OpenRecord, 'loaded' | 'flow' | 'user'>,
  receivedInputs: readonly WriteInput[],
): Promise<void> {
  const { form, formKey } = loaded;
  await refuseDisabled(trx, 'form', formKey);
  const inputs: WriteInput[] = [];
  for (const input of receivedInputs)
    inputs.push({ ...input, values: await enteredValues(trx, formKey, input.values) });
  const restrictedKeys = await findRestrictedFields(trx, formKey, flow);
  const rows = inputs.map((input) => ({
    input,
    id: newId(),
    columns: derivedColumns(loaded, restrictedKeys, input.values, user.name),
  }));
  await insertRecords(
    trx,
    formKey,
    rows.map(({ input, id, columns }) => ({
      ...columns,
      id,
      revision: 1,
      flw_state: input.flwState,
      task_node: input.taskNode,
      create_by: user.id,
      create_by_name: user.name,
      update_by: user.id,
      update_by_name: user.name,
      update_time: new Date(),
      unit_id: user.unitId,
      dept_id: user.deptId,
      values: input.values,
    })),
  );
  await trx
    .insertInto('frm_record_audit')
    .values(
      rows.map(({ input, id }) => ({
        id: newId(),
        record_id: id,
        form_key: formKey,
        revision: 1,
        action: input.action,
        user_id: user.id,
        user_name: user.name,
        task_node: input.actionNode,
        after: JSON.stringify(input.values),
      })),
    )
    .execute();
  for (const { input, id } of rows) {
    const files = fileIdsOf(form, input.values);
    if (files.length > 0) await saveFileLinks(trx, formKey, id, files, true);
  }
  await indexNewRelations(
    trx,
    form,
    rows.map(({ id, input }) => ({ id, form_key: formKey, values: input.values })),
  );
  await claimUniquesOfNewRecords(
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

/** Adds an entry to the record's audit. `after`: the stored values; null for a removed record. */
export async function writeAudit(
  trx: Trx,
  row: Pick<RecordRow, 'id' | 'form_key' | 'revision'>,
  user: RequestUser,
  action: string,
  after: RecordValues | null,
  node = '',
  note = '',
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
      note,
      after: JSON.stringify(after),
    })
    .execute();
}

/** Returns the values of a row; empty for a new record (null). */
export const valuesOf = (row: RecordRow | null): RecordValues => ({
  fieldsMap: row?.fields ?? {},
  childTables: row?.child_tables ?? {},
});

/** Returns a record's values without the kept values, which users cannot enter. */
export async function enteredValues(db: Db, formKey: string, values: RecordValues): Promise<RecordValues> {
  const tables = await tablesOf(db, formKey);
  const fieldsMap = tables ? withoutKeptFields(tables, values.fieldsMap) : values.fieldsMap;
  return fieldsMap === values.fieldsMap ? values : { ...values, fieldsMap };
}

/**
 * Returns the field values of a stored record with its current kept values; null if the form has no kept fields or
 * there is no such record.
 */
async function loadFieldsWithKeptValues(
  db: Db,
  formKey: string,
  id: string,
): Promise<RecordValues['fieldsMap'] | null> {
  const tables = await tablesOf(db, formKey);
  if (!tables || tables.keptFields.length === 0) return null;
  const { rows } = await sql<{
    fields: RecordValues['fieldsMap'];
  }>`select ${fieldsWithKept(tables)} as fields from ${sql.id(tables.main.name)} r join ${sql.id(tables.valuesTable)} d on d.id = r.id where r.id = ${id}`.execute(
    db,
  );
  return rows[0]?.fields ?? null;
}
