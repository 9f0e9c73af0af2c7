import type { Kysely } from 'kysely';
import type { SheetCell, SheetColumn } from '../archive/index.ts';
import type { Database } from '../store/database.ts';
import { iterateAudit, type AuditQuery, type AuditRow } from './listAudit.ts';

/** Maximum number of entries in one workbook: a sheet can hold a million rows, and an entry may need several rows. */
export const MAX_EXPORTED_ENTRIES = 100_000;

export const AUDIT_COLUMNS: SheetColumn[] = [
  { title: '时间', width: 20 },
  { title: '人员', width: 12 },
  { title: '操作', width: 12 },
  { title: '对象', width: 16 },
  { title: '名称', width: 30 },
  { title: '编号', width: 30 },
  { title: '字段', width: 16 },
  { title: '修改前', width: 40 },
  { title: '修改后', width: 40 },
  { title: '来源地址', width: 18 },
  { title: '请求号', width: 26 },
];

/** Returns the sheet rows of an entry: one row for each change, or one row if the entry has no changes. */
export function sheetRowsOfEntry(row: AuditRow): SheetCell[][] {
  const changes = row.changes.length > 0 ? row.changes : [{ name: '', before: '', after: '' }];
  return changes.map(({ name, before, after }) => [
    row.time,
    row.userName,
    row.actionType,
    row.objectType,
    row.objectName,
    row.objectId,
    name,
    before,
    after,
    row.address,
    row.requestId,
  ]);
}

/**
 * Yields the sheet rows of an export. The entries are read while the sheet is written. If there are more than
 * `maxEntries` entries, the last row states this.
 */
export async function* exportedSheetRows(
  db: Kysely<Database>,
  query: AuditQuery,
  maxEntries = MAX_EXPORTED_ENTRIES,
): AsyncGenerator<SheetCell[]> {
  let count = 0;
  for await (const row of iterateAudit(db, query, maxEntries + 1)) {
    count += 1;
    if (count <= maxEntries) yield* sheetRowsOfEntry(row);
    else yield [`仅导出最近的 ${maxEntries} 条，更早的请缩小时间范围后分次导出`];
  }
}
