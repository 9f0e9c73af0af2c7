import type { DemoFile, DemoRecord } from '../types.ts';

interface PlainRecordData {
  formKey: string;
  /** Index of the record, from 0. */
  index: number;
  createBy: string;
  createTime: Date;
  fields: Record<string, unknown>;
  tables?: DemoRecord['childTables'];
  files?: readonly DemoFile[];
}

/** Creates one record of a form without an approval. */
export const plainRecord = ({
  formKey,
  index,
  createBy,
  createTime,
  fields,
  tables = {},
  files = [],
}: PlainRecordData): DemoRecord => ({
  id: `${formKey}-${String(index + 1).padStart(4, '0')}`,
  formKey,
  flwState: '0',
  createBy,
  createTime,
  updateBy: createBy,
  updateTime: createTime,
  fieldsMap: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  childTables: tables,
  files,
  steps: [],
  openNode: null,
});
