import { sql, type Kysely, type Migration } from 'kysely';

/** Processes wait for signals and messages by name, in rows beside their times; a signal that is thrown is a row until all who wait were told. */
export const flowListening: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table flw_timer add column awaits text`.execute(db);
    await sql`alter table flw_timer drop constraint flw_timer_kind_check`.execute(db);
    await sql`alter table flw_timer add constraint flw_timer_kind_check check (kind in ('due', 'remind', 'wait', 'boundary', 'call', 'signal', 'message', 'throw'))`.execute(
      db,
    );
    await sql`create index flw_timer_awaits on flw_timer (awaits, kind) where awaits is not null`.execute(db);
  },
};
