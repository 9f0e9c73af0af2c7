import { sql, type Kysely, type Migration } from 'kysely';

/** What was decided before votes were kept: approvals under way can go back to those nodes, too. */
export const flowVotes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update flw_task set vote = case action when 'reject' then 'reject' else 'approve' end where state = 'done' and vote is null and undo is null and action in ('submit', 'approve', 'reject')`.execute(
      db,
    );
  },
};
