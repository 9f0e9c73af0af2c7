import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds suspended approvals with paused timers. Makes the histories append-only, even for the server's database role.
 * `suspended_for`: the reason for which an approval was suspended.
 */
export const flowOperations: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const PROTECTED_TABLES = ['flw_history', 'frm_record_audit'];

const STATEMENTS = [
  `alter table flw_instance add column suspended_at timestamptz, add column suspended_by text, add column suspended_for text`,
  // remaining time when the process was suspended; null: the timer runs
  `alter table flw_timer add column left_ms bigint`,
  `drop index flw_timer_due`,
  `create index flw_timer_due on flw_timer (due_at) where left_ms is null`,
  `create index flw_instance_flow on flw_instance (flow_key, flow_version) where ended_at is null`,
  `create index flw_task_due on flw_task (due_at) where state = 'open' and due_at is not null`,
  `create index flw_task_open on flw_task (instance_id) where state in ('open', 'waiting')`,
  // `flw_kept` refuses each change of a row that exists in a protected table
  `create function flw_kept() returns trigger language plpgsql as $$ begin raise exception 'histories of records are only ever added to'; end $$`,
  ...PROTECTED_TABLES.flatMap((table) => [
    `create trigger ${table}_kept before update or delete on ${table} for each row execute function flw_kept()`,
    `create trigger ${table}_kept_all before truncate on ${table} for each statement execute function flw_kept()`,
  ]),
];
