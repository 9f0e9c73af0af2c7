import { sql, type RawBuilder } from 'kysely';
import type { ColumnKind } from '../../../kernel/index.ts';
import type { Db } from '../../store/database.ts';
import { kept, readRows } from '../../store/named.ts';
import type { Trx } from '../../store/transaction.ts';
import type { KeptPlan } from '../rollups/plan.ts';
import { documentTableName } from './names.ts';

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
  /** Columns of kept values, apart from those that follow from documents; all in the form's first table. */
  kept: readonly Column[];
  /** What keeps them: the fields of this form, each after those it reads. */
  plans: readonly KeptField[];
  /** Roll-ups of forms (this one too) over the records of this form. */
  feeds: readonly KeptField[];
  /** The columns whose texts the index of "contains" holds, in its order. */
  joined: readonly string[];
}

/** A kept field of a form. */
export interface KeptField {
  formKey: string;
  key: string;
  plan: KeptPlan;
}

/** The line of the catalogue that names the table of the documents; no sub-table can be called so. */
export const DOCUMENTS = '#documents';

interface Line {
  table_key: string;
  name: string;
  parts: number;
  revision: number;
  joined: string[];
  columns: (Column & { isKept: boolean })[];
  plans: KeptField[] | null;
  feeds: KeptField[] | null;
}

const keptFields = (where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when t.table_key = '' then (select coalesce(jsonb_agg(jsonb_build_object('formKey', k.form_key, 'key', k.field_key, 'plan', k.plan) order by k.form_key, k.position), '[]') from frm_rollup k where ${where}) end`;

async function read(db: Db, formKey: string): Promise<FormTables | null> {
  const lines = await readRows(
    db,
    sql<Line>`${sql.raw(kept)} select t.table_key, t.name, t.parts, t.revision, t.joined, (select coalesce(jsonb_agg(jsonb_build_object('key', c.field_key, 'kind', c.kind, 'part', c.part,
      'name', c.name, 'since', c.since_version, 'isReady', c.is_ready, 'isKept', c.is_kept) order by c.part, length(c.name), c.name), '[]') from frm_column c where c.form_key = t.form_key and c.table_key = t.table_key) as columns,
    ${keptFields(sql`k.form_key = t.form_key`)} as plans, ${keptFields(sql`k.from_form = t.form_key`)} as feeds
    from frm_table t where t.form_key = ${formKey}`,
  );
  const own = lines.find(({ table_key }) => table_key === '');
  if (!own) return null;
  const columnsOf = (line: Line, isKept: boolean): Column[] =>
    line.columns.filter((column) => column.isKept === isKept).map(({ isKept: _isKept, ...column }) => column);
  const tableOf = (line: Line): ColumnTable => ({
    name: line.name,
    parts: line.parts,
    columns: columnsOf(line, false),
  });
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
    kept: columnsOf(own, true),
    plans: own.plans ?? [],
    feeds: own.feeds ?? [],
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
export const FRESH_MS = 60_000;

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

/** The tables of a form whose records are written, and of every form whose kept values may move with them. */
export interface WritingTables {
  own: FormTables;
  /** The tables of a form in which kept values follow from this one, directly or through others. */
  above(formKey: string): FormTables;
}

/** The form and all that roll-ups lead to from it, as far as they are remembered. */
async function withAbove(db: Db, formKey: string): Promise<Map<string, FormTables>> {
  const found = new Map<string, FormTables>();
  const open = [formKey];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (found.has(key)) continue;
    const tables = await tablesOf(db, key);
    if (!tables) {
      if (key === formKey) throw new Error(`form "${formKey}" has no tables`);
      continue;
    }
    found.set(key, tables);
    open.push(...tables.feeds.map((feed) => feed.formKey));
  }
  return found;
}

/**
 * The tables of a form for whoever writes records. The form's table and the plans of kept values (`frm_rollup_lock`) are
 * locked before the catalogue is compared with what is remembered, so that no column and no roll-up can be added until
 * this transaction ends, and none that was added before is missed. Throws when the form was never published.
 */
export async function writingTables(trx: Trx, formKey: string): Promise<WritingTables> {
  for (;;) {
    const found = await withAbove(trx, formKey);
    const own = found.get(formKey) as FormTables;
    const lines = await readRows(
      trx,
      sql<{
        form_key: string;
        revision: number;
      }>`${sql.raw(kept)} select t.form_key, t.revision from frm_table t where t.table_key = '' and t.form_key in (${sql.join([...found.keys()].sort().map((key) => sql.lit(key)))})
        and (select true from frm_rollup_lock limit 1) is distinct from false and (select true from ${sql.id(own.main.name)} limit 1) is distinct from false`,
    );
    const stale = lines.filter(({ form_key: key, revision }) => found.get(key)?.revision !== revision);
    if (stale.length === 0)
      return {
        own,
        above(key) {
          const tables = found.get(key);
          if (!tables) throw new Error(`form "${key}" is not above "${formKey}"`);
          return tables;
        },
      };
    for (const { form_key: key } of stale) await freshTables(trx, key);
  }
}

/** Lets no record be written until this transaction ends: for whoever changes what keeps values. */
export async function lockPlans(trx: Trx): Promise<void> {
  await sql`lock table frm_rollup_lock in access exclusive mode`.execute(trx);
}
