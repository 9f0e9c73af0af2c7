import { sql, type Kysely, type Migration } from 'kysely';

/** Documents and their versions, approval processes, records. */
export const documents: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table doc_document (
    kind text not null check (kind in ('form', 'screen', 'flow')), doc_key varchar(160) not null, name text not null, published_version integer,
    updated_at timestamptz not null default now(), draft text, draft_name text, draft_revision integer not null default 0,
    draft_by varchar(64), draft_by_name text, draft_at timestamptz, primary key (kind, doc_key))`,
  `create table doc_version (
    kind text not null, doc_key varchar(160) not null, version integer not null, state text not null check (state in ('published', 'archived')),
    name text not null, content text not null, canonical text, note text not null default '', author_id varchar(64) not null,
    author_name text not null, published_at timestamptz not null default now(), primary key (kind, doc_key, version))`,

  `create table flw_instance (
    id varchar(64) primary key, record_id varchar(64) not null unique, form_key varchar(64) not null, form_name text not null, form_version integer not null,
    flow_key varchar(160) not null, flow_version integer not null, initiator_id varchar(64) not null, initiator_name text not null,
    flw_state text not null, title text not null default '', task_nodes text not null default '', tokens jsonb not null,
    started_at timestamptz not null default now(), ended_at timestamptz)`,
  `create index flw_instance_initiator on flw_instance (initiator_id, started_at desc)`,
  `create index flw_instance_version on flw_instance (form_key, form_version) where ended_at is null`,
  `create table flw_task (
    id varchar(64) primary key, instance_id varchar(64) not null references flw_instance on delete cascade, record_id varchar(64) not null,
    node_id text not null, node_name text not null, token integer not null, state text not null check (state in ('open', 'done', 'withdrawn')),
    arrived_at timestamptz not null default now(), finished_at timestamptz, actor_id varchar(64), actor_name text, action text, opinion text)`,
  `create index flw_task_instance on flw_task (instance_id)`,
  `create index flw_task_record on flw_task (record_id)`,
  `create index flw_task_actor on flw_task (actor_id, finished_at desc)`,
  `create table flw_task_candidate (
    task_id varchar(64) not null references flw_task on delete cascade, user_id varchar(64) not null, is_open boolean not null default true,
    primary key (task_id, user_id))`,
  `create index flw_task_candidate_open on flw_task_candidate (user_id, task_id) where is_open`,
  `create table flw_history (
    id varchar(64) primary key, instance_id varchar(64) not null references flw_instance on delete cascade, record_id varchar(64) not null,
    node_id text not null, node_name text not null, user_id varchar(64) not null, user_name text not null, action text not null,
    opinion text not null default '', happened_at timestamptz not null default now())`,
  `create index flw_history_record on flw_history (record_id, happened_at)`,

  `create table frm_record (
    id varchar(64) not null, form_key varchar(64) not null, version integer not null, revision integer not null, flw_state text not null,
    title text not null default '', task_node text not null default '', create_by varchar(64) not null, create_by_name text not null,
    create_time timestamptz not null default now(), update_by varchar(64) not null, update_by_name text not null, update_time timestamptz not null default now(),
    unit_id varchar(64), dept_id varchar(64), fields jsonb not null, child_tables jsonb not null,
    search_text text not null default '', search_grams text[] not null default '{}', primary key (form_key, id)) partition by list (form_key)`,
  `create index frm_record_time on frm_record (create_time desc, id desc)`,
  `create index frm_record_creator on frm_record (create_by, create_time desc)`,
  `create index frm_record_grams on frm_record using gin (search_grams)`,
  `create function frm_number(document jsonb, name text) returns double precision language sql immutable parallel safe
    as $$ select case when jsonb_typeof(document -> name) = 'number' then (document -> name)::double precision end $$`,
  // 200 characters are enough for sorting and lookups; a whole text does not fit an index entry
  `create function frm_text(document jsonb, name text) returns text language sql immutable parallel safe
    as $$ select left(document ->> name, 200) collate "C" $$`,
  `create table frm_record_file (
    file_id varchar(64) not null, record_id varchar(64) not null, form_key varchar(64) not null, primary key (file_id, record_id))`,
  `create index frm_record_file_record on frm_record_file (record_id)`,
  // `after`: the record as it was after the change
  `create table frm_record_audit (
    id varchar(64) primary key, record_id varchar(64) not null, form_key varchar(64) not null, revision integer not null, action text not null,
    user_id varchar(64) not null, user_name text not null, happened_at timestamptz not null default now(), after jsonb)`,
  `create index frm_record_audit_record on frm_record_audit (record_id, revision)`,
];
