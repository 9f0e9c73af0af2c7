import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds `tried_at`, the time of the last attempt to send a message. The server counts recent attempts by it, because a
 * chat robot accepts only a limited number of messages per minute.
 */
export const robotPace: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sys_outbox add column tried_at timestamptz`.execute(db);
    await sql`create index sys_outbox_tried on sys_outbox (channel_id, tried_at) where tried_at is not null`.execute(
      db,
    );
  },
};
