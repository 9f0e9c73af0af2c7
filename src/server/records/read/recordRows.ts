import type { Selectable } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import { timeText } from '../../http/time.ts';
import type { RecordTables } from '../tables.ts';
import { keptKeys } from '../../../relations/index.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import { redactRecord } from '../../../records/index.ts';
import type { Situation } from '../../../rules/situation.ts';

/** A record as a database row. */
export type RecordRow = Selectable<RecordTables['frm_record']>;

/** A stored record on the wire. Unlike in a new record, id, form key, version, revision and state are always set. */
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

/**
 * Returns a record without the values that a person may not see according to the form version with which it was filled
 * in (`formOfRecord`). If the published version (`newestForm`) has further kept values, those that it lets the person
 * see are included.
 */
export function visibleRecord<R extends Pick<FormRecord, 'fieldsMap' | 'childTables'>>(
  formOfRecord: CompiledForm,
  newestForm: CompiledForm,
  record: R,
  situation: Situation,
): R {
  const redactedRecord = redactRecord(formOfRecord, record, situation);
  if (formOfRecord === newestForm) return redactedRecord;
  const newKeptKeys = [...keptKeys(newestForm.definition)].filter(
    (key) =>
      !formOfRecord.fields.has(key) &&
      Object.hasOwn(record.fieldsMap ?? {}, key) &&
      newestForm.fields.get(key)?.mayRead(situation) === true,
  );
  if (newKeptKeys.length === 0) return redactedRecord;
  const newKeptValues = Object.fromEntries(newKeptKeys.map((key) => [key, record.fieldsMap?.[key]]));
  return { ...redactedRecord, fieldsMap: { ...redactedRecord.fieldsMap, ...newKeptValues } };
}
