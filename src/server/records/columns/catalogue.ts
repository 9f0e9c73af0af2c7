import { sql, type RawBuilder } from 'kysely';
import type { ColumnKind } from '../../../records/index.ts';
import type { Db } from '../../store/database.ts';
import { PREPARED_PREFIX, readRows } from '../../store/preparedStatements.ts';
import type { Trx } from '../../store/transaction.ts';
import type { KeptPlan } from '../rollups/plan.ts';
import { valuesTableName } from './tableNames.ts';

/**
 * A typed column of a form or sub-table. `part`: the number of the table that contains the column, from 1 on. Columns
 * beyond the limit of one table are in further tables.
 */
export interface Column {
  key: string;
  kind: ColumnKind;
  part: number;
  /** The name of the column in the database. */
  name: string;
  /** The version of the form that added the column. */
  since: number;
  /** False while the column is not filled for older records. */
  isReady: boolean;
}

/** The tables with the columns of a form's records, or of the rows of one of its sub-tables. */
export interface ColumnTable {
  /** The name of the first table. */
  name: string;
  /** The number of tables that hold the columns; `partTableName` names the second and further tables. */
  parts: number;
  columns: readonly Column[];
}

/** The catalogue's entries for a form. */
export interface FormTables {
  formKey: string;
  /** Increases with every change of the form's entries. */
  revision: number;
  main: ColumnTable;
  /** The name of the table that stores the values of each record, except kept values, as JSON. */
  valuesTable: string;
  /** The tables of the sub-tables' rows, by the key of the sub-table. */
  rows: ReadonlyMap<string, ColumnTable>;
  /** The columns of kept values, all in the form's first table. Kept values are stored only in these columns. */
  kept: readonly Column[];
  /**
   * The kept fields of this form, with the plans that compute them. Each field follows the fields that its plan reads.
   */
  keptFields: readonly KeptField[];
  /** The roll-ups that read the records of this form. They may belong to this form or to other forms. */
  feeds: readonly KeptField[];
  /** The database names of the columns in the text index, in the order of its expression (`textIndexGrams`). */
  indexedTexts: readonly string[];
  /**
   * True if PostgreSQL can return rows of the form's first table as they are stored: no column was dropped, and no
   * column was added with a default. If false, PostgreSQL builds each row again, column by column.
   */
  areRowsReturnedAsStored: boolean;
}

/** A kept field: the field `key` of the form `formKey`, whose value is a kept value. `plan` says how it is computed. */
export interface KeptField {
  formKey: string;
  key: string;
  plan: KeptPlan;
}

/**
 * The `table_key` of the catalogue line that names the table of the records' values as JSON. No sub-table can have
 * this key.
 */
export const VALUES_TABLE_KEY = '#documents';

/** A line of the catalogue (`frm_table`) with its columns. */
interface CatalogueLine {
  table_key: string;
  name: string;
  parts: number;
  revision: number;
  /** `FormTables.indexedTexts`. */
  joined: string[];
  /** `FormTables.areRowsReturnedAsStored`. Null except in the line of the form itself (`table_key` ''). */
  has_stored_rows: boolean | null;
  columns: (Column & { isKept: boolean })[];
  /** `FormTables.keptFields`. Null except in the line of the form itself. */
  plans: KeptField[] | null;
  /** `FormTables.feeds`. Null except in the line of the form itself. */
  feeds: KeptField[] | null;
}

/**
 * Returns SQL for a JSON array of the kept fields (`KeptField`) that match a condition. The SQL is null except in the
 * line of the form itself.
 */
