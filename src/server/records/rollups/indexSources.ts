import { sql } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { freshTables } from '../columns/catalogue.ts';
import { sqlOf } from './plan.ts';

/**
 * Creates the missing indexes that the roll-ups of a form need. On a PostgreSQL server this does not block writes
 * (`concurrently`); in the embedded database writes wait.
 */
export async function indexSources({ db, settings }: ServerContext, formKey: string): Promise<void> {
  const tables = await freshTables(db, formKey);
  for (const { plan } of tables?.keptFields ?? []) {
    const index = plan.rollup?.index;
    if (!index) continue;
    const { rows } = await sql<{
      isValid: boolean;
    }>`select x.indisvalid as "isValid" from pg_class c join pg_index x on x.indexrelid = c.oid
      where c.relname = ${index.name} and c.relnamespace = current_schema()::regnamespace`.execute(db);
    if (rows[0]?.isValid) continue;
    await db.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection);
      try {
        // an invalid index was left by a server that stopped while creating it; PostgreSQL does not use it for queries
        if (rows.length > 0) await sql`drop index if exists ${sql.id(index.name)}`.execute(connection);
        await sql`create index ${sql.raw(settings.databaseUrl === null ? '' : 'concurrently ')}if not exists ${sql.id(index.name)} on ${sql.id(index.table)} ${sqlOf(index.columns)}`.execute(
          connection,
        );
      } finally {
        await sql`reset statement_timeout`.execute(connection);
      }
    });
  }
}
