import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ColumnKind, wantedColumns, type WantedColumn } from '../../../records/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import type { JobKind } from '../../jobs/index.ts';
import type { Db } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import {
  markCatalogueChanged,
  CATALOGUE_CACHE_MS,
  freshTables,
  type Column,
  type ColumnTable,
  type FormTables,
} from './catalogue.ts';
import { partTableName } from './tableNames.ts';

/**
 * Number of days after a publication for which the columns remain that only earlier versions read. During these days an
 * earlier version can be published again without filling its columns.
 */
const KEPT_DAYS = 7;
/** The error code of PostgreSQL for a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Returns the versions of a form that are in use: the published version and the versions of running approvals. Returns
 * an empty list if no version is published, or if it was published within the last `keptDays` days. In these cases no
 * column may be removed.
 */
async function findVersionsInUse({ db }: ServerContext, formKey: string, keptDays: number): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    with force as (select v.version from doc_document d join doc_version v on v.kind = d.kind and v.doc_key = d.doc_key and v.version = d.published_version
      where d.kind = 'form' and d.doc_key = ${formKey} and v.published_at <= now() - make_interval(days => ${keptDays}))
    select version from force union select form_version from flw_instance where form_key = ${formKey} and ended_at is null and exists (select 1 from force)`.execute(
    db,
  );
  return rows.map(({ version }) => version);
}

/** Returns the columns that these versions of a form read, by sub-table key; '' for the form itself. */
async function loadColumnsInUse(
  context: ServerContext,
  formKey: string,
  versions: readonly number[],
): Promise<ReadonlyMap<string, readonly WantedColumn[]>> {
  const columnsByTable = new Map<string, WantedColumn[]>();
  for (const version of versions) {
    const { form } = await loadForm(context, context.db, formKey, version);
    for (const [table, columns] of wantedColumns(form))
      columnsByTable.set(table, [...(columnsByTable.get(table) ?? []), ...columns]);
  }
  return columnsByTable;
}

/** Checks whether the plan by which a kept value of this form or of another form is computed reads the column. */
const isReadByPlan = ({ keptFields, feeds }: FormTables, { name }: Column): boolean =>
  [...keptFields, ...feeds].some(({ plan }) => JSON.stringify(plan).includes(name));

/** Checks whether a version in use reads the column. `wanted`: the columns that these versions read. */
const isReadByVersion = (wanted: readonly WantedColumn[], key: string, kind: ColumnKind): boolean =>
  wanted.some((column) => column.key === key && column.kind === kind);

/**
 * Deletes from the catalogue the columns that neither a version in use nor the plan of a kept value reads, so that the
 * servers stop writing them. Returns their number; 0 if the published version changes at the same time, or while
 * columns of the form are being filled.
 */
async function unregisterUnreadColumns(context: ServerContext, formKey: string, keptDays: number): Promise<number> {
  const versions = await findVersionsInUse(context, formKey, keptDays);
  if (versions.length === 0) return 0;
  const columnsInUse = await loadColumnsInUse(context, formKey, versions);
  return context.db.transaction().execute(async (trx) => {
    // lock the form's document first, in the same order as a publication, so that no version with other columns is
    // published during this transaction
    const document = await trx
      .selectFrom('doc_document')
      .select('published_version')
      .where('kind', '=', 'form')
      .where('doc_key', '=', formKey)
      .forShare()
      .executeTakeFirst();
    if (!versions.includes(document?.published_version ?? 0)) return 0;
    await sql`select pg_advisory_xact_lock(hashtext('frm_table'), hashtext(${formKey}))`.execute(trx);
    const formRow = await trx
      .selectFrom('frm_table')
      .select('fill_after')
      .where('form_key', '=', formKey)
      .where('table_key', '=', '')
      .forUpdate()
      .executeTakeFirst();
    if (formRow?.fill_after !== null) return 0;
    markCatalogueChanged(trx);
    const tables = (await freshTables(trx, formKey)) as FormTables;
    const unreadColumns = [...tables.rows, ['', tables.main] as const].flatMap(([table, { columns }]) =>
      columns
        .filter(
          (column) =>
            !isReadByVersion(columnsInUse.get(table) ?? [], column.key, column.kind) && !isReadByPlan(tables, column),
        )
        .map(({ name }) => ({ table, name })),
    );
    if (unreadColumns.length === 0) return 0;
    await sql`delete from frm_column c using jsonb_to_recordset(${JSON.stringify(unreadColumns)}::jsonb) as x("table" text, name text)
      where c.form_key = ${formKey} and c.table_key = x."table" and c.name = x.name`.execute(trx);
    await sql`update frm_table set revision = revision + 1 where form_key = ${formKey} and table_key = ''`.execute(trx);
    return unreadColumns.length;
  });
}

/** Returns the field columns of a database table, including those that were deleted from the catalogue. */
async function loadPresentColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select attname::text as name from pg_attribute where attrelid = to_regclass(${`"${table}"`}) and attnum > 0 and not attisdropped and attname ~ '^f[0-9]+_?'`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/**
 * Returns the greatest number in the names of a table's field columns, 0 if there are none. A new column gets the next
 * number.
 */
