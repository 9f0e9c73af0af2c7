import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The condition that a person has acted on a record, may act on it now, or is in `flw_reader` for it, for example as
 * the receiver of a copy. Such a person may read the record regardless of roles. `offset 0` and `coalesce` make the
 * planner look up the candidate by key.
 */
const INVOLVED_CONDITION = `(exists (select 1 from flw_task t where t.record_id = record and (t.actor_id = person
    or exists (select 1 from flw_task_candidate c where c.task_id = t.id and c.user_id = person and coalesce(c.is_open, false) offset 0)))
    or exists (select 1 from flw_reader x where x.record_id = record and x.user_id = person))`;

const recordOf = (row: 'new' | 'old'): string => `(select t.record_id from flw_task t where t.id = ${row}.task_id)`;

/** The triggers that update `frm_hand` and `frm_tally`. `functionBody`: the statements of the trigger function. */
const TRIGGERS: readonly { table: string; on: string; name: string; functionBody: string }[] = [
  {
    table: 'flw_task',
    name: 'given',
    on: 'after insert on flw_task for each row when (new.actor_id is not null)',
    functionBody: 'perform frm_hand_add(new.record_id, new.actor_id);',
  },
  {
    table: 'flw_task',
    name: 'acted',
    on: 'after update of actor_id on flw_task for each row when (old.actor_id is distinct from new.actor_id)',
    functionBody:
      'perform frm_hand_drop(old.record_id, old.actor_id); perform frm_hand_add(new.record_id, new.actor_id);',
  },
  {
    table: 'flw_task',
    name: 'gone',
    on: 'after delete on flw_task for each row',
    functionBody: 'perform frm_hand_drop(old.record_id, h.user_id) from frm_hand h where h.record_id = old.record_id;',
  },
  {
    table: 'flw_task_candidate',
    name: 'given',
    on: 'after insert on flw_task_candidate for each row when (new.is_open)',
    functionBody: `perform frm_hand_add(${recordOf('new')}, new.user_id);`,
  },
  {
    table: 'flw_task_candidate',
    name: 'turned',
    on: 'after update of is_open on flw_task_candidate for each row when (old.is_open is distinct from new.is_open)',
    functionBody: `if new.is_open then perform frm_hand_add(${recordOf('new')}, new.user_id); else perform frm_hand_drop(${recordOf('old')}, old.user_id); end if;`,
  },
  {
    table: 'flw_task_candidate',
    name: 'gone',
    on: 'after delete on flw_task_candidate for each row when (old.is_open)',
    functionBody: `perform frm_hand_drop(${recordOf('old')}, old.user_id);`,
  },
  {
    table: 'flw_reader',
    name: 'given',
    on: 'after insert on flw_reader for each row',
    functionBody: 'perform frm_hand_add(new.record_id, new.user_id);',
  },
  {
    table: 'flw_reader',
    name: 'gone',
    on: 'after delete on flw_reader for each row',
    functionBody: 'perform frm_hand_drop(old.record_id, old.user_id);',
  },
  // a count consists of several rows, so that concurrent writers do not wait for each other; housekeeping merges them
  {
    table: 'frm_hand',
    name: 'more',
    on: 'after insert on frm_hand for each row',
    functionBody: 'insert into frm_tally (form_key, user_id, records) values (new.form_key, new.user_id, 1);',
  },
  {
    table: 'frm_hand',
    name: 'less',
    on: 'after delete on frm_hand for each row',
    functionBody: 'insert into frm_tally (form_key, user_id, records) values (old.form_key, old.user_id, -1);',
  },
  {
    table: 'frm_record',
    name: 'more',
    on: 'after insert on frm_record referencing new table as fresh for each statement',
    functionBody:
      'insert into frm_tally (form_key, user_id, records) select f.form_key, f.create_by, count(*) from fresh f group by 1, 2;',
  },
  {
    table: 'frm_record',
    name: 'less',
    on: 'after delete on frm_record for each row',
    functionBody:
      'insert into frm_tally (form_key, user_id, records) values (old.form_key, old.create_by, -1); delete from frm_hand where record_id = old.id;',
  },
  {
    table: 'frm_record',
    name: 'follow',
    on: 'after update of title, update_time, fields on frm_record for each row',
    functionBody: `
    update frm_hand h set title = new.title, update_time = new.update_time, fields = frm_listed(new.fields, o.keys) from frm_hand_order o where o.form_key = new.form_key and h.record_id = new.id;`,
  },
];

/**
 * Creates `frm_hand`, the records of other people that a person may read because of tasks or copies, in the order of a
 * list, and `frm_tally`, the number of readable records per form. With both, a page of a restricted list costs no more
 * than a page of an administrator. Triggers maintain both tables. Every action on a process locks the process or its
 * record, so that two triggers never update the same row.
 */
