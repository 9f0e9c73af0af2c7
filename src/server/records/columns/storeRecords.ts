import { sql, type RawBuilder } from 'kysely';
import { COLUMN_CASTS } from '../../../kernel/index.ts';
import { kept } from '../../store/named.ts';
import type { Trx } from '../../store/transaction.ts';
import type { RecordValues, SystemColumns } from '../tables.ts';
import { withRollups } from '../rollups/moveRollups.ts';
import { dropSearchable, noteSearchable } from '../search/searchIndex.ts';
import type { Column, ColumnTable, FormTables } from './catalogue.ts';
import { partName } from './names.ts';
import { changedRows, projectValues, type ProjectedRow } from './projectRecord.ts';

/** System columns with their types, as they are sent. */
const SYSTEM = {
  id: 'text',
  version: 'integer',
  revision: 'integer',
  flw_state: 'text',
  title: 'text',
  task_node: 'text',
  create_by: 'text',
  create_by_name: 'text',
  create_time: 'timestamptz',
  update_by: 'text',
  update_by_name: 'text',
  update_time: 'timestamptz',
  unit_id: 'text',
  dept_id: 'text',
  search_text: 'text',
} as const;
export const SYSTEM_COLUMNS = Object.keys(SYSTEM) as (keyof typeof SYSTEM)[];

/** A record as it is stored; `create_time` and `update_time` are the database's where they are not given. */
export type NewRecord = Omit<SystemColumns, 'create_time' | 'update_time'> & {
  create_time?: Date;
  update_time?: Date;
  values: RecordValues;
};

