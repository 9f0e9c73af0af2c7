import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/** The longest chain of delegations: A to B, B to C, C to D. */
const MAX_STEPS = 3;

/**
 * Delegations for an absence, and two functions that read them. A delegation is in force between its start and end by
 * the clock of the database, unless it is withdrawn. No job has to run at these times.
 */
export const delegations: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table flw_delegation (
      id varchar(64) primary key,
      from_user varchar(64) not null,
      to_user varchar(64) not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      form_keys text[],
      note text not null default '',
      withdrawn_at timestamptz,
      created_at timestamptz not null default now(),
      check (from_user <> to_user), check (starts_at < ends_at))`.execute(db);
    await sql`create index flw_delegation_to on flw_delegation (to_user, ends_at) where withdrawn_at is null`.execute(
      db,
    );
    await sql`create index flw_delegation_from on flw_delegation (from_user, ends_at)`.execute(db);
    await watchTable(db, 'flw_delegation', { key: ['id'] });
    await sql`alter table flw_history add column for_id varchar(64)`.execute(db);
    // the people (`person`) for whom the delegate may act now; `path`: the chain from the delegate to `person`, both
    // included; `form_keys`: the forms for which the delegate may act, null for all
    await sql`create function flw_acts_for(delegate text) returns table (person text, form_keys text[], path text[]) language sql stable as $$
      with recursive chain as (
        select d.from_user::text as person, d.form_keys, array[delegate, d.from_user::text] as path
          from flw_delegation d join sys_user u on u.id = d.from_user and not u.is_disabled
          where d.to_user = delegate and d.withdrawn_at is null and d.starts_at <= now() and d.ends_at > now()
        union all
        select d.from_user::text,
          case when d.form_keys is null then c.form_keys when c.form_keys is null then d.form_keys
            else array(select unnest(d.form_keys) intersect select unnest(c.form_keys)) end,
          c.path || d.from_user::text
          from chain c join flw_delegation d on d.to_user = c.person join sys_user u on u.id = d.from_user and not u.is_disabled
          where d.withdrawn_at is null and d.starts_at <= now() and d.ends_at > now()
            and d.from_user <> all(c.path) and cardinality(c.path) <= ${sql.lit(MAX_STEPS)}
      ) select person, form_keys, path from chain where form_keys is null or cardinality(form_keys) > 0 $$`.execute(db);
    // the open tasks that the delegate may process for others, each once; without tasks of records that somebody in the
    // chain has submitted, and without tasks that the delegate may process anyway
    await sql`create function flw_delegated(delegate text) returns table (task_id text, record_id text, arrived_at timestamptz, for_id text) language sql stable as $$
      select distinct on (c.task_id) c.task_id::text, t.record_id::text, c.arrived_at, a.person
        from flw_acts_for(delegate) a
        join flw_task_candidate c on c.user_id = a.person and c.is_open
        join flw_task t on t.id = c.task_id and t.state = 'open'
        join flw_instance i on i.id = t.instance_id
        where (a.form_keys is null or i.form_key = any(a.form_keys)) and i.initiator_id <> all(a.path)
          and not exists (select 1 from flw_task_candidate own where own.task_id = c.task_id and own.user_id = delegate and own.is_open)
        order by c.task_id, cardinality(a.path), a.person $$`.execute(db);
  },
};
