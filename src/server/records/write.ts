import type { LoadedForm } from '../documents/forms.ts';
import type { LoadedFlow } from '../flow/flows.ts';
import { hiddenFields } from '../flow/hiddenFields.ts';
import type { RequestUser } from '../http/user.ts';
import { newId } from '../store/id.ts';
import type { Trx } from '../store/transaction.ts';
import { filesOf, noteFiles } from './files.ts';
import type { OpenRecord } from './open.ts';
import type { RecordRow } from './rows.ts';
import { titleOf } from '../../kernel/records/title.ts';
import { searchTexts } from './titles.ts';
import { searchColumns } from './search.ts';
import type { RecordValues } from './tables.ts';
import { claimUniques } from './uniques.ts';

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
export function derivedColumns({ form, version }: Pick<LoadedForm, 'form' | 'version'>, flow: LoadedFlow | null, values: RecordValues, creatorName: string) {
  const hidden = hiddenFields(flow?.definition ?? null);
  // titles stand in lists, to-dos and mails of people from whom a node may hide a field
  const isOpen = (key: string): boolean => !hidden.has(key) && form.fields.get(key)?.node.flowVisible !== '0';
  const title = titleOf(form, { fieldsMap: Object.fromEntries(Object.entries(values.fieldsMap).filter(([key]) => isOpen(key))) });
  return {
    version, title, fields: JSON.stringify(values.fieldsMap), child_tables: JSON.stringify(values.childTables),
    ...searchColumns([title, creatorName, ...searchTexts(form, values, hidden)]),
  };
}

/** Stores a record: a new row, or the next revision of the one that `openForWrite` holds. Writes files and audit too. */
export async function writeRecord(trx: Trx, { loaded, flow, row, user }: Pick<OpenRecord, 'loaded' | 'flow' | 'row' | 'user'>, input: WriteInput): Promise<RecordRow> {
  const { form, formKey } = loaded;
  const columns = {
    ...derivedColumns(loaded, flow, input.values, row?.create_by_name ?? user.name),
    flw_state: input.flwState, task_node: input.taskNode, update_by: user.id, update_by_name: user.name, update_time: new Date(),
  };
  const stored = row
    ? await trx.updateTable('frm_record').set({ ...columns, revision: row.revision + 1 }).where('form_key', '=', formKey).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow()
    : await trx.insertInto('frm_record').values({
      ...columns, id: newId(), form_key: formKey, revision: 1, create_by: user.id, create_by_name: user.name, unit_id: user.unitId, dept_id: user.deptId,
    }).returningAll().executeTakeFirstOrThrow();
  await noteFiles(trx, formKey, stored.id, filesOf(form, input.values));
  await claimUniques(trx, form, stored, row ? valuesOf(row) : null);
  await audit(trx, stored, user, input.action, input.values, input.node);
  return stored;
}

export async function audit(trx: Trx, row: Pick<RecordRow, 'id' | 'form_key' | 'revision'>, user: RequestUser, action: string, after: RecordValues | null, node = ''): Promise<void> {
  await trx.insertInto('frm_record_audit').values({
    id: newId(), record_id: row.id, form_key: row.form_key, revision: row.revision, action, user_id: user.id, user_name: user.name, task_node: node, after: JSON.stringify(after),
  }).execute();
}

export const valuesOf = (row: RecordRow | null): RecordValues => ({ fieldsMap: row?.fields ?? {}, childTables: row?.child_tables ?? {} });
