import type { Row, Scope } from '../kernel/index.ts';

/**
 * Creates the reader of a record's stored values, outside sub-tables or in one of its rows (`Scope`). `record`: the
 * stored record; null for a new one.
 */
export function createStoredReader(
  record: {
    fieldsMap?: Readonly<Record<string, unknown>>;
    childTables?: Readonly<Record<string, readonly Row[]>>;
  } | null,
): NonNullable<Scope['storedValues']> {
  const rowsByTable = new Map<string, ReadonlyMap<string, Row>>();
  return (table, rowId) => {
    if (table === undefined) return record?.fieldsMap;
    const rows =
      rowsByTable.get(table) ?? new Map((record?.childTables?.[table] ?? []).map((row) => [String(row.id), row]));
    rowsByTable.set(table, rows);
    return rowId === undefined ? undefined : rows.get(rowId)?.fieldsMap;
  };
}
