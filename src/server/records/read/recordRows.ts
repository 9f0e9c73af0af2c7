import type { Selectable } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import { timeText } from '../../http/time.ts';
import type { RecordTables } from '../tables.ts';

export type RecordRow = Selectable<RecordTables['frm_record']>;

/** A record on the wire, with all system columns. */
export type StoredRecord = FormRecord &
  Required<Pick<FormRecord, 'id' | 'formKey' | 'version' | 'revision' | 'flwState'>>;

/** Converts a row to a record on the wire, without redaction. */
export function recordOf(row: Omit<RecordRow, 'search_text'>): StoredRecord {
  return {
    id: row.id,
    formKey: row.form_key,
    version: row.version,
    revision: row.revision,
    flwState: row.flw_state as StoredRecord['flwState'],
    title: row.title,
    taskNode: row.task_node,
    createBy: row.create_by,
    createByName: row.create_by_name,
    createTime: timeText(row.create_time),
    updateBy: row.update_by,
    updateByName: row.update_by_name,
    updateTime: timeText(row.update_time),
    fieldsMap: row.fields,
    childTables: row.child_tables,
  };
}
