import { sql, type RawBuilder } from 'kysely';
import { COLUMN_CASTS, columnKind, type ColumnKind } from '../../../records/index.ts';
import { columnNodes, isTable, type CompiledForm } from '../../../kernel/index.ts';
import { fieldsOf, keptKeys } from '../../../relations/index.ts';
import type { ValueType } from '../../../expressions/index.ts';
import { joinedIds, type SqlKind, type SqlScope, type SqlValue } from '../../celSql/index.ts';
import { columnRef } from '../columns/columnRefs.ts';
import type { Column, FormTables } from '../columns/catalogue.ts';

/** A form with its tables. `tables` is null if the definition is only checked. */
export interface PlannedForm {
  form: CompiledForm;
  tables: FormTables | null;
}

/** The alias of a sub-table's row in the statements of roll-ups. */
export const ROW_ALIAS = 'item';

/** Returns the newest column of a field with this kind. A field has several if its kind has changed. */
const newestColumn = (columns: readonly Column[], key: string, kind: ColumnKind): Column | undefined =>
  columns.filter((column) => column.key === key && column.kind === kind).at(-1);

/**
 * The column of a field. `ref`: the column as SQL; a null of its type if the form is only checked (`PlannedForm`).
 * `part`: the number of the table with the column, because a form with many fields has several tables.
 */
export interface FoundColumn {
  kind: ColumnKind;
  part: number;
  ref: RawBuilder<unknown>;
  isKept: boolean;
}

/**
 * Returns the column of a field of a record; null if the field has no column. `alias`: the alias of the form's table in
 * the statement. `keptRef` returns the SQL of the column of a kept value.
 */
export function recordColumn(
  { form, tables }: PlannedForm,
  key: string,
  alias: string,
  keptRef: (column: Column) => RawBuilder<unknown> = (column) => sql.ref(`${alias}.${column.name}`),
): FoundColumn | null {
  const field = form.fields.get(key);
  const kind = field && !isTable(field) ? columnKind(field) : null;
  if (kind === null) return null;
  const isKept = keptKeys(form.definition).has(key);
  if (!tables) return { kind, part: 1, ref: sql.raw(`null::${COLUMN_CASTS[kind]}`), isKept };
  const column = newestColumn(isKept ? tables.kept : tables.main.columns, key, kind);
  if (!column) return null;
  return { kind, part: column.part, ref: isKept ? keptRef(column) : columnRef(tables.main, column, { alias }), isKept };
}

/** Returns the column of a sub-table's field, as SQL over the row `ROW_ALIAS`; null if the field has no column. */
export function rowColumn({ form, tables }: PlannedForm, table: string, key: string): FoundColumn | null {
  const field = form.tables.get(table)?.columns.find((column) => column.key === key);
  const kind = field ? columnKind(field) : null;
  if (kind === null) return null;
  if (!tables) return { kind, part: 1, ref: sql.raw(`null::${COLUMN_CASTS[kind]}`), isKept: false };
  const rows = tables.rows.get(table);
  const column = rows && newestColumn(rows.columns, key, kind);
  return column && rows
    ? { kind, part: column.part, ref: columnRef(rows, column, { alias: ROW_ALIAS, isRow: true }), isKept: false }
    : null;
}

/** The kinds of values in expressions, by the kind of the column. */
const EXPRESSION_KINDS: Readonly<Record<ColumnKind, SqlKind>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  timestamp: 'time',
  texts: 'list',
  ids: 'text',
};

/** Returns a column as a value of an expression. */
export const expressionValue = ({ kind, ref }: Pick<FoundColumn, 'kind' | 'ref'>, type: ValueType): SqlValue =>
  type === 'bool' && kind === 'text'
    ? { kind: 'bool', sql: sql`(${ref} in ('1', 'true'))` }
    : { kind: EXPRESSION_KINDS[kind], sql: kind === 'ids' ? joinedIds(ref) : ref };

/** The system columns that conditions may read: the name in the database by the name in conditions. */
const SYSTEM_COLUMN_NAMES: Readonly<Record<string, string>> = {
  id: 'id',
  title: 'title',
  flwState: 'flw_state',
  createBy: 'create_by',
  createByName: 'create_by_name',
};

/** Returns a system column that conditions may read, as a value of an expression; null if there is no such column. */
export const systemValue = (name: string, alias: string): SqlValue | null => {
  const column = Object.hasOwn(SYSTEM_COLUMN_NAMES, name) ? SYSTEM_COLUMN_NAMES[name] : undefined;
  return column === undefined ? null : { kind: 'text', sql: sql.ref(`${alias}.${column}`), isNeverNull: true };
};

/**
 * Returns the rows of a sub-table of a record, for loops in expressions (`exists`, `map` ...); null if there is no such
 * sub-table. `alias`: the alias of the form's table in the statement.
 */
export function rowsOf(
  { form, tables }: PlannedForm,
  table: string,
  alias: string,
  typeOf: (key: string) => ValueType,
): ReturnType<NonNullable<SqlScope['rows']>> {
  const node = fieldsOf(form.definition).get(table);
  if (!form.tables.has(table) || !node) return null;
  const rowTable = tables?.rows.get(table);
  const from = rowTable
    ? sql`(select * from ${sql.id(rowTable.name)} where record_id = ${sql.ref(`${alias}.id`)}) as ${sql.raw(ROW_ALIAS)}`
    : sql`(select 1) as ${sql.raw(ROW_ALIAS)}`;
  const keys = new Set(columnNodes(node as never).map(({ __vModel__ }) => __vModel__));
  return {
    from,
    row: {
      // not used: a loop reads the day of the outer scope
      today: '',
      read: ([key = '']) => {
        const column = keys.has(key) ? rowColumn({ form, tables }, table, key) : null;
        return column && expressionValue(column, typeOf(key));
      },
    },
  };
}
