import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Second factors of sign-in (RFC 6238), recovery codes, and sign-ins that wait for the second factor. `mark`: a hash of
 * the stored password hash, so that a change of the password ends the waiting sign-in.
 */
export const secondFactor: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table auth_factor (user_id varchar(64) primary key references sys_user on delete cascade, secret text not null,
    confirmed_at timestamptz, last_step integer not null default 0)`,
  `create table auth_recovery (user_id varchar(64) not null references sys_user on delete cascade, hash text not null, used_at timestamptz,
    primary key (user_id, hash))`,
  `create table auth_challenge (hash text primary key, user_id varchar(64) not null references sys_user on delete cascade, mark text not null,
    tries integer not null default 0, expires_at timestamptz not null)`,
  `alter table auth_session add column needs_factor boolean not null default false`,
];
