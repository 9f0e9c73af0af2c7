import type { FormRecord } from '../grammar/documents.ts';
import type { Situation } from '../rules/situation.ts';
import { type CompiledField, type CompiledForm, type CompiledTable, type Row, isTable } from '../kernel/index.ts';
import { storedKeys, type RecordValues } from './recordValues.ts';

/** Returns the values of the fields that this person may read. */
function pickReadable(
  values: Readonly<Record<string, unknown>>,
  fields: Iterable<CompiledField>,
  situation: Situation,
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const field of fields) {
    if (!field.mayRead(situation)) continue;
    for (const key of storedKeys(field)) {
      if (Object.hasOwn(values, key)) picked[key] = values[key];
    }
  }
  return picked;
}

const redactRows = (rows: readonly Row[], table: CompiledTable, situation: Situation): Row[] =>
  rows.map((row) => ({ id: row.id, fieldsMap: pickReadable(row.fieldsMap, table.columns, situation) }));

/**
 * FK-006: returns the record without the values that this person may not read. Values without a field in this
 * definition are removed too.
 */
export function redactRecord<R extends Pick<FormRecord, 'fieldsMap' | 'childTables'>>(
  compiled: CompiledForm,
  record: R,
  situation: Situation,
): R {
  const fieldsOutsideTables = [...compiled.fields.values()].filter((field) => !isTable(field));
  const childTables: Record<string, Row[]> = {};
  for (const table of compiled.tables.values()) {
    const rows = record.childTables?.[table.key];
    if (Array.isArray(rows) && table.mayRead(situation)) childTables[table.key] = redactRows(rows, table, situation);
  }
  return { ...record, fieldsMap: pickReadable(record.fieldsMap ?? {}, fieldsOutsideTables, situation), childTables };
}

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
