import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Creates the tables of drafts, of the values of unique fields, and of the last serial of each period. Adds a column to
 * the record audit: the process node of the task in which a change was made.
 */
export const drafts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table frm_draft (
    id varchar(64) primary key, user_id varchar(64) not null references sys_user on delete cascade, form_key varchar(64) not null,
    record_id varchar(64) not null default '', title text not null default '', device text not null default '',
    base_revision integer, form_version integer, revision integer not null, size integer not null default 0, parts integer not null default 0,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now())`,
  `create index frm_draft_owner on frm_draft (user_id, updated_at desc)`,
  `create index frm_draft_record on frm_draft (record_id) where record_id <> ''`,
  `create table frm_draft_part (
    draft_id varchar(64) not null references frm_draft on delete cascade, part text not null, value jsonb not null, primary key (draft_id, part))`,
  // the value itself instead of a hash, so that different values never collide; 500 characters fit an index entry
  `create table frm_unique (
    form_key varchar(64) not null, field_key varchar(64) not null, scope varchar(64) not null, value varchar(500) collate "C" not null,
    record_id varchar(64) not null, primary key (form_key, field_key, scope, value))`,
  `create index frm_unique_record on frm_unique (record_id)`,
  `create table frm_serial (
    form_key varchar(64) not null, field_key varchar(64) not null, period varchar(200) not null, last integer not null,
    primary key (form_key, field_key, period))`,
  `alter table frm_record_audit add column task_node text not null default ''`,
];
