import { sql, type RawBuilder } from 'kysely';
import type { ColumnKind } from '../../../kernel/index.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { freshTables, tablesOf, type Column, type ColumnTable, type FormTables } from './catalogue.ts';
import { partName } from './names.ts';

/**
 * A column as SQL. `alias`: what the form's own table (or that of a sub-table) is called in the statement; a column of a
 * further table is looked up by the same key.
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
  return sql`(select ${sql.ref(`p.${column.name}`)} from ${sql.id(partName(name, column.part))} p where ${match})`;
}

/** Without a kind the newest: a field whose kind was changed has a column of each. */
const find = ({ columns }: ColumnTable, key: string, kind?: ColumnKind): Column | undefined =>
  columns
    .filter((column) => column.key === key && (kind === undefined || column.kind === kind))
    .reduce<Column | undefined>(
      (newest, column) => (newest && newest.since >= column.since ? newest : column),
      undefined,
    );

/**
 * Finds columns of a form by the keys and kinds of fields. Refuses with COLUMN_NOT_READY where values of older records are
 * still being filled in, for an answer would leave them out.
 */
export interface FieldColumns {
  tables: FormTables;
  /** The column of a field outside of sub-tables; undefined: the form has none of this kind. */
  column(key: string, kind?: ColumnKind): Column | undefined;
  /** The same as SQL over `frm_record` (or another name of the form's own table); `null` where there is none. */
  ref(key: string, kind?: ColumnKind, alias?: string): RawBuilder<unknown>;
  /** Its value as a text, '' where there is none. */
  text(key: string, alias?: string): RawBuilder<string>;
  /** The same for the rows of a sub-table; null: there is no such table. */
  rows(
    tableKey: string,
    alias: string,
  ): { table: RawBuilder<unknown>; ref(key: string, kind?: ColumnKind): RawBuilder<unknown> } | null;
}

const ready = (column: Column | undefined): Column | undefined => {
  if (column && !column.isReady) throw new Refusal('COLUMN_NOT_READY', { field: column.key });
  return column;
};

/** The column of a field: a kept value has its own, whatever an older version stored under its key. */
function fieldColumn({ main, kept, plans }: FormTables, key: string, kind?: ColumnKind): Column | undefined {
  const isKept = plans.some((field) => field.key === key);
  return find(isKept ? { ...main, columns: kept } : main, key, kind);
}

function over(tables: FormTables): FieldColumns {
  const column: FieldColumns['column'] = (key, kind) => ready(fieldColumn(tables, key, kind));
  const ref: FieldColumns['ref'] = (key, kind, alias = 'frm_record') => {
    const found = column(key, kind);
    return found ? columnRef(tables.main, found, { alias }) : sql`null`;
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
          const found = ready(find(table, key, kind));
          return found ? columnRef(table, found, { alias, isRow: true }) : sql`null`;
        },
      };
    },
  };
}

/**
 * The columns of a form. `needs`: keys with their kinds that are going to be asked for: where what is remembered does not
 * know them, or not as ready, the catalogue is read again. Refuses with 404 a form that was never published.
 */
export async function columnsOf(
  db: Db,
  formKey: string,
  needs: readonly { key: string; kind: ColumnKind }[] = [],
): Promise<FieldColumns> {
  const known = await tablesOf(db, formKey);
  const isEnough = known && needs.every(({ key, kind }) => fieldColumn(known, key, kind)?.isReady);
  const tables = isEnough ? known : await freshTables(db, formKey);
  if (!tables) throw new Refusal('404');
  return over(tables);
}
