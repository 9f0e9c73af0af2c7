import { sql, type Kysely } from 'kysely';

export interface WatchedColumns {
  /** Columns that identify a row, in the order in which they are written to `object_id`. */
  key: readonly string[];
  /** Columns with content that must not be copied. The log states only that they changed. */
  secret?: readonly string[];
  /** Columns whose content is too long for the log. The log contains only its length and MD5. */
  long?: readonly string[];
  /** If set, only changes of these columns are logged. */
  only?: readonly string[];
}

/** Creates the trigger that logs every write of a table in `sys_audit`. For migrations. */
export async function watchTable(
  db: Kysely<unknown>,
  table: string,
  { key, secret = [], long = [], only = [] }: WatchedColumns,
): Promise<void> {
  const lists = [key, secret, long, only].map((columns) => sql.lit(columns.join(',')));
  await sql`create trigger ${sql.id(`${table}_audit`)} after insert or update or delete on ${sql.table(table)}
    for each row execute function sys_audit_note(${sql.join(lists)})`.execute(db);
}
