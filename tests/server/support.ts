import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession } from '../../src/server/auth/tokens.ts';
import { readSettings, type Settings } from '../../src/server/settings.ts';
import { startServer, type RunningServer, type StartOptions } from '../../src/server/start.ts';
import { connect } from '../../src/server/store/connect.ts';
import { wrongHands, writtenTables, type StoredState } from '../support/keptHands.ts';
import { copyFolder } from '../support/copyFolder.ts';
import { createDatabase, dropDatabase } from '../support/databases.ts';
import { request, type Response } from '../support/request.ts';

export const CAPTCHA = 'test';
export const PASSWORD = 'Demo@2026';
/** In the folder of the template: what its tables held, as `storedState` says it. */
export const STATE_FILE = 'state.json';
const PROJECT = join(import.meta.dirname, '..', '..');

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  code: string;
  msg: string;
  data: T;
}

/** Calls as one person. The answer is the envelope with its HTTP status; nothing throws for a refusal. */
export interface Client {
  token: string;
  refreshToken: string;
  get<T = unknown>(path: string): Promise<Answer<T>>;
  post<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
}

export interface TestServer extends RunningServer {
  /** A client without a token. */
  anonymous: Client;
  /**
   * A client of this person: with a session that is opened without asking, for people sign in thousands of times in a
   * run; with a password given, by signing in (`signIn`, which tests of sign-in call themselves).
   */
  api(username: string, password?: string): Promise<Client>;
  /** Folder of uploads and, unless DATABASE_URL is set, of the database. */
  dataDir: string;
  databaseUrl: string | null;
  /** Stops the server and removes its folder and database. */
  dispose(): Promise<void>;
}

/**
 * A server of its own on a free port: a fresh folder with the embedded database, or a fresh database on the
 * server of DATABASE_URL (whose role must be allowed to create databases). Both hold the demo company.
 * `emptyFolder`: a folder to fill from nothing, as a first start does. `start`: what is not a setting.
 */
