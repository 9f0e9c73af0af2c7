import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Stores the arrival time of a task with each of its candidates, so that one index serves the first page of a to-do
 * list of any length. A trigger maintains it.
 */
export const taskOrder: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table flw_task_candidate add column arrived_at timestamptz`,
  `update flw_task_candidate c set arrived_at = t.arrived_at from flw_task t where t.id = c.task_id`,
  `alter table flw_task_candidate alter column arrived_at set default now(), alter column arrived_at set not null`,
  `create function flw_arrived() returns trigger language plpgsql as $$ begin
    select t.arrived_at into new.arrived_at from flw_task t where t.id = new.task_id;
    return new;
  end $$`,
  `create trigger flw_task_candidate_arrived before insert or update of is_open on flw_task_candidate for each row when (new.is_open) execute function flw_arrived()`,
  `drop index flw_task_candidate_open`,
  `create index flw_task_candidate_open on flw_task_candidate (user_id, arrived_at desc, task_id desc) where is_open`,
];