export async function findHighestColumnNumber(trx: Trx, { name, parts }: ColumnTable): Promise<number> {
  let highest = 0;
  for (let part = 1; part <= parts; part += 1)
    for (const column of await loadPresentColumns(trx, part === 1 ? name : partTableName(name, part)))
      highest = Math.max(highest, Number(/^f(\d+)/.exec(column)?.[1] ?? 0));
  return highest;
}

/** Returns the columns of a form that are neither in the catalogue nor in the text index, by database table. */
async function findUnregisteredColumns(db: Db, formKey: string): Promise<Map<string, string[]>> {
  const unregisteredByTable = new Map<string, string[]>();
  const tables = await freshTables(db, formKey);
  for (const table of tables ? [tables.main, ...tables.rows.values()] : []) {
    const usedNames = new Set(
      [...table.columns, ...(tables?.kept ?? [])].map(({ name }) => name).concat(tables?.indexedTexts ?? []),
    );
    for (let part = 1; part <= table.parts; part += 1) {
      const name = part === 1 ? table.name : partTableName(table.name, part);
      const unregistered = (await loadPresentColumns(db, name)).filter((column) => !usedNames.has(column));
      if (unregistered.length > 0) unregisteredByTable.set(name, unregistered);
    }
  }
  return unregisteredByTable;
}

/**
 * Drops the unregistered columns of a form and returns their number. Returns 0 if a table of the form cannot be locked
 * within two seconds; then a later run drops the columns.
 */
async function dropUnregisteredColumns({ db }: ServerContext, formKey: string): Promise<number> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '2s'`.execute(trx);
      await sql`select pg_advisory_xact_lock(hashtext('frm_table'), hashtext(${formKey}))`.execute(trx);
      let count = 0;
      for (const [table, columns] of await findUnregisteredColumns(trx, formKey)) {
        const drops = sql.join(columns.map((column) => sql`drop column ${sql.id(column)}`));
        await sql`alter table ${sql.id(table)} ${drops}`.execute(trx);
        count += columns.length;
      }
      return count;
    });
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return 0;
    throw error;
  }
}

export interface DropOptions {
  /** See `KEPT_DAYS`, the default. */
  keptDays?: number;
  /** Waiting time in ms before columns are dropped, because other servers may have them in their cached catalogue. */
  waitMs?: number;
  signal?: AbortSignal;
}

/**
 * Removes the columns that no version in use reads, in two steps. One run deletes them from the catalogue
 * (`unregistered`). A later run drops them from the table (`dropped`), after the text index was rebuilt without them
 * and no server has them in its cache. Returns the number of columns of each step.
 */
export async function dropColumns(
  context: ServerContext,
  { keptDays = KEPT_DAYS, waitMs = 2 * CATALOGUE_CACHE_MS, signal }: DropOptions = {},
): Promise<{ unregistered: number; dropped: number }> {
  const { db } = context;
  const forms = (await db.selectFrom('frm_table').select('form_key').where('table_key', '=', '').execute()).map(
    ({ form_key }) => form_key,
  );
  const counts = { unregistered: 0, dropped: 0 };
  const formsWithUnregistered: string[] = [];
  for (const formKey of forms)
    if ((await findUnregisteredColumns(db, formKey)).size > 0) formsWithUnregistered.push(formKey);
  if (formsWithUnregistered.length > 0) await pause(waitMs, undefined, signal ? { signal } : {});
  for (const formKey of formsWithUnregistered) counts.dropped += await dropUnregisteredColumns(context, formKey);
  for (const formKey of forms) counts.unregistered += await unregisterUnreadColumns(context, formKey, keptDays);
  return counts;
}

/** Returns the daily job that runs `dropColumns`. */
export const columnsJob = (context: ServerContext): JobKind => ({
  kind: 'dropColumns',
  title: '清理不再使用的字段列',
  note: `字段从使用中的各版本里去掉 ${KEPT_DAYS} 天后，删除它在数据表中的列；单据内容不受影响`,
  schedule: { dailyAt: '03:40' },
  run: async (signal) => {
    const { unregistered, dropped } = await dropColumns(context, { signal });
    return unregistered + dropped === 0 ? '没有需要清理的列' : `停用了 ${unregistered} 列，删除了 ${dropped} 列`;
  },
});
