import { sql, type Kysely } from 'kysely';

export interface Watched {
  /** Columns that name a row, in the order they are written into `object_id`. */
  key: readonly string[];
  /** Columns whose content must stand nowhere else: the log says only that they changed. */
  secret?: readonly string[];
  /** Columns too long for a log, kept elsewhere: it holds their length and MD5. */
  long?: readonly string[];
  /** Only these columns are worth an entry when they change; a read mark is not. */
  only?: readonly string[];
}

/** Has every later write of a table noted in `sys_audit`, whoever makes it. For migrations. */
export async function watchTable(
  db: Kysely<unknown>,
  table: string,
  { key, secret = [], long = [], only = [] }: Watched,
): Promise<void> {
  const lists = [key, secret, long, only].map((columns) => sql.lit(columns.join(',')));
  await sql`create trigger ${sql.id(`${table}_audit`)} after insert or update or delete on ${sql.table(table)}
    for each row execute function sys_audit_note(${sql.join(lists)})`.execute(db);
}
