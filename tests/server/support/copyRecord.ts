import { sql } from 'kysely';
import type { TestServer } from '../support.ts';

/**
 * Stores many copies of the values of a record, for what reads columns alone. Returns a function that deletes them, which
 * must be called before the server is disposed of: a copy has no document.
 */
export async function copyRecord(
  { context: { db } }: TestServer,
  formKey: string,
  id: string,
  count: number,
): Promise<() => Promise<void>> {
  const { rows: tables } = await sql<{
    name: string;
  }>`select name from frm_table where form_key = ${formKey} and table_key = ''`.execute(db);
  const name = tables[0]?.name ?? '';
  const { rows } = await sql<{ column: string }>`select column_name as column from information_schema.columns
    where table_schema = current_schema() and table_name = ${name} and column_name <> 'id' and is_generated = 'NEVER'`.execute(
    db,
  );
  const columns = sql.join(rows.map(({ column }) => sql.id(column)));
  await sql`insert into ${sql.id(name)} (id, ${columns}) select id || '-copy' || n, ${columns} from ${sql.id(name)}, generate_series(1, ${count}::int) n where id = ${id}`.execute(
    db,
  );
  return async () => {
    await sql`delete from ${sql.id(name)} where id like ${`${id}-copy%`}`.execute(db);
  };
}
