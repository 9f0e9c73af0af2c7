import { randomBytes } from 'node:crypto';
import pg from 'pg';

export const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

/** By the address of the database. Opening a connection costs more than most statements that it is used for. */
const pools = new Map<string, pg.Pool>();

function poolOf(url: string): pg.Pool {
  const pool =
    pools.get(url) ?? new pg.Pool({ connectionString: url, allowExitOnIdle: true, idleTimeoutMillis: 60_000 });
  // an idle connection breaks when its database server ends; the next statement opens another
  if (!pools.has(url)) pool.on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}

const run = async (adminUrl: string, statement: string, values: string[] = []): Promise<{ datname: string }[]> =>
  (await poolOf(adminUrl).query<{ datname: string }>(statement, values)).rows;

let copyOption: Promise<string> | undefined;

/** From version 15 on PostgreSQL copies a database through its log unless told to copy the files, which costs half. */
const readCopyOption = async (adminUrl: string): Promise<string> => {
  const newer = `select datname from pg_database where current_setting('server_version_num')::int >= 150000`;
  return (await run(adminUrl, newer)).length > 0 ? ' strategy file_copy' : '';
};

/** A new database beside the one of `adminUrl`, copied from `template` when given; answers its address. */
export async function createDatabase(adminUrl: string, template?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  copyOption ??= readCopyOption(adminUrl);
  await run(adminUrl, `create database ${name}${template ? ` template ${template}${await copyOption}` : ''}`);
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

export const hasDatabase = async (adminUrl: string, name: string): Promise<boolean> =>
  (await run(adminUrl, 'select datname from pg_database where datname = $1', [name])).length > 0;

const HOUR = 3_600_000;
/** Templates are named by the minute they were made in, so that old ones are known. */
const TEMPLATE = /^template_(\d+)_/;

/** Gives a database the name of a template and answers that. */
export async function renameToTemplate(adminUrl: string, database: string): Promise<string> {
  const name = `template_${Math.floor(Date.now() / 60_000)}_${randomBytes(4).toString('hex')}`;
  await run(adminUrl, `alter database ${database} rename to ${name}`);
  return name;
}

/** Drops templates that are older than a day of work: of sources that nobody has any more. */
export async function removeOldTemplates(adminUrl: string): Promise<void> {
  for (const { datname } of await run(adminUrl, 'select datname from pg_database')) {
    const minute = TEMPLATE.exec(datname)?.[1];
    if (minute !== undefined && Number(minute) * 60_000 < Date.now() - 12 * HOUR)
      await run(adminUrl, `drop database if exists ${datname}`).catch(() => undefined); // another run is dropping it
  }
}