const keptFieldsJson = (where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when t.table_key = '' then (select coalesce(jsonb_agg(jsonb_build_object('formKey', k.form_key, 'key', k.field_key, 'plan', k.plan) order by k.form_key, k.position), '[]') from frm_rollup k where ${where}) end`;

/** Reads the catalogue's entries for a form; null if the form was never published. */
async function readCatalogue(db: Db, formKey: string): Promise<FormTables | null> {
  const lines = await readRows(
    db,
    sql<CatalogueLine>`${sql.raw(PREPARED_PREFIX)} select t.table_key, t.name, t.parts, t.revision, t.joined,
      case when t.table_key = '' then not exists (select 1 from pg_attribute a where a.attrelid = to_regclass(quote_ident(t.name))
        and a.attnum > 0 and (a.attisdropped or a.atthasmissing)) end as has_stored_rows,
      (select coalesce(jsonb_agg(jsonb_build_object('key', c.field_key, 'kind', c.kind, 'part', c.part,
      'name', c.name, 'since', c.since_version, 'isReady', c.is_ready, 'isKept', c.is_kept) order by c.part, length(c.name), c.name), '[]') from frm_column c where c.form_key = t.form_key and c.table_key = t.table_key) as columns,
    ${keptFieldsJson(sql`k.form_key = t.form_key`)} as plans, ${keptFieldsJson(sql`k.from_form = t.form_key`)} as feeds
    from frm_table t where t.form_key = ${formKey}`,
  );
  const formLine = lines.find(({ table_key }) => table_key === '');
  if (!formLine) return null;
  const columnsOf = (line: CatalogueLine, isKept: boolean): Column[] =>
    line.columns.filter((column) => column.isKept === isKept).map(({ isKept: _isKept, ...column }) => column);
  const tableOf = (line: CatalogueLine): ColumnTable => ({
    name: line.name,
    parts: line.parts,
    columns: columnsOf(line, false),
  });
  return {
    formKey,
    revision: formLine.revision,
    main: tableOf(formLine),
    valuesTable: valuesTableName(formKey),
    rows: new Map(
      lines
        .filter(({ table_key }) => table_key !== '' && table_key !== VALUES_TABLE_KEY)
        .map((line) => [line.table_key, tableOf(line)]),
    ),
    kept: columnsOf(formLine, true),
    keptFields: formLine.plans ?? [],
    feeds: formLine.feeds ?? [],
    indexedTexts: formLine.joined,
    areRowsReturnedAsStored: formLine.has_stored_rows === true,
  };
}

/**
 * The cached catalogue entries of this process, by form, for each database. The key of a database is the adapter that
 * all of its connections share. Names and kinds of columns never change. An outdated entry may lack the changes that
 * other servers made in the last minute. It may also contain columns that no version uses; `dropColumns` drops these
 * only after the cached entries have expired.
 */
const catalogues = new WeakMap<object, Map<string, { tables: FormTables; expiresAt: number }>>();
const cacheOf = (db: Db): Map<string, { tables: FormTables; expiresAt: number }> => {
  const { adapter } = db.getExecutor();
  const cache = catalogues.get(adapter) ?? new Map<string, { tables: FormTables; expiresAt: number }>();
  catalogues.set(adapter, cache);
  return cache;
};

/** Time after which the catalogue is read again, because another server may have changed it. */
export const CATALOGUE_CACHE_MS = 60_000;

/**
 * Transactions that changed the catalogue. They neither use nor fill the cache, because their changes may be rolled
 * back.
 */
const changingTransactions = new WeakSet<object>();

/** Marks a transaction that is about to change the catalogue. Must be called before the change. */
export function markCatalogueChanged(trx: Trx): void {
  changingTransactions.add(trx);
}

/**
 * Reads the tables of a form from the database; returns null if the form was never published. Caches them, except in a
 * transaction that changed the catalogue.
 */
export async function freshTables(db: Db, formKey: string): Promise<FormTables | null> {
  const tables = await readCatalogue(db, formKey);
  if (tables && !changingTransactions.has(db))
    cacheOf(db).set(formKey, { tables, expiresAt: performance.now() + CATALOGUE_CACHE_MS });
  return tables;
}

/**
 * Returns the tables of a form, for reading its records: from the cache or, if it has no valid entry, from the
 * database. Null if the form was never published.
 */
export async function tablesOf(db: Db, formKey: string): Promise<FormTables | null> {
  const cached = changingTransactions.has(db) ? undefined : cacheOf(db).get(formKey);
  return cached && cached.expiresAt > performance.now() ? cached.tables : freshTables(db, formKey);
}

/** The tables of the written form (`ownTables`), and of every form with kept values that may change as a result. */
export interface WritingTables {
  ownTables: FormTables;
  /**
   * Returns the tables of the written form, or of a form with roll-ups that read its records, directly or through other
   * forms. Throws for any other form.
   */
  tablesAbove(formKey: string): FormTables;
}

/**
 * Returns the tables (`tablesOf`) of a form and of all forms with roll-ups that read it, directly or through other
 * forms, by form. Throws if the form was never published.
 */
async function loadTablesWithAbove(db: Db, formKey: string): Promise<Map<string, FormTables>> {
  const tablesByForm = new Map<string, FormTables>();
  const toVisit = [formKey];
  for (let key = toVisit.pop(); key !== undefined; key = toVisit.pop()) {
    if (tablesByForm.has(key)) continue;
    const tables = await tablesOf(db, key);
    if (!tables) {
      if (key === formKey) throw new Error(`form "${formKey}" has no tables`);
      continue;
    }
    tablesByForm.set(key, tables);
    toVisit.push(...tables.feeds.map((feed) => feed.formKey));
  }
  return tablesByForm;
}

/**
 * Returns the tables of a form for writing its records. One statement reads the revisions, to compare them with the
 * cache, and also reads from the form's table and from `frm_rollup_lock` (for the plans of kept values). PostgreSQL
 * takes shared locks on these tables before it runs the statement. So no column and no roll-up can be added until this
 * transaction ends, and none that was added before is missed. Throws if the form was never published.
 */
export async function lockTablesForWriting(trx: Trx, formKey: string): Promise<WritingTables> {
  for (;;) {
    const cachedTables = await loadTablesWithAbove(trx, formKey);
    const ownTables = cachedTables.get(formKey) as FormTables;
    const lines = await readRows(
      trx,
      sql<{
        form_key: string;
        revision: number;
      }>`${sql.raw(PREPARED_PREFIX)} select t.form_key, t.revision from frm_table t where t.table_key = '' and t.form_key in (${sql.join([...cachedTables.keys()].sort().map((key) => sql.lit(key)))})
        and (select true from frm_rollup_lock limit 1) is distinct from false and (select true from ${sql.id(ownTables.main.name)} limit 1) is distinct from false`,
    );
    const outdatedForms = lines.filter(({ form_key: key, revision }) => cachedTables.get(key)?.revision !== revision);
    if (outdatedForms.length === 0)
      return {
        ownTables,
        tablesAbove(key) {
          const tables = cachedTables.get(key);
          if (!tables) throw new Error(`form "${key}" is not above "${formKey}"`);
          return tables;
        },
      };
    for (const { form_key: key } of outdatedForms) await freshTables(trx, key);
  }
}

/**
 * Blocks all writes of records until this transaction ends. Called by transactions that change the plans of kept
 * values.
 */
export async function lockPlans(trx: Trx): Promise<void> {
  await sql`lock table frm_rollup_lock in access exclusive mode`.execute(trx);
}
