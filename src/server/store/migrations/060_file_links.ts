import { sql, type Kysely, type Migration } from 'kysely';

/**
 * `att_link`: links that open a file without an Authorization header. `att_busi`: which files belong to which business
 * objects.
 */
export const fileLinks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table att_link (hash text primary key, file_id varchar(64) not null references att_file on delete cascade, expires_at timestamptz not null)`,
  `create index att_link_expiry on att_link (expires_at)`,
  `create table att_busi (
    id varchar(64) primary key, bus_id varchar(64) not null, bus_type varchar(130) not null, file_id varchar(64) not null references att_file,
    create_by varchar(64) not null, create_by_name text not null, created_at timestamptz not null default now(), unique (bus_id, bus_type, file_id))`,
  `create index att_busi_file on att_busi (file_id)`,
];
