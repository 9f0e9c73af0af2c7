import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildServer } from '../../../src/server/app.ts';
import { authRoutes } from '../../../src/server/auth/routes.ts';
import { metricsRoutes } from '../../../src/server/probes/metricsRoutes.ts';
import { probeRoutes } from '../../../src/server/probes/probes.ts';
import { requestIdReader } from '../../../src/server/observe/requestLog.ts';
import type { Database } from '../../../src/server/store/database.ts';
import { migrations } from '../../../src/server/store/migrations/list.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../support.ts';

const lines: Record<string, unknown>[] = [];
let server: TestServer;
let staff: Client;
beforeAll(async () => {
  const stream = {
    write: (line: string) => {
      lines.push(JSON.parse(line) as Record<string, unknown>);
    },
  };
  server = await startTestServer(
    { metricsToken: 'only-for-the-collector', slowQueryMs: 100 },
    { level: 'info', stream },
  );
  staff = await server.api('staff');
});
afterAll(() => server.dispose());

const ROUTERS = '/api/system/sys/menu/getRouters';
const metrics = async (headers: Record<string, string> = {}): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${server.url}/metrics`, { headers });
  return { status: answer.status, text: await answer.text() };
};
const value = (text: string, line: string): number =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? 0,
  );

describe('GET /health and GET /ready', () => {
  it('answer without a token once the server is up', async () => {
    expect(await server.anonymous.get('/health')).toMatchObject({
      status: 200,
      code: '1',
      data: { alive: true, ready: true },
    });
    expect(await server.anonymous.get('/ready')).toMatchObject({ status: 200, code: '1', data: { ready: true } });
  });

  it('tell apart a process that lives and one that cannot work: a migration is missing', async () => {
    const last = Object.keys(migrations).pop()!;
    const {
      rows: [row],
    } = await sql<{ timestamp: string }>`delete from kysely_migration where name = ${last} returning timestamp`.execute(
      server.context.db,
    );
    expect(await server.anonymous.get('/ready')).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
      data: { ready: false, reason: 'migrations' },
    });
    expect((await server.anonymous.get('/health')).status).toBe(200);
    await sql`insert into kysely_migration (name, timestamp) values (${last}, ${row?.timestamp})`.execute(
      server.context.db,
    );
    expect((await server.anonymous.get('/ready')).status).toBe(200);
    // a new database, on which no migration has run
    await sql`alter table kysely_migration rename to hidden_migration`.execute(server.context.db);
    expect((await server.anonymous.get('/ready')).data).toEqual({ ready: false, reason: 'migrations' });
    await sql`alter table hidden_migration rename to kysely_migration`.execute(server.context.db);
  });

  it('tell that the database is gone; a request is answered with 503, which clients repeat, and nothing of the inside', async () => {
    const pool = new pg.Pool({ host: '127.0.0.1', port: 1 });
    const app = await buildServer(
      { ...server.context, db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }) },
      [probeRoutes, authRoutes],
    );
    const ready = await app.inject('/ready');
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { code: 'UNAVAILABLE', msg: '服务暂时不可用，请稍后重试', data: { ready: false, reason: 'database' } },
    ]);
    expect((await app.inject('/health')).statusCode).toBe(200);
    const captcha = await app.inject('/api/captcha');
    expect([captcha.statusCode, captcha.json()]).toEqual([
      503,
      { code: 'UNAVAILABLE', msg: '服务暂时不可用，请稍后重试', data: null },
    ]);
    await app.close();
    await pool.end();
  });
});

describe('a request', () => {
  it('has a number that stands in its answer and in its log line, with route, person and time but without address or values', async () => {
    const answer = await staff.get(`${ROUTERS}?secret=abc`);
    const number = answer.headers.get('x-request-id');
    expect(number).toMatch(/^[0-9a-f]{10}$/);
    const found = () => lines.find(({ reqId, msg }) => reqId === number && msg === 'answered');
    await vi.waitFor(() => expect(found()).toBeDefined()); // written once the answer is out
    const line = found();
    expect(line).toMatchObject({
      msg: 'answered',
      method: 'GET',
      route: ROUTERS,
      status: 200,
      user: 'u-staff',
      ms: expect.any(Number),
    });
    expect(JSON.stringify(line)).not.toContain('abc');
  });

  it('does not take a number from its caller: it could be another one’s', async () => {
    const answer = await fetch(`${server.url}/api/captcha`, { headers: { 'x-request-id': 'my-own-number' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{10}$/);
  });

  it('takes it from a proxy of ours, but nothing that could break a log line', () => {
    const numbered = (given: string): string => requestIdReader(true)({ headers: { 'x-request-id': given } });
    expect(numbered('proxy-7f3a0012')).toBe('proxy-7f3a0012');
    expect(numbered('a b"c\n{"level":60}')).toMatch(/^[0-9a-f]{10}$/);
  });
});

describe('what never becomes a request of a route', () => {
  /** The head of the answer to what is written on a bare connection. */
  const heads = (text: string): Promise<string> =>
    new Promise((done, fail) => {
      let heard = '';
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
        socket.write(text);
      });
      socket
        .setEncoding('utf8')
        .on('data', (part: string) => {
          heard += part;
          if (heard.includes('\r\n\r\n')) socket.end();
        })
        .on('close', () => {
          done(heard.split('\r\n\r\n')[0]!);
        })
        .on('error', fail);
    });
  const numberIn = (head: string): string => /^x-request-id: ([0-9a-f]{10})$/im.exec(head)?.[1] ?? 'none';
  const refused = 'http_refusals_total{code="REQUEST_INVALID"}';

  it('an address that cannot be read has its number, its line and its place in the counts', async () => {
    const counted = 'http_request_duration_seconds_count{method="GET",route="(none)",status="400"}';
    const before = (await metrics()).text;
    const answer = await fetch(`${server.url}/%zz?secret=abcdef`);
    expect(answer.status).toBe(400);
    const number = answer.headers.get('x-request-id');
    const found = () => lines.find(({ reqId, msg }) => reqId === number && msg === 'answered');
    await vi.waitFor(() =>
      expect(found()).toMatchObject({ method: 'GET', route: '(none)', status: 400, ms: expect.any(Number) }),
    );
    expect(JSON.stringify(found())).not.toMatch(/zz|abcdef/);
    const after = (await metrics()).text;
    expect([value(after, refused) - value(before, refused), value(after, counted) - value(before, counted)]).toEqual([
      1, 1,
    ]);
  });

  it.each([
    ['no HTTP', 'NONSENSE abcdef\r\n\r\n', 400],
    ['a head that is too large', `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'abcdef'.repeat(4000)}\r\n\r\n`, 431],
    ['an expectation that nobody has heard of', 'GET /health HTTP/1.1\r\nHost: x\r\nExpect: abcdef\r\n\r\n', 417],
  ])('%s has a number in its answer and in a line of its own, and is counted', async (_what, text, status) => {
    const before = (await metrics()).text;
    const head = await heads(text);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const found = lines.filter(({ reqId }) => reqId === numberIn(head));
    expect(found).toMatchObject([{ status, msg: 'no request', level: 30 }]);
    expect(JSON.stringify(found)).not.toContain('abcdef');
    expect(value((await metrics()).text, refused) - value(before, refused)).toBe(1);
  });

  it('a request that names no host is refused like any other', async () => {
    const head = await heads('GET /health HTTP/1.1\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 [^]*content-security-policy: /i);
    expect(numberIn(head)).not.toBe('none');
    expect(await heads('GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('a stream and a probe have a number, and no line', async () => {
    const stop = new AbortController();
    const stream = await fetch(`${server.url}/api/system/events`, {
      headers: { authorization: `Bearer ${staff.token}` },
      signal: stop.signal,
    });
    stop.abort();
    const numbers = [stream, await fetch(`${server.url}/health`)].map(({ headers }) => headers.get('x-request-id'));
    for (const number of numbers) expect(number).toMatch(/^[0-9a-f]{10}$/);
    expect(lines.filter(({ reqId, msg }) => msg === 'answered' && numbers.includes(String(reqId)))).toEqual([]);
  });
});

describe('a slow query', () => {
  it('is logged with its text and the request it was made for, without its values', async () => {
    await sql`select pg_sleep(${0.15}), ${'a private value'}::text`.execute(server.context.db);
    const line = lines.find(({ msg, sql: text }) => msg === 'slow query' && String(text).includes('pg_sleep'));
    expect(line).toMatchObject({
      level: 40,
      ms: expect.any(Number),
      sql: expect.stringMatching(/^select pg_sleep\(\$1\)/),
    });
    expect(Number(line?.['ms'])).toBeGreaterThanOrEqual(100);
    expect(JSON.stringify(lines)).not.toContain('a private value');
  });

  it('names the request whose work it was', async () => {
    lines.length = 0;
    let asked: Promise<Answer> | undefined;
    await server.context.db.transaction().execute(async (trx) => {
      await sql`lock table sys_user_role in access exclusive mode`.execute(trx);
      asked = staff.get(ROUTERS);
      await sql`select pg_sleep(0.3)`.execute(trx);
    });
    const answer = await asked;
    const slow = lines.filter(({ msg, sql: text }) => msg === 'slow query' && !String(text).includes('pg_sleep'));
    const numbers = () => new Set(lines.filter(({ msg }) => msg === 'answered').map(({ reqId }) => reqId));
    // on the embedded database queries wait for its one connection before they begin
    if (server.databaseUrl !== null) expect(slow.length).toBeGreaterThan(0);
    await vi.waitFor(() => {
      for (const { reqId } of slow) expect(numbers()).toContain(reqId);
    });
    expect(answer?.code).toBe('1');
  });
});

describe('GET /metrics', () => {
  it('counts requests by route template and status, queries, refusals by code, pool and event loop', async () => {
    const before = (await metrics()).text;
    await staff.get('/api/file/sys/file/download/none1');
    await staff.get('/api/file/sys/file/download/none2');
    const after = (await metrics()).text;
    const route =
      'http_request_duration_seconds_count{method="GET",route="/api/file/sys/file/download/:attId",status="404"}';
    expect(value(after, route) - value(before, route)).toBe(2);
    expect(value(after, 'http_refusals_total{code="404"}') - value(before, 'http_refusals_total{code="404"}')).toBe(2);
    expect(value(after, 'db_query_duration_seconds_count{outcome="done"}')).toBeGreaterThan(
      value(before, 'db_query_duration_seconds_count{outcome="done"}'),
    );
    expect(value(after, 'db_pool_connections{state="total"}')).toBeGreaterThan(0);
    for (const name of [
      'nodejs_eventloop_lag_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'http_requests_under_way',
      'events_open_pages',
      'db_slow_queries_total',
    ])
      expect(after).toContain(`\n${name}`);
    expect(after).not.toMatch(/none1|u-staff/);
  });

  it('has every series that the alerts of the handbook name', async () => {
    const { text } = await metrics();
    const handbook = readFileSync('src/server/docs/operation.md', 'utf8');
    const [alerts] = handbook.split('Alerts worth having:')[1]!.split('## Backup and restore');
    const named = [...new Set(alerts!.match(/\b(?:http|db|flow|events|nodejs)_[a-z0-9_]+/g))];
    expect(named.length).toBeGreaterThan(4);
    for (const name of named) expect(text, name).toContain(`\n# TYPE ${name.replace(/_(?:count|sum|bucket)$/, '')} `);
  });

  it('counts the pages that are open, and no time for them', async () => {
    const stop = new AbortController();
    await fetch(`${server.url}/api/system/events`, {
      headers: { authorization: `Bearer ${staff.token}` },
      signal: stop.signal,
    });
    const { text } = await metrics();
    expect(value(text, 'events_open_pages')).toBe(1);
    expect(text).not.toContain('route="/api/system/events"');
    stop.abort();
  });

  it('is for this machine alone: not through a proxy on it, unless the token is right', async () => {
    expect((await metrics()).status).toBe(200);
    const passedOn = { 'x-forwarded-for': '203.0.113.9' };
    expect((await metrics(passedOn)).status).toBe(403);
    expect((await metrics({ ...passedOn, authorization: 'Bearer only-for-the-collectoR' })).status).toBe(403);
    expect((await metrics({ ...passedOn, authorization: 'Bearer only-for-the-collector' })).status).toBe(200);
    expect((await metrics({ ...passedOn, authorization: `Bearer ${staff.token}` })).status).toBe(403);
  });

  it('is closed to other machines without a token in the settings', async () => {
    const app = await buildServer({ ...server.context, settings: { ...server.context.settings, metricsToken: null } }, [
      metricsRoutes,
    ]);
    const status = async (remoteAddress: string, headers = {}): Promise<number> =>
      (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    expect(await status('10.0.0.7', { authorization: 'Bearer null' })).toBe(403);
    expect(await status('::ffff:10.0.0.7')).toBe(403);
    expect(await status('::1')).toBe(200);
    await app.close();
  });
});
