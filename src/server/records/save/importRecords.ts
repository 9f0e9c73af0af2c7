import type { Insertable } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, type LoadedForm } from '../../documents/index.ts';
import { flowOfForm } from '../../flowDocuments/index.ts';
import { insertBatches } from '../../store/insertBatches.ts';
import { newId } from '../../store/newId.ts';
import type { Trx } from '../../store/transaction.ts';
import { fileIdsOf } from '../read/recordFiles.ts';
import { approvals, type ImportedApproval } from '../approvals.ts';
import { withRelationLabels } from '../relations/importedLabels.ts';
import { indexNewRelations } from '../relations/relationIndex.ts';
import type { RecordTables } from '../tables.ts';
import { insertRecords, type NewRecord } from '../columns/storeRecords.ts';
import { claimFreeUniques } from '../indexes/uniques.ts';
import { withoutKeptValues } from './acceptChanges.ts';
import { findRestrictedFields } from '../indexes/titles.ts';
import { derivedColumns } from './writeRecord.ts';

/** One completed step of an approval; `at` is the time of completion. */
export interface ImportedStep {
  nodeId: string;
  taskNode: string;
  userId: string;
  action: string;
  opinion: string;
  at: Date;
}

/**
 * A record with its approval history, from an older system or the demo data. It is trusted and stored without
 * validation.
 */
export interface ImportedRecord {
  id: string;
  formKey: string;
  flwState: string;
  createBy: string;
  createTime: Date;
  updateBy: string;
  updateTime: Date;
  fieldsMap: FormRecord['fieldsMap'];
  childTables: FormRecord['childTables'];
  steps: readonly ImportedStep[];
  /** The open node of a running or returned record, and the people who may act at the node; null for other records. */
  openNode: { nodeId: string; taskNode: string; userIds: readonly string[] } | null;
}

/** A user with their unit and department. For an unknown user, the name is the id. */
interface Person {
  id: string;
  name: string;
  unit_id: string | null;
  dept_id: string | null;
}

/** Rows of the database tables, collected for all records and then inserted in groups. */
interface ImportRows {
  records: NewRecord[];
  files: Insertable<RecordTables['frm_record_file']>[];
  audits: Insertable<RecordTables['frm_record_audit']>[];
}

/** Adds the rows of one record. Returns the title and the creator, which the import of the record's approval needs. */
function addRows(
  rows: ImportRows,
  loaded: LoadedForm,
  restrictedKeys: ReadonlySet<string>,
  record: ImportedRecord,
  people: ReadonlyMap<string, Person>,
): { title: string; creator: Person } {
  const { form, formKey } = loaded;
  const personOf = (id: string): Person => people.get(id) ?? { id, name: id, unit_id: null, dept_id: null };
  const creator = personOf(record.createBy);
  const columns = derivedColumns(loaded, restrictedKeys, record, creator.name);
  rows.records.push({
    ...columns,
    id: record.id,
    revision: 1,
    flw_state: record.flwState,
    task_node: record.openNode?.taskNode ?? '',
    create_by: creator.id,
    create_by_name: creator.name,
    create_time: record.createTime,
    update_by: record.updateBy,
    update_by_name: personOf(record.updateBy).name,
    update_time: record.updateTime,
    unit_id: creator.unit_id,
    dept_id: creator.dept_id,
    values: { fieldsMap: record.fieldsMap, childTables: record.childTables },
  });
  rows.files.push(
    ...fileIdsOf(form, record).map((fileId) => ({ file_id: fileId, record_id: record.id, form_key: formKey })),
  );
  rows.audits.push({
    id: newId(),
    record_id: record.id,
    form_key: formKey,
    revision: 1,
    action: 'import',
    user_id: record.updateBy,
    user_name: personOf(record.updateBy).name,
    happened_at: record.updateTime,
    after: JSON.stringify({ fieldsMap: record.fieldsMap, childTables: record.childTables }),
  });
  return { title: columns.title, creator };
}

/** Inserts the collected rows and the index entries of the records. */
async function insertRows(trx: Trx, { form, formKey }: LoadedForm, rows: ImportRows): Promise<void> {
  for (const values of insertBatches(rows.records)) await insertRecords(trx, formKey, values);
  await claimFreeUniques(
    trx,
    form,
    rows.records.map((row) => ({
      id: row.id,
      form_key: formKey,
      unit_id: row.unit_id ?? null,
      flw_state: row.flw_state,
      fields: row.values.fieldsMap,
    })),
  );
  await indexNewRelations(
    trx,
    form,
    rows.records.map(({ id, values }) => ({ id, form_key: formKey, values })),
  );
  for (const values of insertBatches(rows.files))
    await trx
      .insertInto('frm_record_file')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const values of insertBatches(rows.audits)) await trx.insertInto('frm_record_audit').values(values).execute();
}

/** Stores records of one published form with their approvals, in the latest versions of the form and the flow. */
export async function importRecords(
  context: ServerContext,
  trx: Trx,
  formKey: string,
  importedRecords: readonly ImportedRecord[],
): Promise<void> {
  const loaded = await loadForm(context, trx, formKey);
  // kept values are stored only in columns: neither the JSON of the record's values nor the audit log contains them
  const enteredRecords = importedRecords.map((record) => withoutKeptValues(loaded.form, record));
  const records = await withRelationLabels(trx, loaded.form, enteredRecords);
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  const users = await trx.selectFrom('sys_user').select(['id', 'name', 'unit_id', 'dept_id']).execute();
  const people = new Map(users.map((user) => [user.id, user]));
  const restrictedKeys = await findRestrictedFields(trx, formKey, flow);
  const rows: ImportRows = { records: [], files: [], audits: [] };
  const approvalsToImport: ImportedApproval[] = [];
  for (const record of records) {
    const { title, creator } = addRows(rows, loaded, restrictedKeys, record, people);
    if (record.steps.length > 0)
      approvalsToImport.push({
        record,
        title,
        creator: { id: creator.id, name: creator.name, unitId: creator.unit_id },
      });
  }
  await insertRows(trx, loaded, rows);
  if (!flow || approvalsToImport.length === 0) return;
  const names = new Map(users.map((user) => [user.id, user.name]));
  await approvals
    .registeredFor(context)
    .importApprovals(context, trx, { loaded, flow, records: approvalsToImport, names });
}
