import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ColumnKind } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import type { JobKind } from '../../jobs/index.ts';
import type { Db } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import {
  changesCatalogue,
  FRESH_MS,
  freshTables,
  type Column,
  type ColumnTable,
  type FormTables,
} from './catalogue.ts';
import { partName } from './names.ts';
import { wantedColumns, type WantedColumn } from './wantedColumns.ts';

/** A version may be rolled back for so long without its columns being filled again. */
const KEPT_DAYS = 7;
const LOCK_NOT_AVAILABLE = '55P03';

/** The versions of a form that are in use: the one in force and those that approvals run by. None: leave its columns alone. */
async function versionsInUse({ db }: ServerContext, formKey: string, keptDays: number): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    with force as (select v.version from doc_document d join doc_version v on v.kind = d.kind and v.doc_key = d.doc_key and v.version = d.published_version
      where d.kind = 'form' and d.doc_key = ${formKey} and v.published_at <= now() - make_interval(days => ${keptDays}))
    select version from force union select form_version from flw_instance where form_key = ${formKey} and ended_at is null and exists (select 1 from force)`.execute(
    db,
  );
  return rows.map(({ version }) => version);
}

/** The columns that some version in use reads, by table. */
async function readColumns(
  context: ServerContext,
  formKey: string,
  versions: readonly number[],
): Promise<ReadonlyMap<string, readonly WantedColumn[]>> {
  const read = new Map<string, WantedColumn[]>();
  for (const version of versions) {
    const { form } = await loadForm(context, context.db, formKey, version);
    for (const [table, columns] of wantedColumns(form)) read.set(table, [...(read.get(table) ?? []), ...columns]);
  }
  return read;
}

/** Columns that roll-ups were planned with stay as long as these plans do. */
const isPlanned = ({ plans, feeds }: FormTables, { name }: Column): boolean =>
  [...plans, ...feeds].some(({ plan }) => JSON.stringify(plan).includes(name));

const isRead = (wanted: readonly WantedColumn[], key: string, kind: ColumnKind): boolean =>
  wanted.some((column) => column.key === key && column.kind === kind);

/** Takes the columns that no version in use reads out of the catalogue: from then on nobody writes them. Answers how many. */
async function forgetUnread(context: ServerContext, formKey: string, keptDays: number): Promise<number> {
  const versions = await versionsInUse(context, formKey, keptDays);
  if (versions.length === 0) return 0;
  const read = await readColumns(context, formKey, versions);
  return context.db.transaction().execute(async (trx) => {
    // the document first, as whoever publishes does: another version in force reads other columns
    const document = await trx
      .selectFrom('doc_document')
      .select('published_version')
      .where('kind', '=', 'form')
      .where('doc_key', '=', formKey)
      .forShare()
      .executeTakeFirst();
    if (!versions.includes(document?.published_version ?? 0)) return 0;
    await sql`select pg_advisory_xact_lock(hashtext('frm_table'), hashtext(${formKey}))`.execute(trx);
    const state = await trx
      .selectFrom('frm_table')
      .select('fill_after')
      .where('form_key', '=', formKey)
      .where('table_key', '=', '')
      .forUpdate()
      .executeTakeFirst();
    if (state?.fill_after !== null) return 0;
    changesCatalogue(trx);
    const tables = (await freshTables(trx, formKey)) as FormTables;
    const unread = [...tables.rows, ['', tables.main] as const].flatMap(([table, { columns }]) =>
      columns
        .filter((column) => !isRead(read.get(table) ?? [], column.key, column.kind) && !isPlanned(tables, column))
        .map(({ name }) => ({ table, name })),
    );
    if (unread.length === 0) return 0;
    await sql`delete from frm_column c using jsonb_to_recordset(${JSON.stringify(unread)}::jsonb) as x("table" text, name text)
      where c.form_key = ${formKey} and c.table_key = x."table" and c.name = x.name`.execute(trx);
    await sql`update frm_table set revision = revision + 1 where form_key = ${formKey} and table_key = ''`.execute(trx);
    return unread.length;
  });
}

/** The columns of fields that a table has, whether the catalogue knows them or not. */
async function presentColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select attname::text as name from pg_attribute where attrelid = to_regclass(${`"${table}"`}) and attnum > 0 and not attisdropped and attname ~ '^f[0-9]+_?'`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** The greatest number that a column of this table has, so that a new one gets another name than any that is there. */
export async function lastColumnNumber(trx: Trx, { name, parts }: ColumnTable): Promise<number> {
  let last = 0;
  for (let part = 1; part <= parts; part += 1)
    for (const column of await presentColumns(trx, part === 1 ? name : partName(name, part)))
      last = Math.max(last, Number(/^f(\d+)/.exec(column)?.[1] ?? 0));
  return last;
}