export const recordHands: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    for (const { table, name, on, functionBody } of TRIGGERS) {
      await sql
        .raw(
          `create function ${table}_hand_${name}() returns trigger language plpgsql as $$ begin ${functionBody} return null; end $$`,
        )
        .execute(db);
      await sql.raw(`create trigger ${table}_hand_${name} ${on} execute function ${table}_hand_${name}()`).execute(db);
    }
  },
};

const STATEMENTS = [
  // `title`, `update_time` and `fields` (the sort fields of the list) are only filled for forms in frm_hand_order
  `create table frm_hand (
    user_id varchar(64) not null, form_key varchar(64) not null, record_id varchar(64) not null, create_time timestamptz not null,
    title text, update_time timestamptz, fields jsonb, primary key (record_id, user_id))`,
  `create table frm_hand_order (form_key varchar(64) primary key, keys text[] not null, ready text[])`,
  `create table frm_tally (form_key varchar(64) not null, user_id varchar(64) not null, records integer not null)`,
  `create function frm_listed(document jsonb, keys text[]) returns jsonb language sql immutable parallel safe
    as $$ select coalesce(jsonb_object_agg(k, case jsonb_typeof(document -> k) when 'number' then document -> k else to_jsonb(left(document ->> k, 200)) end), '{}') from unnest(keys) k where document ->> k is not null $$`,

  // creator and creation time of a process's record, so that the triggers need not search the records of all forms
  `alter table flw_instance add column record_by varchar(64), add column record_time timestamptz`,
  `update flw_instance i set record_by = r.create_by, record_time = r.create_time from frm_record r where r.form_key = i.form_key and r.id = i.record_id`,
  `create function flw_instance_record() returns trigger language plpgsql as $$ begin
    select r.create_by, r.create_time into new.record_by, new.record_time from frm_record r where r.form_key = new.form_key and r.id = new.record_id;
    return new;
  end $$`,
  `create trigger flw_instance_record before insert on flw_instance for each row when (new.record_by is null) execute function flw_instance_record()`,

  `create function frm_hand_add(record text, person text) returns void language plpgsql as $$ declare form text; creator text; made timestamptz; wanted text[]; begin
    if person is null or exists (select 1 from frm_hand h where h.record_id = record and h.user_id = person) then return; end if;
    select i.form_key, i.record_by, i.record_time into form, creator, made from flw_instance i where i.record_id = record;
    if not found then
      select r.form_key, r.create_by, r.create_time into form, creator, made from flw_reader x join frm_record r on r.form_key = x.form_key and r.id = x.record_id where x.record_id = record and x.user_id = person;
    end if;
    if made is null or creator = person then return; end if;
    select o.keys into wanted from frm_hand_order o where o.form_key = form;
    if wanted is null then
      insert into frm_hand (user_id, form_key, record_id, create_time) values (person, form, record, made);
    else
      execute format('insert into frm_hand (user_id, form_key, record_id, create_time, title, update_time, fields)
        select $1, r.form_key, r.id, r.create_time, r.title, r.update_time, frm_listed(r.fields, $2) from frm_record r where r.form_key = %L and r.id = $3 for share of r', form) using person, wanted, record;
    end if;
  end $$`,
  `create function frm_hand_drop(record text, person text) returns void language plpgsql as $$ begin
    if person is not null and exists (select 1 from frm_hand h where h.record_id = record and h.user_id = person) and not ${INVOLVED_CONDITION} then delete from frm_hand h where h.record_id = record and h.user_id = person; end if;
  end $$`,

  `insert into frm_hand (user_id, form_key, record_id, create_time)
    select h.user_id, f.form_key, f.id, f.create_time from (
      select i.form_key, t.record_id, t.actor_id as user_id from flw_task t join flw_instance i on i.id = t.instance_id where t.actor_id is not null
      union select i.form_key, t.record_id, c.user_id from flw_task_candidate c join flw_task t on t.id = c.task_id join flw_instance i on i.id = t.instance_id where c.is_open
      union select form_key, record_id, user_id from flw_reader) h
    join frm_record f on f.form_key = h.form_key and f.id = h.record_id where f.create_by <> h.user_id on conflict do nothing`,
  `insert into frm_tally (form_key, user_id, records) select form_key, person, count(*) from (select form_key, create_by as person from frm_record union all select form_key, user_id from frm_hand) as one group by 1, 2`,
  `create index frm_tally_own on frm_tally (user_id, form_key) include (records)`,
  `create index frm_hand_newest on frm_hand (user_id, form_key, create_time desc, record_id desc)`,
];
