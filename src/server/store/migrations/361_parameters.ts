import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/** Parameters that an administrator changed. A parameter with its default value has no row. */
export const parameters: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_param (key varchar(64) primary key, value jsonb not null)`.execute(db);
    await watchTable(db, 'sys_param', { key: ['key'] });
  },
};