export async function startTestServer(
  overrides: Partial<Settings> = {},
  logger?: StartOptions['logger'],
  emptyFolder?: string,
  start: Pick<StartOptions, 'isColumnFillingDisabled'> = {},
): Promise<TestServer> {
  const dataDir = overrides.dataDir ?? emptyFolder ?? mkdtempSync(join(tmpdir(), 'server-test-'));
  const isSeeded = overrides.isDemo !== false && overrides.dataDir === undefined;
  const template = isSeeded && emptyFolder === undefined ? process.env['SERVER_TEST_TEMPLATE'] : undefined;
  const admin = process.env['DATABASE_URL'];
  const isOwn = admin !== undefined && admin !== '' && overrides.databaseUrl === undefined;
  const own = isOwn
    ? await createDatabase(admin, template ? process.env['SERVER_TEST_TEMPLATE_DATABASE'] : undefined)
    : null;
  const databaseUrl = overrides.databaseUrl ?? own;
  if (template) copyFolder(template, dataDir);
  else if (databaseUrl === null) await fillFromTemplate(dataDir);
  const before = template ? (JSON.parse(readFileSync(join(template, STATE_FILE), 'utf8')) as StoredState) : {};
  const running = await startServer({
    settings: testSettings({ dataDir, databaseUrl, ...overrides }),
    ...(logger ? { logger } : {}),
    ...start,
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  return {
    ...running,
    dataDir,
    databaseUrl,
    anonymous: clientOf(running.url, '', ''),
    api: (username, password) =>
      password === undefined ? openedFor(running, username) : signIn(running.url, username, password),
    async dispose() {
      // who closed it before, or took its database away, has nothing to ask
      const isThere = await running.context.db
        .selectFrom('frm_tally')
        .select('records')
        .limit(1)
        .execute()
        .then(
          () => true,
          () => false,
        );
      // on PostgreSQL asked once all connections are closed, when the database can tell which tables were written
      let faults = isThere && !own ? await wrongHands(running.context, before) : [];
      await running.close();
      if (isThere && own) faults = await faultsOf(own, before);
      if (faults.length > 0) throw new Error(faults.join('; '));
      if (own) await dropDatabase(own);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What `wrongHands` finds in a database whose server has been closed. */
async function faultsOf(databaseUrl: string, before: StoredState): Promise<string[]> {
  const ignore = (): void => undefined;
  const events = { onRestart: ignore, onFatal: ignore, onConnectionLost: ignore };
  const store = await connect(testSettings({ databaseUrl }), events);
  try {
    return await wrongHands(store, before, await writtenTables(store));
  } finally {
    await store.close();
  }
}

export function testSettings(overrides: Partial<Settings>): Settings {
  const read = readSettings({ PORT: '0', HOST: '127.0.0.1', CAPTCHA_CODE: CAPTCHA, NODE_ENV: 'test' }, PROJECT);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return { ...read.settings, ...overrides };
}

async function openedFor({ context: { db }, url }: RunningServer, username: string): Promise<Client> {
  const user = await db
    .selectFrom('sys_user')
    .select(['id', 'password_hash'])
    .where('username', '=', username)
    .executeTakeFirst();
  const tokens = user && (await openSession(db, user, { address: '127.0.0.1', device: '' }));
  if (!tokens) throw new Error(`${username} could not sign in: A0210`);
  return clientOf(url, tokens.access_token, tokens.refresh_token);
}

export async function signIn(url: string, username: string, password = PASSWORD): Promise<Client> {
  const answer = await clientOf(url, '', '').post<{ access_token: string; refresh_token: string }>(
    '/api/auth/oauth/token',
    new URLSearchParams({ grant_type: 'captcha', username, password, uuid: 'none', validateCode: CAPTCHA }),
  );
  if (answer.code !== '1') throw new Error(`${username} could not sign in: ${answer.code} ${answer.msg}`);
  return clientOf(url, answer.data.access_token, answer.data.refresh_token);
}

/** `fetch` knows how a form with files is written. */
async function uploaded(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: FormData,
): Promise<Response> {
  const response = await fetch(url, { method, headers, body });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export function clientOf(url: string, token: string, refreshToken: string): Client {
  const send = async <T>(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer<T>> => {
    const type =
      body instanceof URLSearchParams
        ? 'application/x-www-form-urlencoded;charset=UTF-8'
        : typeof body === 'string'
          ? 'text/plain;charset=UTF-8'
          : body instanceof FormData || body === undefined
            ? null
            : 'application/json';
    const sent = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(type === null ? {} : { 'content-type': type }),
      ...headers,
    };
    const response =
      body instanceof FormData
        ? await uploaded(url + path, method, sent, body)
        : await request(
            url + path,
            method,
            sent,
            type === 'application/json' ? JSON.stringify(body) : body?.toString(),
          );
    const { text } = response;
    const envelope = text.startsWith('{')
      ? (JSON.parse(text) as { code: string; msg: string; data: T })
      : { code: '', msg: text, data: undefined as T };
    return { ...envelope, status: response.status, headers: response.headers };
  };
  return {
    token,
    refreshToken,
    get: (path) => send('GET', path, undefined, {}),
    post: (path, body, headers = {}) => send('POST', path, body, headers),
  };
}

/** The first start of the embedded engine takes seconds: one empty data folder is made once and copied. */
export async function fillFromTemplate(dataDir: string): Promise<void> {
  const template = join(tmpdir(), `server-test-template-${process.getuid?.() ?? 0}`);
  if (!existsSync(template)) {
    const { startEmbedded } = await import('../../src/server/store/embedded/startEmbedded.ts');
    const made = mkdtempSync(join(tmpdir(), 'server-test-template-making-'));
    const ignore = (): void => undefined;
    await (await startEmbedded({ dataDir: made, onRestart: ignore, onFatal: ignore })).stop();
    try {
      renameSync(made, template);
    } catch {
      rmSync(made, { recursive: true, force: true }); // another test file was faster
    }
  }
  if (existsSync(join(dataDir, 'pg', 'data'))) return;
  mkdirSync(join(dataDir, 'pg'), { recursive: true });
  cpSync(join(template, 'pg', 'data'), join(dataDir, 'pg', 'data'), { recursive: true });
}
