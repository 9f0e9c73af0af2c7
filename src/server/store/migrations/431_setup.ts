import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/**
 * Progress of the initial set-up: the administrators' mark on each step. The row with the step `guide` says whether the
 * set-up guide is open.
 */
export const setupMarks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_setup (step varchar(32) primary key, mark varchar(16) not null check (mark in ('done', 'skipped', 'open')), by_name text not null default '', at timestamptz not null default now())`.execute(
      db,
    );
    await watchTable(db, 'sys_setup', { key: ['step'] });
  },
};
