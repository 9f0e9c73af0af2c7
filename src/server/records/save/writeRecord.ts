import { refuseDisabled, type LoadedForm } from '../../documents/index.ts';
import type { RequestUser } from '../../http/user.ts';
import { newId } from '../../store/id.ts';
import type { Trx } from '../../store/transaction.ts';
import { filesOf, noteFiles } from '../read/recordFiles.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import type { RecordRow } from '../read/recordRows.ts';
import type { RecordValues, SystemColumns } from '../tables.ts';
import { closedFields } from '../indexes/closedFields.ts';
import { isOpenToAll, titleColumns } from '../indexes/titles.ts';
import { noteNewRelations, noteRelations } from '../relations/relationIndex.ts';
import { enteredValues, keptFields } from '../columns/recordSource.ts';
import { insertRecords, updateRecord, type NewRecord } from '../columns/storeRecords.ts';
import { claimNewUniques, claimUniques } from '../indexes/uniques.ts';

export interface WriteInput {
  values: RecordValues;
  flwState: string;
  taskNode: string;
  /** What the audit calls it: save, submit, approve … */
  action: string;
  /** At which node it was done; '' where there is none. */
  node: string;
  /** Why it was done, where that is asked for. */
  note?: string;
}

/** Columns that follow from the values. `closed`: the form's `closedFields`. */
export function derivedColumns(
  { form, version }: Pick<LoadedForm, 'form' | 'version'>,
  closed: ReadonlySet<string>,
  values: RecordValues,
  creatorName: string,
) {
  const isOpen = isOpenToAll(form, closed);
  return {
    version,
    ...titleColumns(form, isOpen, values, creatorName),
  };
}

async function insertRecord(trx: Trx, formKey: string, record: NewRecord): Promise<SystemColumns> {
  await refuseDisabled(trx, 'form', formKey);
  const stored = (await insertRecords(trx, formKey, [record])).get(record.id);
  if (!stored) throw new Error(`record "${record.id}" was not stored`);
  return stored;
}

/** Stores a record: a new row, or the next revision of the one that `openForWrite` holds. Writes files and audit too. */
export async function writeRecord(
  trx: Trx,
  { loaded, flow, row, user }: Pick<OpenRecord, 'loaded' | 'flow' | 'row' | 'user'>,
  input: WriteInput,
): Promise<RecordRow> {
  const { form, formKey } = loaded;
  const columns = {
    ...derivedColumns(loaded, await closedFields(trx, formKey, flow), input.values, row?.create_by_name ?? user.name),
    flw_state: input.flwState,
    task_node: input.taskNode,
    update_by: user.id,
    update_by_name: user.name,
    update_time: new Date(),
  };
  // what the server keeps from other records is neither entered nor part of the past
  const values = await enteredValues(trx, formKey, input.values);
  const system = row
    ? await updateRecord(trx, formKey, row.id, {
        before: valuesOf(row),
        after: values,
        system: { ...columns, revision: row.revision + 1 },
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
  const stored: RecordRow = {
    ...system,
    form_key: formKey,
    fields: ((await keptFields(trx, formKey, system.id)) ?? values.fieldsMap) as RecordRow['fields'],
    child_tables: values.childTables as RecordRow['child_tables'],
  };
  await noteFiles(trx, formKey, stored.id, filesOf(form, values), flow !== null && input.flwState === '0');
  // a voided record has given its values back
  await claimUniques(trx, form, stored, row && row.flw_state !== '4' ? valuesOf(row) : null);
  await noteRelations(trx, form, stored, values, row ? valuesOf(row) : null);
  await audit(trx, stored, user, input.action, values, input.node, input.note);
  return stored;
}

/** Stores new records of one form at once, each as `writeRecord` would. Refuses with RECORD_INVALID when a value of a `unique` field is taken. */
export async function writeNewRecords(
  trx: Trx,
  { loaded, flow, user }: Pick<OpenRecord, 'loaded' | 'flow' | 'user'>,
  given: readonly WriteInput[],
): Promise<void> {
  const { form, formKey } = loaded;
  await refuseDisabled(trx, 'form', formKey);
  const inputs: WriteInput[] = [];
  for (const input of given) inputs.push({ ...input, values: await enteredValues(trx, formKey, input.values) });
  const closed = await closedFields(trx, formKey, flow);
  const rows = inputs.map((input) => ({
    input,
    id: newId(),
    columns: derivedColumns(loaded, closed, input.values, user.name),
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
        task_node: input.node,
        after: JSON.stringify(input.values),
      })),
    )
    .execute();
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

export const valuesOf = (row: RecordRow | null): RecordValues => ({
  fieldsMap: row?.fields ?? {},
  childTables: row?.child_tables ?? {},
});
