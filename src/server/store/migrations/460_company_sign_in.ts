import { sql, type Kysely, type Migration } from 'kysely';

/**
 * External accounts of people (OpenID Connect, LDAP), and sign-ins with them (`is_company`). `auth_ticket`: hashes of
 * used sign-in tickets, so that no ticket is used twice.
 */
export const companySignIn: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table auth_identity (provider varchar(300) not null, subject varchar(300) not null, user_id varchar(64) not null references sys_user on delete cascade,
    linked_at timestamptz not null default now(), primary key (provider, subject), unique (user_id, provider))`,
  `create table auth_ticket (hash text primary key, expires_at timestamptz not null)`,
  `alter table auth_session add column is_company boolean not null default false`,
  `alter table auth_challenge add column is_company boolean not null default false`,
];
