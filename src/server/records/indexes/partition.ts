import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { createCache } from '../../store/cache.ts';
import type { Database } from '../../store/database.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10);

/** Asked several times with most requests, and the same again and again. */
const names = createCache<string>(2_000);

/** The table that holds the records of a form. */
export function partitionName(formKey: string): string {
  const known = names.get(formKey);
  if (known !== undefined) return known;
  const name = `frm_record_${formKey.slice(0, 32)}_${hash(formKey)}`;
  names.set(formKey, name);
  return name;
}

/** How a field's values are compared in SQL. */
export type FieldKind = 'number' | 'text';
export interface IndexedField {
  key: string;
  kind: FieldKind;
}

/** More indexes than this on one form cost more at every save than they give to its list. */
const MAX_INDEXES = 12;

/**
 * Gives a form its own partition of the records and an index for each field its list searches and shows. Called while
 * publishing, in its transaction; takes a lock so that two publishers do not meet. Keys come from a validated definition.
 */
export async function preparePartition(
  trx: Transaction<Database>,
  formKey: string,
  fields: readonly IndexedField[],
): Promise<void> {
  const name = partitionName(formKey);
  // the indexes of a large form take their time
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtext('frm_record'))`.execute(trx);
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${`"${name}"`})::text as found`.execute(trx);
  const isThere = typeof rows[0]?.found === 'string';
  if (!isThere) {
    await sql`create table ${sql.id(name)} (like frm_record including all)`.execute(trx);
    await sql`alter table frm_record attach partition ${sql.id(name)} for values in (${sql.lit(formKey)})`.execute(trx);
  }
  const indexes = fields
    .slice(0, MAX_INDEXES)
    .map((field) => ({ ...field, index: `frm_${hash(`${name}.${field.key}.${field.kind}`)}` }));
  const { rows: known } = await sql<{
    name: string;
  }>`select relname as name from pg_class where relname = any(${indexes.map(({ index }) => index)}::text[]) and relnamespace = current_schema()::regnamespace`.execute(
    trx,
  );
  const missing = indexes.filter(({ index }) => !known.some((one) => one.name === index));
  // empty values first, as lists sort them, so that both directions read the index; behind them, whose a record is (190_list_indexes)
  for (const { key, kind, index } of missing) {
    const read = kind === 'number' ? sql`frm_number(fields, ${sql.lit(key)})` : sql`frm_text(fields, ${sql.lit(key)})`;
    await sql`create index if not exists ${sql.id(index)} on ${sql.id(name)} (${read} nulls first, create_time, id, dept_id, unit_id, create_by)`.execute(
      trx,
    );
  }
  // the values of fields become known to the planner with their indexes
  if (isThere && missing.length > 0) await sql`analyze ${sql.id(name)}`.execute(trx);
}