const names = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((name) => sql.id(name)));
const typed = (columns: readonly { name: string; type: string }[]): RawBuilder<unknown> =>
  sql.join(columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`));
const typesOf = (columns: readonly Column[]) => columns.map(({ name, kind }) => ({ name, type: COLUMN_CASTS[kind] }));
const partOf = ({ columns }: ColumnTable, part: number): Column[] => columns.filter((column) => column.part === part);

/** Statements are the same for every record of a form until its columns change, and so they are kept prepared. */
const prepared = sql.raw(kept);

/** Writes rows of a sub-table, those that are there already anew. One statement for all of them. */
async function writeRows(trx: Trx, table: ColumnTable, rows: readonly ProjectedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const sent = JSON.stringify(rows);
  for (let part = 1; part <= table.parts; part += 1) {
    const columns = partOf(table, part);
    const own = columns.map(({ name }) => name);
    const change =
      own.length === 0
        ? sql`nothing`
        : sql`update set ${sql.join(own.map((name) => sql`${sql.id(name)} = ${sql.ref(`excluded.${name}`)}`))}`;
    await sql`${prepared} insert into ${sql.id(part === 1 ? table.name : partName(table.name, part))} (${names(['record_id', 'row_id', ...own])})
      select ${names(['record_id', 'row_id', ...own])} from jsonb_to_recordset(${sent}::jsonb) as x(${typed([{ name: 'record_id', type: 'text' }, { name: 'row_id', type: 'text' }, ...typesOf(columns)])})
      on conflict (record_id, row_id) do ${change}`.execute(trx);
  }
}

async function dropRows(
  trx: Trx,
  table: ColumnTable,
  recordIds: readonly string[],
  rowIds?: readonly string[],
): Promise<void> {
  for (let part = 1; part <= table.parts; part += 1)
    await sql`delete from ${sql.id(part === 1 ? table.name : partName(table.name, part))} where record_id = any(${recordIds}::text[])${rowIds ? sql` and row_id = any(${rowIds}::text[])` : sql``}`.execute(
      trx,
    );
}

/** Columns of further tables, for records whose lines may not be there yet. */
async function writeParts(trx: Trx, { main }: FormTables, lines: readonly Record<string, unknown>[]): Promise<void> {
  for (let part = 2; part <= main.parts; part += 1) {
    const columns = partOf(main, part);
    const own = columns.map(({ name }) => name);
    await sql`${prepared} insert into ${sql.id(partName(main.name, part))} (${names(['id', ...own])}) select ${names(['id', ...own])} from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x(${typed([{ name: 'id', type: 'text' }, ...typesOf(columns)])})
      on conflict (id) do update set ${sql.join(own.map((name) => sql`${sql.id(name)} = ${sql.ref(`excluded.${name}`)}`))}`.execute(
      trx,
    );
  }
}

/** The fields of a document: kept values stand in their columns alone. */
export function ownFields({ plans }: FormTables, fieldsMap: RecordValues['fieldsMap']): RecordValues['fieldsMap'] {
  if (!plans.some(({ key }) => Object.hasOwn(fieldsMap, key))) return fieldsMap;
  const keys = new Set(plans.map(({ key }) => key));
  return Object.fromEntries(Object.entries(fieldsMap).filter(([key]) => !keys.has(key)));
}

const lineOf = ({ main }: FormTables, id: string, { fieldsMap }: Pick<RecordValues, 'fieldsMap'>) => ({
  ...projectValues(main.columns, fieldsMap),
  id,
});

/** The places of records as the condition `found` finds them, where they are not known to have some of the form. */
const placesOf = (formKey: string, found: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into frm_place (form_key, place_id, kind) select distinct ${sql.lit(formKey)}, p.place_id, p.kind from ${found} s cross join lateral (values (s.unit_id, 'unit'), (s.dept_id, 'dept')) p (place_id, kind)
      where p.place_id is not null and not exists (select 1 from frm_place k where k.form_key = ${sql.lit(formKey)} and k.place_id = p.place_id and k.kind = p.kind) order by 2, 3 on conflict do nothing`;

export interface InsertOptions {
  /** Records that were counted before (`frm_tally`, `frm_place`): brought over from an older version. */
  areCounted?: boolean;
}

/**
 * Stores new records of one form: system columns and columns of fields in its narrow table, documents beside it, rows of
 * sub-tables in theirs. Counts them for their creators and notes their units and departments. Answers the system columns
 * as they were stored, by id.
 */
export async function insertRecords(
  trx: Trx,
  formKey: string,
  records: readonly NewRecord[],
  { areCounted = false }: InsertOptions = {},
): Promise<Map<string, SystemColumns>> {
  if (records.length === 0) return new Map();
  const ids = records.map(({ id }) => id);
  return withRollups(trx, formKey, ids, 'insert', (tables) => storeNew(trx, tables, records, areCounted));
}

async function storeNew(
  trx: Trx,
  tables: FormTables,
  records: readonly NewRecord[],
  areCounted: boolean,
): Promise<Map<string, SystemColumns>> {
  const { formKey } = tables;
  const first = partOf(tables.main, 1);
  const lines = records.map(({ values, ...system }) => ({ ...system, ...lineOf(tables, system.id, values) }));
  const sent = lines.map((line, index) => ({
    ...line,
    fields: ownFields(tables, records[index]?.values.fieldsMap ?? {}),
    child_tables: records[index]?.values.childTables ?? {},
  }));
  const into = [...SYSTEM_COLUMNS, ...first.map(({ name }) => name)];
  const values = into.map((name) =>
    name === 'create_time' || name === 'update_time' ? sql`coalesce(${sql.id(name)}, now())` : sql.id(name),
  );
  const counted = areCounted
    ? sql``
    : sql`, tally as (insert into frm_tally (form_key, user_id, records) select ${sql.lit(formKey)}, create_by, count(*) from stored group by create_by),
    places as (${placesOf(formKey, sql`stored`)})`;
  const { rows } =
    await sql<SystemColumns>`${prepared} with sent as materialized (select * from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as x(${typed(
      [
        ...SYSTEM_COLUMNS.map((name) => ({ name, type: SYSTEM[name] })),
        ...typesOf(first),
        { name: 'fields', type: 'jsonb' },
        { name: 'child_tables', type: 'jsonb' },
      ],
    )})),
    stored as (insert into ${sql.id(tables.main.name)} (${names(into)}) select ${sql.join(values)} from sent returning ${names(SYSTEM_COLUMNS)}),
    documents as (insert into ${sql.id(tables.documents)} (id, fields, child_tables) select id, fields, child_tables from sent)${counted}
    select ${names(SYSTEM_COLUMNS)} from stored`.execute(trx);
  await writeParts(trx, tables, lines);
  for (const [key, table] of tables.rows)
    await writeRows(
      trx,
      table,
      records.flatMap(({ id, values: { childTables } }) => changedRows(table, id, null, childTables[key]).written),
    );
  await noteSearchable(trx, formKey, records);
  return new Map(rows.map((row) => [row.id, row]));
}

const changed = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((name) => sql`${sql.id(name)} = ${sql.ref(`x.${name}`)}`));

/** A record before and after, with the system columns that change. */
export interface RecordChange {
  before: RecordValues;
  after: RecordValues;
  system: Partial<Omit<SystemColumns, 'id'>>;
}

/**
 * Stores another state of a record: the system columns that are given, its document, its columns, and of its sub-tables
 * the rows that changed. Answers the system columns as they are now.
 */
export async function updateRecord(
  trx: Trx,
  formKey: string,
  id: string,
  change: RecordChange,
): Promise<SystemColumns> {
  return withRollups(trx, formKey, [id], 'values', (tables) => storeChange(trx, tables, id, change));
}

/** The search over all forms follows the searchable text wherever that is written. */
async function noteFound(
  trx: Trx,
  { formKey }: FormTables,
  id: string,
  { search_text }: Partial<SystemColumns>,
): Promise<void> {
  if (search_text !== undefined) await noteSearchable(trx, formKey, [{ id, search_text }]);
}

