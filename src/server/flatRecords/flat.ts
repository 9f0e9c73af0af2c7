import type { FormRecord } from '../../grammar/documents.ts';
import type { StoredRecord } from '../records/index.ts';

/**
 * A record as one object: its fields, its sub-tables as lists of rows, and system values.
 */
export type FlatRecord = Record<string, unknown> & { id: string; revision: number };

/** Keys of system values. A save ignores them, unless the form has a field of that key. */
const SYSTEM_KEY_LIST = [
  'id',
  'formKey',
  'version',
  'revision',
  'flwState',
  'title',
  'taskNode',
  'createBy',
  'createByName',
  'createTime',
  'updateBy',
  'updateByName',
  'updateTime',
  'task',
] as const;
export const SYSTEM_KEYS: ReadonlySet<string> = new Set(SYSTEM_KEY_LIST);

/**
 * Converts a record to one object. A field of the form takes precedence over a system value of the same name, except
 * `id` and `revision`.
 */
export function flatRecordOf(record: FormRecord): FlatRecord {
  const {
    id = '',
    revision = 0,
    title,
    createByName,
    createTime,
    updateByName,
    updateTime,
    fieldsMap,
    childTables,
  } = record as StoredRecord;
  const tables = Object.fromEntries(
    Object.entries(childTables ?? {}).map(([key, rows]) => [
      key,
      rows.map((row) => ({ ...row.fieldsMap, id: row.id })),
    ]),
  );
  return { title, createByName, createTime, updateByName, updateTime, ...fieldsMap, ...tables, id, revision };
}
