import { randomBytes } from 'node:crypto';
import pg from 'pg';

export const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

async function run(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A new database beside the one of `adminUrl`, copied from `template` when given; answers its address. */
export async function createDatabase(adminUrl: string, template?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(adminUrl, `create database ${name}${template ? ` template ${template}` : ''}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Removes the database of this address, from the `postgres` database of the same server. */
export async function dropDatabase(url: string): Promise<void> {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  await run(admin.href, `drop database if exists ${databaseOf(url)} with (force)`);
}
