import { type CompiledField, type CompiledForm, type CompiledTable, isTableNode } from '../../../kernel/index.ts';
import type { Path } from '../../../domain/problem/index.ts';
import type { RecordValues } from '../tables.ts';

/** One save: what was stored (null: a new record), what came, and what would be stored. */
export interface Save {
  stored: RecordValues | null;
  sent: RecordValues;
  values: RecordValues;
}

type Fields = Readonly<Record<string, unknown>>;

/** Values that stand together: the form's own, or those of one row. */
export interface Sheet {
  fields: readonly CompiledField[];
  /** Of the record, to `now`. */
  path: Path;
  now: Fields;
  /** Undefined: the record or the row is new. */
  before: Fields | undefined;
  /** What came of it; nothing where it did not come. */
  sent: Fields;
  table?: CompiledTable;
  rowId?: string;
}

type Wanted = (field: CompiledField) => boolean;

const byId = (rows: RecordValues['childTables'][string] | undefined): ReadonlyMap<string, Fields> =>
  new Map((rows ?? []).map((row) => [row.id, row.fieldsMap]));

function sheetsOfTable(
  table: CompiledTable,
  columns: readonly CompiledField[],
  { stored, sent, values }: Save,
): Sheet[] {
  const before = byId(stored?.childTables[table.key]);
  const came = byId(sent.childTables[table.key]);
  return (values.childTables[table.key] ?? []).map(({ id, fieldsMap }, index) => ({
    fields: columns,
    path: ['childTables', table.key, index, 'fieldsMap'],
    now: fieldsMap,
    before: before.get(id),
    sent: came.get(id) ?? {},
    table,
    rowId: id,
  }));
}

/** The form's fields and every row with the columns that are wanted; tables without one are left out. */
export function sheetsOf(form: CompiledForm, save: Save, isWanted: Wanted): Sheet[] {
  const fields = [...form.fields.values()].filter((field) => !isTableNode(field.node) && isWanted(field));
  const own: Sheet = {
    fields,
    path: ['fieldsMap'],
    now: save.values.fieldsMap,
    before: save.stored?.fieldsMap,
    sent: save.sent.fieldsMap,
  };
  const rows = [...form.tables.values()]
    .map((table) => ({ table, columns: table.columns.filter(isWanted) }))
    .filter(({ columns }) => columns.length > 0)
    .flatMap(({ table, columns }) => sheetsOfTable(table, columns, save));
  return [own, ...rows];
}
