import { sql, type Kysely, type Migration } from 'kysely';

/** A column that distinguishes a withdrawn application from a returned one, because both have the same state. */
export const flowWithdrawn: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table flw_instance add column is_withdrawn boolean not null default false`.execute(db);
    await sql`update flw_instance i set is_withdrawn = true where i.flw_state = '2' and (
      select h.action from flw_history h where h.instance_id = i.id and h.action in ('takeBack', 'return', 'reject', 'submit', 'approve')
      order by h.happened_at desc, h.id desc limit 1) = 'takeBack'`.execute(db);
  },
};
