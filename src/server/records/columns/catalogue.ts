import { sql } from 'kysely';
import type { ColumnKind } from '../../../kernel/index.ts';
import type { Db } from '../../store/database.ts';
import { kept, readRows } from '../../store/named.ts';
import type { Trx } from '../../store/transaction.ts';
import { documentTableName, recordTableName } from './names.ts';

/** A typed column of a form or sub-table. `part`: in which of its tables it stands (1: the first). */
export interface Column {
  key: string;
  kind: ColumnKind;
  part: number;
  name: string;
  /** The version of the form that brought it. */
  since: number;
  /** False: values of records stored before are still being filled in. */
  isReady: boolean;
}

/** The records of a form, or the rows of one of its sub-tables. */
export interface ColumnTable {
  name: string;
  /** How many tables hold its columns; further ones are called by `partName`. */
  parts: number;
  columns: readonly Column[];
}

/** Everything the catalogue says of a form. */
export interface FormTables {
  formKey: string;
  /** Another number with every change. */
  revision: number;
  main: ColumnTable;
  /** The table of the documents. */
  documents: string;
  rows: ReadonlyMap<string, ColumnTable>;
  /** The columns whose texts the index of "contains" holds, in its order. */
  joined: readonly string[];
}

/** The line of the catalogue that names the table of the documents; no sub-table can be called so. */
export const DOCUMENTS = '#documents';

interface Line {
  table_key: string;
  name: string;
  parts: number;
  revision: number;
  joined: string[];
  columns: Column[];
}

async function read(db: Db, formKey: string): Promise<FormTables | null> {
  const lines = await readRows(
    db,
    sql<Line>`${sql.raw(kept)} select t.table_key, t.name, t.parts, t.revision, t.joined, (select coalesce(jsonb_agg(jsonb_build_object('key', c.field_key, 'kind', c.kind, 'part', c.part,
      'name', c.name, 'since', c.since_version, 'isReady', c.is_ready) order by c.part, length(c.name), c.name), '[]') from frm_column c where c.form_key = t.form_key and c.table_key = t.table_key) as columns
    from frm_table t where t.form_key = ${formKey}`,
  );
  const own = lines.find(({ table_key }) => table_key === '');
  if (!own) return null;
  const tableOf = ({ name, parts, columns }: Line): ColumnTable => ({ name, parts, columns });
  return {
    formKey,
    revision: own.revision,
    main: tableOf(own),
    documents: documentTableName(formKey),
    rows: new Map(
      lines
        .filter(({ table_key }) => table_key !== '' && table_key !== DOCUMENTS)
        .map((line) => [line.table_key, tableOf(line)]),
    ),
    joined: own.joined,
  };
}

/**
 * What one process knows of the catalogue of a database, which is told by the adapter that all its connections share. Names
 * and kinds of known columns never change, so what is remembered is at worst incomplete.
 */
const remembered = new WeakMap<object, Map<string, { tables: FormTables; until: number }>>();
const memoryOf = (db: Db): Map<string, { tables: FormTables; until: number }> => {
  const { adapter } = db.getExecutor();
  const known = remembered.get(adapter) ?? new Map<string, { tables: FormTables; until: number }>();
  remembered.set(adapter, known);
  return known;
};

/** After so long the catalogue is read again: a column has become ready, an index was made anew on another server. */
const FRESH_MS = 60_000;

/** Transactions that changed the catalogue: what they read may be undone, and is remembered by nobody. */
const changing = new WeakSet<object>();

/** To be called by a transaction that changes the catalogue. */
export function changesCatalogue(trx: Trx): void {
  changing.add(trx);
}

/** The tables of a form as the database has them now; null: it was never published. */
export async function freshTables(db: Db, formKey: string): Promise<FormTables | null> {
  const tables = await read(db, formKey);
  if (tables && !changing.has(db)) memoryOf(db).set(formKey, { tables, until: performance.now() + FRESH_MS });
  return tables;
}

/** The tables of a form as far as they are remembered: enough to read its records. Null: it was never published. */
export async function tablesOf(db: Db, formKey: string): Promise<FormTables | null> {
  const known = changing.has(db) ? undefined : memoryOf(db).get(formKey);
  return known && known.until > performance.now() ? known.tables : freshTables(db, formKey);
}

/**
 * The tables of a form for whoever writes records. The table is locked before the catalogue is read, so that no column
 * can be added until this transaction ends, and none that was added before is missed. Throws when the form was never published.
 */
export async function tablesForWriting(trx: Trx, formKey: string): Promise<FormTables> {
  const known = changing.has(trx)
    ? undefined
    : (memoryOf(trx).get(formKey)?.tables ?? (await freshTables(trx, formKey)));
  if (known) {
    const [line] = await readRows(
      trx,
      sql<{
        revision: number;
      }>`${sql.raw(kept)} select t.revision from frm_table t where t.form_key = ${sql.lit(formKey)} and t.table_key = '' and (select true from ${sql.id(recordTableName(formKey))} limit 1) is distinct from false`,
    );
    if (line?.revision === known.revision) return known;
  }
  const tables = await freshTables(trx, formKey);
  if (!tables) throw new Error(`form "${formKey}" has no tables`);
  return tables;
}
