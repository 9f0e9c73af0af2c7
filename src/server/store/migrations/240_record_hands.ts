import { sql, type Kysely, type Migration } from 'kysely';

/** Whether a record is or was in somebody's hands, who reads it for that whatever their roles say: they acted on it, may act now, handed it on or got a copy. */
const held = (record: string, person: string): string => `(exists (select 1 from flw_task t where t.record_id = ${record} and t.actor_id = ${person})
    or exists (select 1 from flw_task t join flw_task_candidate c on c.task_id = t.id where t.record_id = ${record} and c.user_id = ${person} and c.is_open)
    or exists (select 1 from flw_reader x where x.record_id = ${record} and x.user_id = ${person}))`;

/** Whose hands a statement may have changed, as records and people: `past` and `fresh` are the rows before and after it. */
const CHANGES: readonly { table: string; event: 'insert' | 'update' | 'delete'; pairs: string }[] = [
  { table: 'flw_task', event: 'insert', pairs: 'select record_id, actor_id from fresh where actor_id is not null' },
  { table: 'flw_task', event: 'update', pairs: `select f.record_id, a.actor_id from past p join fresh f on f.id = p.id cross join lateral (values (p.actor_id), (f.actor_id)) as a(actor_id)
      where p.actor_id is distinct from f.actor_id and a.actor_id is not null` },
  { table: 'flw_task', event: 'delete', pairs: 'select h.record_id, h.user_id from past p join frm_hand h on h.record_id = p.record_id' },
  { table: 'flw_task_candidate', event: 'insert', pairs: 'select t.record_id, f.user_id from fresh f join flw_task t on t.id = f.task_id where f.is_open' },
  { table: 'flw_task_candidate', event: 'update', pairs: `select t.record_id, f.user_id from past p join fresh f on f.task_id = p.task_id and f.user_id = p.user_id join flw_task t on t.id = f.task_id
      where p.is_open is distinct from f.is_open` },
  { table: 'flw_task_candidate', event: 'delete', pairs: 'select t.record_id, p.user_id from past p join flw_task t on t.id = p.task_id' },
  { table: 'flw_reader', event: 'insert', pairs: 'select record_id, user_id from fresh' },
  { table: 'flw_reader', event: 'delete', pairs: 'select record_id, user_id from past' },
];

/** What a tally counts: a row says by how much it went up or down. Nobody waits for another's, as they would for one number; housekeeping makes one of many. */
const COUNTED: readonly { table: string; event: 'insert' | 'delete'; person: string }[] = [
  { table: 'frm_record', event: 'insert', person: 'create_by' }, { table: 'frm_record', event: 'delete', person: 'create_by' },
  { table: 'frm_hand', event: 'insert', person: 'user_id' }, { table: 'frm_hand', event: 'delete', person: 'user_id' },
];

/**
 * The records that are or were in somebody's hands, other than their own, in the order of a list, and how many records of
 * a form are theirs on either of these ways: so a page of who may not read all costs what the administrator's costs.
 * Triggers keep them with every statement: who gives, takes or decides a task need not think of it. What acts on a process
 * holds the process or its record, so two never settle the same pair.
 */
export const recordHands: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    for (const { table, event, pairs } of CHANGES) {
      const name = `${table}_${event}_hand`;
      const rows = { insert: 'new table as fresh', update: 'old table as past new table as fresh', delete: 'old table as past' }[event];
      await sql.raw(`create function ${name}() returns trigger language plpgsql as $$ declare records text[]; people text[]; begin
        select array_agg(c.record_id), array_agg(c.user_id) into records, people from (${pairs}) as c(record_id, user_id);
        if records is not null then perform frm_hand_settle(records, people); end if;
        return null;
      end $$`).execute(db);
      await sql.raw(`create trigger ${table}_hand_${event} after ${event} on ${table} referencing ${rows} for each statement execute function ${name}()`).execute(db);
    }
    for (const { table, event, person } of COUNTED) {
      const name = `${table}_${event}_tally`;
      const [rows, sign] = event === 'insert' ? ['new table as changed', ''] : ['old table as changed', '-'];
      await sql.raw(`create function ${name}() returns trigger language plpgsql as $$ begin
        insert into frm_tally (form_key, user_id, records) select c.form_key, c.${person}, ${sign}count(*) from changed c group by 1, 2;
        return null;
      end $$`).execute(db);
      await sql.raw(`create trigger ${table}_tally_${event} after ${event} on ${table} referencing ${rows} for each statement execute function ${name}()`).execute(db);
    }
  },
};

