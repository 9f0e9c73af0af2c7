import type { FormRecord } from '../grammar/documents.ts';
import type { Row } from '../kernel/index.ts';
import type { RecordValues } from './recordValues.ts';

type StoredValues = Pick<FormRecord, 'fieldsMap' | 'childTables'>;

/**
 * Returns the values to store after a save. A value, table or column that the client did not send keeps its stored
 * value, since hidden values are never sent to the client. In a table that was sent, a missing row counts as removed.
 * The inputs are not modified.
 */
export function mergeHidden(stored: StoredValues | null, incoming: StoredValues): RecordValues {
  const current = stored ?? { fieldsMap: {}, childTables: {} };
  const childTables: Record<string, Row[]> = { ...current.childTables };
  for (const [table, rows] of Object.entries(incoming.childTables ?? {})) {
    // the client chooses the table name: `constructor` must not read an inherited property
    const storedById = new Map(
      (Object.hasOwn(childTables, table) ? (childTables[table] ?? []) : []).map((row) => [row.id, row]),
    );
    childTables[table] = rows.map(({ id, fieldsMap }) => ({
      id,
      fieldsMap: { ...storedById.get(id)?.fieldsMap, ...fieldsMap },
    }));
  }
  return { fieldsMap: { ...current.fieldsMap, ...incoming.fieldsMap }, childTables };
}
