import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Subscriptions of processes to signals and messages, and thrown signals, which are stored until all waiting processes
 * have received them. All are timer rows; `awaits` is the name of the signal or message.
 */
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
