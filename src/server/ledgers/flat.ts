import type { FormRecord } from '../../grammar/documents.ts';
import type { StoredRecord } from '../records/index.ts';

/** A record as the ledgers' calls answer and take it: one object of its fields, sub-tables as lists of rows, and what the system keeps. */
export type Flat = Record<string, unknown> & { id: string; revision: number };

/** What the system keeps of a record; sent back it is not a change. */
const SYSTEM = [
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
export const SYSTEM_KEYS: ReadonlySet<string> = new Set(SYSTEM);

/** A field of the form wins over a name of the system's. */
export function flatOf(record: FormRecord): Flat {
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