/** The columns of a form that neither the catalogue knows nor the index over all texts holds, by the table they stand in. */
async function forgottenOf(db: Db, formKey: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const tables = await freshTables(db, formKey);
  for (const table of tables ? [tables.main, ...tables.rows.values()] : []) {
    const known = new Set(
      [...table.columns, ...(tables?.kept ?? [])].map(({ name }) => name).concat(tables?.joined ?? []),
    );
    for (let part = 1; part <= table.parts; part += 1) {
      const name = part === 1 ? table.name : partName(table.name, part);
      const forgotten = (await presentColumns(db, name)).filter((column) => !known.has(column));
      if (forgotten.length > 0) found.set(name, forgotten);
    }
  }
  return found;
}

/** Drops them. Does nothing where the table is in use: another run does. Answers how many. */
async function dropForgotten({ db }: ServerContext, formKey: string): Promise<number> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '2s'`.execute(trx);
      await sql`select pg_advisory_xact_lock(hashtext('frm_table'), hashtext(${formKey}))`.execute(trx);
      let count = 0;
      for (const [table, columns] of await forgottenOf(trx, formKey)) {
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
  keptDays?: number;
  /** So long every server may go by a catalogue that it read before. */
  waitMs?: number;
  signal?: AbortSignal;
}

/**
 * Columns that no version in use reads: first they are forgotten, and dropped by a later run, when the index over all
 * texts was made anew without them and no server remembers them any more. Answers how many were forgotten and dropped.
 */
export async function dropColumns(
  context: ServerContext,
  { keptDays = KEPT_DAYS, waitMs = 2 * FRESH_MS, signal }: DropOptions = {},
): Promise<{ forgotten: number; dropped: number }> {
  const { db } = context;
  const forms = (await db.selectFrom('frm_table').select('form_key').where('table_key', '=', '').execute()).map(
    ({ form_key }) => form_key,
  );
  const counts = { forgotten: 0, dropped: 0 };
  const ripe: string[] = [];
  for (const formKey of forms) if ((await forgottenOf(db, formKey)).size > 0) ripe.push(formKey);
  if (ripe.length > 0) await pause(waitMs, undefined, signal ? { signal } : {});
  for (const formKey of ripe) counts.dropped += await dropForgotten(context, formKey);
  for (const formKey of forms) counts.forgotten += await forgetUnread(context, formKey, keptDays);
  return counts;
}

export const columnsJob = (context: ServerContext): JobKind => ({
  kind: 'dropColumns',
  title: '清理不再使用的字段列',
  note: `字段从使用中的各版本里去掉 ${KEPT_DAYS} 天后，删除它在数据表中的列；单据内容不受影响`,
  schedule: { dailyAt: '03:40' },
  run: async (signal) => {
    const { forgotten, dropped } = await dropColumns(context, { signal });
    return forgotten + dropped === 0 ? '没有需要清理的列' : `停用了 ${forgotten} 列，删除了 ${dropped} 列`;
  },
});
