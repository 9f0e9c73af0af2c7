import { sql, type Kysely, type Migration } from 'kysely';

/** The records that effects created or changed, to find them and to revert the changes. */
export const effects: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table frm_effect (
    record_id varchar(64) not null, effect_key varchar(160) not null, row_key varchar(64) not null default '',
    target_form varchar(64) not null, target_id varchar(64) not null,
    primary key (record_id, effect_key, row_key))`,
  `create table frm_effect_change (
    id varchar(64) primary key, record_id varchar(64) not null, task_id varchar(64) not null default '', sn bigint generated always as identity,
    target_form varchar(64) not null, target_id varchar(64) not null, target_title text not null default '', revision integer not null,
    kind varchar(16) not null check (kind in ('create', 'change', 'void', 'remove', 'start')), can_undo boolean not null, before jsonb)`,
  `create index frm_effect_change_task on frm_effect_change (task_id, sn) where task_id <> ''`,
];
