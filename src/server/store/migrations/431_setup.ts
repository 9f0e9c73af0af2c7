import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../auditTriggers.ts';

/** How far the first set-up of a company has come: what an administrator said of each step, and of the guide as a whole. */
export const setupMarks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_setup (step varchar(32) primary key, mark varchar(16) not null check (mark in ('done', 'skipped', 'open')), by_name text not null default '', at timestamptz not null default now())`.execute(
      db,
    );
    await watchTable(db, 'sys_setup', { key: ['step'] });
  },
};