async function storeChange(
  trx: Trx,
  tables: FormTables,
  id: string,
  { before, after, system }: RecordChange,
): Promise<SystemColumns> {
  const first = partOf(tables.main, 1);
  const given = SYSTEM_COLUMNS.filter((name) => Object.hasOwn(system, name));
  const line = lineOf(tables, id, after);
  const sent = { ...system, ...line, fields: ownFields(tables, after.fieldsMap), child_tables: after.childTables };
  const { rows } =
    await sql<SystemColumns>`${prepared} with x as materialized (select * from jsonb_to_record(${JSON.stringify(sent)}::jsonb) as x(${typed(
      [
        { name: 'id', type: 'text' },
        ...given.map((name) => ({ name, type: SYSTEM[name] })),
        ...typesOf(first),
        { name: 'fields', type: 'jsonb' },
        { name: 'child_tables', type: 'jsonb' },
      ],
    )})),
    document as (update ${sql.id(tables.documents)} d set fields = x.fields, child_tables = x.child_tables from x where d.id = x.id)
    update ${sql.id(tables.main.name)} r set ${changed([...given, ...first.map(({ name }) => name)])} from x where r.id = x.id returning ${sql.join(SYSTEM_COLUMNS.map((name) => sql.ref(`r.${name}`)))}`.execute(
      trx,
    );
  const [stored] = rows;
  if (!stored) throw new Error(`record "${id}" of "${tables.formKey}" is gone`);
  await writeParts(trx, tables, [line]);
  await noteFound(trx, tables, id, system);
  for (const [key, table] of tables.rows) {
    const { written, gone } = changedRows(table, id, before.childTables[key], after.childTables[key]);
    await writeRows(trx, table, written);
    if (gone.length > 0) await dropRows(trx, table, [id], gone);
  }
  return stored;
}

/** Changes system columns of a record alone; its document stays. Answers them as they are now; undefined: there is no such record. */
export async function updateSystemColumns(
  trx: Trx,
  formKey: string,
  id: string,
  system: Partial<Omit<SystemColumns, 'id'>>,
): Promise<SystemColumns | undefined> {
  return withRollups(trx, formKey, [id], 'state', (tables) => storeState(trx, tables, id, system));
}

async function storeState(
  trx: Trx,
  tables: FormTables,
  id: string,
  system: Partial<Omit<SystemColumns, 'id'>>,
): Promise<SystemColumns | undefined> {
  const sets = SYSTEM_COLUMNS.filter((name) => Object.hasOwn(system, name)).map(
    (name) => sql`${sql.id(name)} = ${(system as Record<string, unknown>)[name]}`,
  );
  const { rows } =
    await sql<SystemColumns>`update ${sql.id(tables.main.name)} set ${sql.join(sets)} where id = ${id} returning ${names(SYSTEM_COLUMNS)}`.execute(
      trx,
    );
  if (rows.length > 0) await noteFound(trx, tables, id, system);
  if (rows.length > 0 && ('unit_id' in system || 'dept_id' in system))
    await placesOf(
      tables.formKey,
      sql`(select unit_id, dept_id from ${sql.id(tables.main.name)} where id = ${id})`,
    ).execute(trx);
  return rows[0];
}

/** Removes a record with its document and rows, and takes it out of what is counted. */
export async function deleteRecord(trx: Trx, formKey: string, id: string): Promise<void> {
  await withRollups(trx, formKey, [id], 'remove', (tables) => removeStored(trx, tables, id));
}

async function removeStored(trx: Trx, tables: FormTables, id: string): Promise<void> {
  await sql`with gone as (delete from ${sql.id(tables.main.name)} where id = ${id} returning create_by)
    insert into frm_tally (form_key, user_id, records) select ${tables.formKey}, create_by, -1 from gone`.execute(trx);
  await sql`delete from ${sql.id(tables.documents)} where id = ${id}`.execute(trx);
  for (let part = 2; part <= tables.main.parts; part += 1)
    await sql`delete from ${sql.id(partName(tables.main.name, part))} where id = ${id}`.execute(trx);
  for (const table of tables.rows.values()) await dropRows(trx, table, [id]);
  await trx.deleteFrom('frm_hand').where('record_id', '=', id).execute();
  await dropSearchable(trx, id);
}

interface Document {
  id: string;
  fields: RecordValues['fieldsMap'];
  child_tables: RecordValues['childTables'];
}

/** Writes the columns of these records anew from their documents, rows of sub-tables included. The caller holds the records. */
export async function rewriteColumns(trx: Trx, tables: FormTables, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } =
    await sql<Document>`select id, fields, child_tables from ${sql.id(tables.documents)} where id = any(${ids}::text[])`.execute(
      trx,
    );
  const lines = rows.map(({ id, fields }) => lineOf(tables, id, { fieldsMap: fields }));
  const first = partOf(tables.main, 1);
  if (first.length > 0)
    await sql`update ${sql.id(tables.main.name)} r set ${changed(first.map(({ name }) => name))} from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x(${typed([{ name: 'id', type: 'text' }, ...typesOf(first)])}) where r.id = x.id`.execute(
      trx,
    );
  await writeParts(trx, tables, lines);
  for (const [key, table] of tables.rows) {
    await dropRows(trx, table, ids);
    await writeRows(
      trx,
      table,
      rows.flatMap(({ id, child_tables: rowsOf }) => changedRows(table, id, null, rowsOf[key]).written),
    );
  }
}
