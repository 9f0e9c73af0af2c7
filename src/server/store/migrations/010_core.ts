import { sql, type Kysely, type Migration } from 'kysely';

/** Sign-in, organisation, menus, dictionaries, files and repeated requests. */
export const core: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table sys_org (
    id varchar(64) primary key, parent_id varchar(64) references sys_org, name text not null, type text not null check (type in ('unit', 'dept')),
    url text not null default '', leader_id varchar(64), sn integer not null default 0, is_disabled boolean not null default false)`,
  `create table sys_user (
    id varchar(64) primary key, username text not null unique, name text not null, password_hash text not null,
    dept_id varchar(64) references sys_org, unit_id varchar(64) references sys_org, is_disabled boolean not null default false,
    post text not null default '', photo_id varchar(64), created_at timestamptz not null default now())`,
  `create index sys_user_dept on sys_user (dept_id)`,
  `create table sys_user_unit (
    user_id varchar(64) not null references sys_user on delete cascade, unit_id varchar(64) not null references sys_org,
    dept_id varchar(64) references sys_org, sn integer not null default 0, primary key (user_id, unit_id))`,
  `create table sys_role (code varchar(64) primary key, name text not null, permissions jsonb not null default '[]')`,
  `create table sys_user_role (
    user_id varchar(64) not null references sys_user on delete cascade, role_code varchar(64) not null references sys_role, primary key (user_id, role_code))`,
  `create index sys_user_role_role on sys_user_role (role_code)`,
  `create table sys_menu (
    id varchar(64) primary key, parent_id varchar(64) references sys_menu on delete cascade, sn integer not null default 0,
    code text, roles jsonb, item jsonb not null, is_changed boolean not null default false)`,
  `create table sys_dict_type (code varchar(64) primary key, name text not null, parent_id varchar(64) references sys_dict_type,
    is_changed boolean not null default false)`,
  `create table sys_dict_item (
    id varchar(64) primary key, type_code varchar(64) not null references sys_dict_type on delete cascade, dict_label text not null,
    dict_value text not null, list_class text, sn integer not null default 0, is_disabled boolean not null default false, unique (type_code, dict_value))`,
  `create table sys_seed (kind varchar(64) not null, key varchar(200) not null, hash text not null, seeded_at timestamptz not null default now(), primary key (kind, key))`,
  `create table auth_captcha (id varchar(64) primary key, answer_hash text not null, expires_at timestamptz not null)`,
  `create table auth_session (
    id varchar(64) primary key, user_id varchar(64) not null references sys_user on delete cascade,
    created_at timestamptz not null default now(), expires_at timestamptz not null)`,
  `create index auth_session_user on auth_session (user_id)`,
  `create table auth_token (
    hash text primary key, session_id varchar(64) not null references auth_session on delete cascade,
    kind text not null check (kind in ('access', 'refresh')), expires_at timestamptz not null, used_at timestamptz)`,
  `create index auth_token_session on auth_token (session_id)`,
  `create table auth_attempt (subject text primary key, failures integer not null, window_until timestamptz not null)`,
  `create table att_file (
    id varchar(64) primary key, file_name text not null, file_ext text not null, mime text not null, size bigint not null,
    sha256 text not null, uploader_id varchar(64) not null references sys_user, created_at timestamptz not null default now())`,
  `create index att_file_uploader on att_file (uploader_id)`,
  `create table http_idempotency (
    user_id varchar(64) not null, key varchar(200) not null, request_hash text not null, status integer, answer text,
    lease_until timestamptz not null, created_at timestamptz not null default now(), primary key (user_id, key))`,
];
