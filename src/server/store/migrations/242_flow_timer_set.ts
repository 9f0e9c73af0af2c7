import { sql, type Kysely, type Migration } from 'kysely';

/** Who waited for a signal when it was thrown is told by the time the database wrote: the servers' clocks, by which ids are made, may stand apart. What is there has only that time. */
export const flowTimerSet: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table flw_timer add column set_at timestamptz not null default clock_timestamp()`.execute(db);
    await sql`update flw_timer set set_at = least(set_at, to_timestamp(('x' || left(id, 12))::bit(48)::bigint / 1000.0)) where id ~ '^[0-9a-f]{32}$'`.execute(
      db,
    );
  },
};