const STATEMENTS = [
  // `title`, `update_time` and `fields` (those that the list sorts by) only in a form that frm_hand_order names
  `create table frm_hand (
    user_id varchar(64) not null, form_key varchar(64) not null, record_id varchar(64) not null, create_time timestamptz not null,
    title text, update_time timestamptz, fields jsonb, primary key (record_id, user_id))`,
  `create table frm_hand_order (form_key varchar(64) primary key, keys text[] not null, ready text[])`,
  `create function frm_listed(document jsonb, keys text[]) returns jsonb language sql immutable parallel safe
    as $$ select coalesce(jsonb_object_agg(k, case jsonb_typeof(document -> k) when 'number' then document -> k else to_jsonb(left(document ->> k, 200)) end), '{}') from unnest(keys) k where document ->> k is not null $$`,
  // each form by its own name: the records of one form are one table of many
  `create function frm_hand_settle(records text[], people text[]) returns void language plpgsql as $$ declare one record; begin
    delete from frm_hand h using (select distinct r, u from unnest(records, people) as c(r, u)) m where h.record_id = m.r and h.user_id = m.u and not ${held('m.r', 'm.u')};
    for one in
      select m.form_key, array_agg(m.r) as records, array_agg(m.u) as people
      from (select distinct r, u, coalesce((select i.form_key from flw_instance i where i.record_id = r), (select x.form_key from flw_reader x where x.record_id = r and x.user_id = u)) as form_key from unnest(records, people) as c(r, u)) m
      where not exists (select 1 from frm_hand h where h.record_id = m.r and h.user_id = m.u) and ${held('m.r', 'm.u')} and m.form_key is not null group by m.form_key
    loop
      execute format('insert into frm_hand (user_id, form_key, record_id, create_time, title, update_time, fields)
        select h.u, f.form_key, f.id, f.create_time, case when o.keys is not null then f.title end, case when o.keys is not null then f.update_time end, case when o.keys is not null then frm_listed(f.fields, o.keys) end
        from unnest($1, $2) as h(r, u) join frm_record f on f.form_key = %1$L and f.id = h.r left join frm_hand_order o on o.form_key = %1$L where f.create_by <> h.u for share of f on conflict do nothing', one.form_key) using one.records, one.people;
    end loop;
  end $$`,
  `create function frm_hand_follow() returns trigger language plpgsql as $$ declare wanted text[]; begin
    if tg_op = 'DELETE' then
      delete from frm_hand where record_id = old.id;
    else
      select keys into wanted from frm_hand_order where form_key = new.form_key;
      if wanted is not null then update frm_hand set title = new.title, update_time = new.update_time, fields = frm_listed(new.fields, wanted) where record_id = new.id; end if;
    end if;
    return null;
  end $$`,
  `create trigger frm_record_hand after delete or update of title, update_time, fields on frm_record for each row execute function frm_hand_follow()`,
  `insert into frm_hand (user_id, form_key, record_id, create_time)
    select h.user_id, f.form_key, f.id, f.create_time from (
      select i.form_key, t.record_id, t.actor_id as user_id from flw_task t join flw_instance i on i.id = t.instance_id where t.actor_id is not null
      union select i.form_key, t.record_id, c.user_id from flw_task_candidate c join flw_task t on t.id = c.task_id join flw_instance i on i.id = t.instance_id where c.is_open
      union select form_key, record_id, user_id from flw_reader) h
    join frm_record f on f.form_key = h.form_key and f.id = h.record_id where f.create_by <> h.user_id on conflict do nothing`,
  `create table frm_tally (form_key varchar(64) not null, user_id varchar(64) not null, records integer not null)`,
  `insert into frm_tally (form_key, user_id, records) select form_key, person, count(*) from (select form_key, create_by as person from frm_record union all select form_key, user_id from frm_hand) as one group by 1, 2`,
  `create index frm_tally_own on frm_tally (user_id, form_key) include (records)`,
  `create index frm_hand_newest on frm_hand (user_id, form_key, create_time desc, record_id desc)`,
];
