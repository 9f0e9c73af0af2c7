import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Changes of the menu by administrators: who changed an entry and when, its revision, its position (`place`), whether
 * it was removed, and its original state (`shipped`).
 */
export const menuEditing: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sys_menu
      add column shipped jsonb, add column place double precision, add column is_removed boolean not null default false,
      add column revision integer not null default 1, add column changed_by_name text, add column changed_at timestamptz`.execute(
      db,
    );
  },
};
