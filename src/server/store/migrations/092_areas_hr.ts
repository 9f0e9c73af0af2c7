import { sql, type Kysely, type Migration } from 'kysely';

/** Areas of the country, and for each unit whether its people may correct their own personnel archives (`is_open`). */
export const areasAndHr: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table sys_area (code varchar(12) primary key, parent_code varchar(12) references sys_area, name text not null, sn integer not null default 0)`,
  `create index sys_area_parent on sys_area (parent_code)`,
  `create table hr_personal_modify (
    unit_id varchar(64) primary key references sys_org on delete cascade, is_open boolean not null,
    update_by varchar(64) not null references sys_user, updated_at timestamptz not null default now())`,
];
