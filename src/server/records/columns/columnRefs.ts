import { sql, type RawBuilder } from 'kysely';
import type { ColumnKind } from '../../../records/index.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { freshTables, tablesOf, type Column, type ColumnTable, type FormTables } from './catalogue.ts';
import { partTableName } from './tableNames.ts';

/**
 * Returns a column as SQL. `alias`: the name, in the statement, of the form's table or, with `isRow`, of the
 * sub-table's table. The columns may be split over several tables (`Column.part`). A column outside of the first table
 * is read by a subquery that matches the primary key.
 */
export function columnRef(
  { name }: ColumnTable,
  column: Column,
  { alias = 'frm_record', isRow = false }: { alias?: string; isRow?: boolean } = {},
): RawBuilder<unknown> {
  if (column.part === 1) return sql.ref(`${alias}.${column.name}`);
  const match = isRow
    ? sql`p.record_id = ${sql.ref(`${alias}.record_id`)} and p.row_id = ${sql.ref(`${alias}.row_id`)}`
    : sql`p.id = ${sql.ref(`${alias}.id`)}`;
  return sql`(select ${sql.ref(`p.${column.name}`)} from ${sql.id(partTableName(name, column.part))} p where ${match})`;
}

/**
 * Returns the column of a key and kind, or undefined. Without `kind` it returns the newest column of the key: a field
 * that changed its kind has a column of each kind.
 */
const findColumn = ({ columns }: ColumnTable, key: string, kind?: ColumnKind): Column | undefined =>
  columns
    .filter((column) => column.key === key && (kind === undefined || column.kind === kind))
    .reduce<Column | undefined>(
      (newest, column) => (newest && newest.since >= column.since ? newest : column),
      undefined,
    );

/**
 * Finds columns of a form by the keys and kinds of fields; without a kind, the newest column of a field. Refuses with
 * COLUMN_NOT_READY a column that is not yet filled for older records, because results would lack their values.
 */
export interface FieldColumns {
  tables: FormTables;
  /** Returns the column of a field outside of sub-tables; undefined: the form has no such column. */
  column(key: string, kind?: ColumnKind): Column | undefined;
  /**
   * Returns the column as SQL over the form's table, which the statement names `alias` (default `frm_record`). Returns
   * SQL `null` if there is no such column.
   */
  ref(key: string, kind?: ColumnKind, alias?: string): RawBuilder<unknown>;
  /** Returns the SQL for a text with the value of the field's newest column; '' without a value or a column. */
  text(key: string, alias?: string): RawBuilder<string>;
  /**
   * Returns the table of a sub-table's rows and its columns as SQL over `alias`; null if there is no such sub-table.
   */
  rows(
    tableKey: string,
    alias: string,
  ): { table: RawBuilder<unknown>; ref(key: string, kind?: ColumnKind): RawBuilder<unknown> } | null;
}

/** Returns the column. Refuses with COLUMN_NOT_READY a column that is not yet filled for older records. */
const requireReady = (column: Column | undefined): Column | undefined => {
  if (column && !column.isReady) throw new Refusal('COLUMN_NOT_READY', { field: column.key });
  return column;
};

/**
 * Returns the column of a field. For a kept field this is the column of its kept value, even if an older version left
 * a column of entered values.
 */
function findFieldColumn({ main, kept, keptFields }: FormTables, key: string, kind?: ColumnKind): Column | undefined {
  const isKept = keptFields.some((field) => field.key === key);
  return findColumn(isKept ? { ...main, columns: kept } : main, key, kind);
}

function fieldColumnsOf(tables: FormTables): FieldColumns {
  const column: FieldColumns['column'] = (key, kind) => requireReady(findFieldColumn(tables, key, kind));
  const ref: FieldColumns['ref'] = (key, kind, alias = 'frm_record') => {
    const fieldColumn = column(key, kind);
    return fieldColumn ? columnRef(tables.main, fieldColumn, { alias }) : sql`null`;
  };
  return {
    tables,
    column,
    ref,
    text: (key, alias) => sql<string>`coalesce((${ref(key, undefined, alias)})::text, '')`,
    rows(tableKey, alias) {
      const table = tables.rows.get(tableKey);
      if (!table) return null;
      return {
        table: sql.id(table.name),
        ref(key, kind) {
          const rowColumn = requireReady(findColumn(table, key, kind));
          return rowColumn ? columnRef(table, rowColumn, { alias, isRow: true }) : sql`null`;
        },
      };
    },
  };
}

/**
 * Returns the columns of a form. `needs`: the columns that the caller will use. If one of these columns is missing or
 * not ready in the cached catalogue, the catalogue is read again. Refuses with 404 a form that was never published.
 */
export async function columnsOf(
  db: Db,
  formKey: string,
  needs: readonly { key: string; kind: ColumnKind }[] = [],
): Promise<FieldColumns> {
  const cached = await tablesOf(db, formKey);
  const isCacheSufficient = cached && needs.every(({ key, kind }) => findFieldColumn(cached, key, kind)?.isReady);
  const tables = isCacheSufficient ? cached : await freshTables(db, formKey);
  if (!tables) throw new Refusal('404');
  return fieldColumnsOf(tables);
}
