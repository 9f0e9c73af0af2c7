import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The time at which a timer row was written, by the clock of the database. It determines which processes were waiting
 * when a signal was thrown. The time in an id is not sufficient for this, because it comes from the clock of one of the
 * servers, and these clocks may differ. Existing rows get the time in their id: its first 48 bits are milliseconds.
 */
export const flowTimerSet: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table flw_timer add column set_at timestamptz not null default clock_timestamp()`.execute(db);
    await sql`update flw_timer set set_at = least(set_at, to_timestamp(('x' || left(id, 12))::bit(48)::bigint / 1000.0)) where id ~ '^[0-9a-f]{32}$'`.execute(
      db,
    );
  },
};
