import type { Row, Scope } from '../kernel/index.ts';

/** Creates the check of whether a stored record has a row. `record`: the stored record; null for a new one. */
export function storedRowCheck(
  record: { childTables?: Readonly<Record<string, readonly Pick<Row, 'id'>[]>> } | null,
): NonNullable<Scope['isStoredRow']> {
  const idsByTable = new Map<string, ReadonlySet<string>>();
  return (table, rowId) => {
    const ids = idsByTable.get(table) ?? new Set((record?.childTables?.[table] ?? []).map(({ id }) => String(id)));
    idsByTable.set(table, ids);
    return ids.has(rowId);
  };
}
