import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds the votes of tasks that were decided before votes were stored, so that running approvals can also return to the
 * nodes of these tasks.
 */
export const flowVotes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update flw_task set vote = case action when 'reject' then 'reject' else 'approve' end where state = 'done' and vote is null and undo is null and action in ('submit', 'approve', 'reject')`.execute(
      db,
    );
  },
};
