import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Records in typed columns. The catalogue lists the tables and columns of each form; publishing a form creates the
 * tables. The table of the older version is renamed to `frm_record_old`, and the server migrates it
 * (`records/columns/migrateOldRecords.ts`). So an older server that still runs fails at once instead of writing to the
 * old table.
 */
export const recordColumns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

/**
 * Statements that drop the triggers that belong to or read the old table, their functions, and the sort values in
 * `frm_hand` (involved people). The triggers updated `frm_hand`, `frm_tally` and `frm_place` (units and departments
 * with records); the server now does this in its own code.
 */
const DROP_STATEMENTS = [
  `drop trigger frm_record_hand_more on frm_record`,
  `drop trigger frm_record_hand_less on frm_record`,
  `drop trigger frm_record_hand_follow on frm_record`,
  `drop trigger frm_record_place_more on frm_record`,
  `drop trigger frm_record_place_moved on frm_record`,
  `drop function frm_record_hand_more()`,
  `drop function frm_record_hand_less()`,
  `drop function frm_record_hand_follow()`,
  `drop function frm_record_place_more()`,
  `drop function frm_record_place_moved()`,
  `drop trigger flw_instance_record on flw_instance`,
  `drop function flw_instance_record()`,
  // the sort values of the records in `frm_hand`, which the columns replace
  `drop table frm_hand_order`,
  `do $$ declare i record; begin for i in select c.oid::regclass::text as name from pg_class c join pg_index x on x.indexrelid = c.oid where x.indrelid = 'frm_hand'::regclass and starts_with(c.relname, 'frm_inhand_') loop execute 'drop index ' || i.name; end loop; end $$`,
  `alter table frm_hand drop column title, drop column update_time, drop column fields`,
  `drop function frm_listed(jsonb, text[])`,
];

const STATEMENTS = [
  ...DROP_STATEMENTS,
  `alter table frm_record rename to frm_record_old`,

  // one row for each table of a form ('': the main table, otherwise a sub-table); `revision` increases with
  // every change of the table's columns
  `create table frm_table (
    form_key varchar(64) not null, table_key varchar(160) not null default '', name varchar(63) not null unique, parts smallint not null default 1,
    revision integer not null default 1, joined text[] not null default '{}', fill_after text, primary key (form_key, table_key))`,
  `create table frm_column (
    form_key varchar(64) not null, table_key varchar(160) not null default '', field_key text collate "C" not null, kind varchar(12) not null,
    part smallint not null, name varchar(63) not null, since_version integer not null, is_ready boolean not null, unused_since timestamptz,
    primary key (form_key, table_key, field_key, kind))`,

  // returns all pairs of adjacent characters of texts, because many Chinese words have two characters; a search for
  // "contains" compares the pairs of the stored text with those of the search text
  `create function frm_grams(texts text[]) returns text[] language sql immutable parallel safe as $$
    select coalesce(array_agg(distinct u.a || u.b), '{}') from (select string_to_array(lower(array_to_string(texts, chr(10)) collate "C"), null) as chars offset 0) c, unnest(c.chars, c.chars[2:]) as u(a, b) where u.b is not null $$`,

  // adds a person to `frm_hand`; reads the record's creator and creation time from `flw_instance`, or, for a record
  // without a process, from the main table of its form
  `create or replace function frm_hand_add(record text, person text) returns void language plpgsql as $$ declare form text; creator text; made timestamptz; home text; begin
    if person is null or exists (select 1 from frm_hand h where h.record_id = record and h.user_id = person) then return; end if;
    select i.form_key, i.record_by, i.record_time into form, creator, made from flw_instance i where i.record_id = record;
    if not found then
      select x.form_key, t.name into form, home from flw_reader x join frm_table t on t.form_key = x.form_key and t.table_key = '' where x.record_id = record and x.user_id = person;
      if home is not null then execute format('select create_by, create_time from %I where id = $1', home) into creator, made using record; end if;
    end if;
    if made is null or creator = person then return; end if;
    insert into frm_hand (user_id, form_key, record_id, create_time) values (person, form, record, made);
  end $$`,

  // checks whether a record of a unit or department exists; reads only forms that ever had such records (`frm_place`)
  `create function frm_place_used(place text) returns boolean language plpgsql stable as $$ declare t record; found_one boolean; begin
    for t in select distinct m.name from frm_place p join frm_table m on m.form_key = p.form_key and m.table_key = '' where p.place_id = place loop
      execute format('select exists (select 1 from %I where unit_id = $1 or dept_id = $1)', t.name) into found_one using place;
      if found_one then return true; end if;
    end loop;
    return false;
  end $$`,

  // a view of all records of all forms for manual inspection; the product itself reads the tables of each form
  `create function frm_records() returns table (id varchar, form_key varchar, version integer, revision integer, flw_state text, title text, task_node text,
    create_by varchar, create_by_name text, create_time timestamptz, update_by varchar, update_by_name text, update_time timestamptz, unit_id varchar, dept_id varchar,
    search_text text, fields jsonb, child_tables jsonb) language plpgsql stable as $$ declare t record; begin
    for t in select m.form_key as key, m.name as main, d.name as documents from frm_table m join frm_table d on d.form_key = m.form_key and d.table_key = '#documents' where m.table_key = '' order by 1 loop
      return query execute format('select r.id, %L::varchar, r.version, r.revision, r.flw_state, r.title, r.task_node, r.create_by, r.create_by_name, r.create_time, r.update_by, r.update_by_name, r.update_time, r.unit_id, r.dept_id, r.search_text, d.fields, d.child_tables from %I r join %I d on d.id = r.id', t.key, t.main, t.documents);
    end loop;
  end $$`,
  `create view frm_record as select * from frm_records()`,
];
