import { sql, type Kysely, type Migration } from 'kysely';

/** The address that requested a captcha, to limit the number of open captchas per address. */
export const captchaAddress: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table auth_captcha add column address text not null default ''`.execute(db);
    await sql`create index auth_captcha_address on auth_captcha (address, expires_at)`.execute(db);
  },
};
