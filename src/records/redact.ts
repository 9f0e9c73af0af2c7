import type { FormRecord } from '../grammar/documents.ts';
import type { Situation } from '../rules/situation.ts';
import { type CompiledField, type CompiledForm, type CompiledTable, type Row, isTable } from '../kernel/index.ts';
import { storedKeys } from './recordValues.ts';

function pickReadable(
  from: Readonly<Record<string, unknown>>,
  fields: Iterable<CompiledField>,
  situation: Situation,
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const field of fields) {
    if (!field.mayRead(situation)) continue;
    for (const key of storedKeys(field)) {
      if (Object.hasOwn(from, key)) picked[key] = from[key];
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
