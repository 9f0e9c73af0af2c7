import type { FormRecord } from '../grammar/documents.ts';
import type { Row } from '../kernel/index.ts';
import type { RecordValues } from './recordValues.ts';

type Stored = Pick<FormRecord, 'fieldsMap' | 'childTables'>;

/**
 * What is stored after a save: a value, table or column that did not come keeps what was stored, since hidden
 * values never left. A row that did not come was removed (in a table that did). Inputs stay.
 */
export function mergeHidden(stored: Stored | null, incoming: Stored): RecordValues {
  const before = stored ?? { fieldsMap: {}, childTables: {} };
  const childTables: Record<string, Row[]> = { ...before.childTables };
  for (const [table, rows] of Object.entries(incoming.childTables ?? {})) {
    // a table's name is the sender's: `constructor` is no table of an empty object
    const known = new Map(
      (Object.hasOwn(childTables, table) ? (childTables[table] ?? []) : []).map((row) => [row.id, row]),
    );
    childTables[table] = rows.map(({ id, fieldsMap }) => ({
      id,
      fieldsMap: { ...known.get(id)?.fieldsMap, ...fieldsMap },
    }));
  }
  return { fieldsMap: { ...before.fieldsMap, ...incoming.fieldsMap }, childTables };
}
