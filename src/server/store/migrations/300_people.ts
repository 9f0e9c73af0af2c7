import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/**
 * Tables for the administration of people, posts, groups and the organisation, and role members by department, post or
 * group.
 */
export const peopleAdministration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    await watchTable(db, 'sys_post', { key: ['id'] });
    await watchTable(db, 'sys_group', { key: ['id'] });
    await watchTable(db, 'sys_group_user', { key: ['group_id', 'user_id'] });
    await watchTable(db, 'sys_role_member', { key: ['role_code', 'kind', 'member_id'] });
  },
};

const STATEMENTS = [
  `alter table sys_user add column phone text not null default '', add column email text not null default '',
    add column sn integer not null default 0, add column must_change_password boolean not null default false,
    add column password_at timestamptz not null default now(), add column left_at timestamptz, add column notify jsonb not null default '{}'`,
  `alter table auth_ended drop constraint auth_ended_reason_check,
    add constraint auth_ended_reason_check check (reason in ('device', 'password', 'reused', 'disabled', 'ended'))`,
  `create unique index sys_user_username_lower on sys_user (lower(username))`,
  // a person may have posts in several departments of one unit
  `alter table sys_user_unit drop constraint sys_user_unit_pkey, add column post text not null default ''`,
  `create unique index sys_user_unit_place on sys_user_unit (user_id, unit_id, coalesce(dept_id, ''))`,
  `create index sys_user_unit_dept on sys_user_unit (dept_id)`,
  `create index sys_user_unit_unit on sys_user_unit (unit_id)`,
  `alter table sys_org add column code text not null default '', add column deputy_ids jsonb not null default '[]'`,
  `create index sys_org_parent on sys_org (parent_id, sn)`,
  `create table sys_post (id varchar(64) primary key, name text not null unique, code text not null default '', sn integer not null default 0,
    note text not null default '', is_disabled boolean not null default false)`,
  `insert into sys_post (id, name) select md5(post), post from (select distinct post from sys_user where post <> '') held`,
  `create table sys_group (id varchar(64) primary key, name text not null unique, note text not null default '', sn integer not null default 0)`,
  `create table sys_group_user (group_id varchar(64) not null references sys_group on delete cascade,
    user_id varchar(64) not null references sys_user on delete cascade, primary key (group_id, user_id))`,
  `create index sys_group_user_user on sys_group_user (user_id)`,
  `alter table sys_role add column note text not null default '', add column sn integer not null default 0`,
  // `is_derived`: assigned through a department, post or group, not directly
  `alter table sys_user_role add column is_derived boolean not null default false`,
  `create table sys_role_member (role_code varchar(64) not null references sys_role on delete cascade,
    kind text not null check (kind in ('dept', 'post', 'group')), member_id varchar(200) not null, primary key (role_code, kind, member_id))`,
];
