import { type CompiledField, type CompiledForm, type CompiledTable, isTableNode } from '../../../kernel/index.ts';
import type { Path } from '../../../domain/problem/index.ts';
import type { RecordValues } from '../tables.ts';

/** One save: the stored values (null for a new record), the received values, and the values to store. */
export interface Save {
  stored: RecordValues | null;
  sent: RecordValues;
  values: RecordValues;
}

type Fields = Readonly<Record<string, unknown>>;

/** The values of the fields outside of sub-tables, or of one row of a sub-table. */
export interface ValueGroup {
  fields: readonly CompiledField[];
  /** Data path from the record to `now`. */
  path: Path;
  /** The values to store. */
  now: Fields;
  /** The stored values; undefined if the record or the row is new. */
  before: Fields | undefined;
  /** The received values; empty if the page did not send this row. */
  sent: Fields;
  /** The sub-table and the id of the row; absent for the fields outside of sub-tables. */
  table?: CompiledTable;
  rowId?: string;
}

type FieldFilter = (field: CompiledField) => boolean;

/** Returns the values of rows by the id of the row. */
const fieldsByRowId = (rows: RecordValues['childTables'][string] | undefined): ReadonlyMap<string, Fields> =>
  new Map((rows ?? []).map((row) => [row.id, row.fieldsMap]));

/** Returns one group for each row of a sub-table. */
function rowGroupsOf(
  table: CompiledTable,
  columns: readonly CompiledField[],
  { stored, sent, values }: Save,
): ValueGroup[] {
  const storedRows = fieldsByRowId(stored?.childTables[table.key]);
  const sentRows = fieldsByRowId(sent.childTables[table.key]);
  return (values.childTables[table.key] ?? []).map(({ id, fieldsMap }, index) => ({
    fields: columns,
    path: ['childTables', table.key, index, 'fieldsMap'],
    now: fieldsMap,
    before: storedRows.get(id),
    sent: sentRows.get(id) ?? {},
    table,
    rowId: id,
  }));
}

/**
 * Returns one group for the fields outside of sub-tables and one for each row, with the fields that `isIncluded`
 * selects. The first group is always returned, even without a selected field. Sub-tables without a selected column are
 * left out.
 */
export function valueGroupsOf(form: CompiledForm, save: Save, isIncluded: FieldFilter): ValueGroup[] {
  const fields = [...form.fields.values()].filter((field) => !isTableNode(field.node) && isIncluded(field));
  const recordGroup: ValueGroup = {
    fields,
    path: ['fieldsMap'],
    now: save.values.fieldsMap,
    before: save.stored?.fieldsMap,
    sent: save.sent.fieldsMap,
  };
  const rowGroups = [...form.tables.values()]
    .map((table) => ({ table, columns: table.columns.filter(isIncluded) }))
    .filter(({ columns }) => columns.length > 0)
    .flatMap(({ table, columns }) => rowGroupsOf(table, columns, save));
  return [recordGroup, ...rowGroups];
}
