import { connect as connectSocket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../../src/server/app.ts';
import { ok } from '../../../src/server/http/envelope.ts';
import { claimOrAnswer, deleteClaim, storeAnswer, type Claim } from '../../../src/server/idempotency/claims.ts';
import { ERRORS } from '../../../src/domain/problem/errors.ts';
import { DOCUMENT_LIMITS } from '../../../src/kernel/index.ts';
import { housekeepingJobs } from '../../../src/server/housekeeping.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

const LIKE = '/api/system/sys/user/likeName';
const json = { 'content-type': 'application/json' };

describe('a refusal is an envelope with a code of the closed table', () => {
  it.each([
    ['an unknown call', () => admin.get('/api/nothing/here'), 404, '404'],
    ['an unknown page', () => admin.get('/nothing.html'), 404, '404'],
    ['the wrong method', () => admin.get(LIKE), 404, '404'],
    ['a body that is not JSON', () => admin.post(LIKE, '{"name":', json), 400, 'REQUEST_INVALID'],
    ['an empty body', () => admin.post(LIKE, '', json), 400, 'REQUEST_INVALID'],
    ['a body with a prototype', () => admin.post(LIKE, '{"__proto__":{"x":1}}', json), 400, 'REQUEST_INVALID'],
    [
      'a body of another type',
      () => admin.post(LIKE, '<name/>', { 'content-type': 'application/xml' }),
      400,
      'REQUEST_INVALID',
    ],
    ['a list where an object belongs', () => admin.post(LIKE, [1]), 400, 'REQUEST_INVALID'],
    ['a missing key', () => admin.post('/api/system/sys/user/listByIds', {}), 400, 'REQUEST_INVALID'],
    [
      'a value of the wrong type',
      () => admin.post('/api/system/sys/user/listByIds', { ids: [{}] }),
      400,
      'REQUEST_INVALID',
    ],
    ['a missing query', () => admin.get('/api/system/sys/dictItem/getDictItemByTypeCode'), 400, 'REQUEST_INVALID'],
    [
      'a body over 6 MB',
      () => admin.post(LIKE, JSON.stringify({ name: 'x'.repeat(6.5 * 1024 * 1024) }), json),
      413,
      'REQUEST_TOO_LARGE',
    ],
    ['a broken escape in the address', () => admin.get('/api/file/sys/file/download/%E0%A4%A'), 400, 'REQUEST_INVALID'],
    ['a null character in a text', () => admin.post(LIKE, { name: 'a\u0000b' }), 400, 'REQUEST_INVALID'],
    [
      'an unknown dictionary',
      () => admin.get('/api/system/sys/dictItem/getDictItemByTypeCode?typeCode=nothing'),
      404,
      '404',
    ],
  ] as const)('%s', async (_what, call, status, code) => {
    const answer = await call();
    expect(answer).toMatchObject({ status, code, data: null });
    expect(Object.keys(ERRORS)).toContain(answer.code);
    expect(answer.msg).toMatch(/[\u4e00-\u9fa5]/);
    expect(answer.msg).not.toMatch(/at .*\.ts|Error|\/work|undefined/);
  });

  it('names the place in Chinese', async () => {
    expect((await admin.post('/api/system/sys/user/listByIds', {})).msg).toBe('请求参数有误：内容缺少“ids”');
    expect((await admin.post('/api/system/sys/user/listByIds', { ids: ['x'.repeat(65)] })).msg).toBe(
      '请求参数有误：“ids › 0”不能超过 64 个字符',
    );
  });

  it('a body nested deeper than any definition is refused before anybody walks it', async () => {
    const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const says = async (depth: number) => (await admin.post(LIKE, `{"name":${nested(depth)}}`, json)).msg;
    expect(await says(DOCUMENT_LIMITS.depth + 21)).toBe('请求参数有误：内容嵌套过深');
    expect(await says(100_000)).toBe('请求参数有误：内容嵌套过深');
    // as deep as the deepest definition with its call around it: judged by what the call takes
    expect(await says(DOCUMENT_LIMITS.depth + 20)).toMatch(/“name”/);
  });

  it('an unexpected failure shows a number to report and nothing of the inside', async () => {
    const app = await buildServer(server.context, [
      (fastify) => {
        fastify.get('/api/broken', { config: { isPublic: true } }, () => {
          throw new Error('secret detail of /etc/passwd');
        });
      },
    ]);
    const response = await app.inject('/api/broken');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      code: 'SERVER',
      msg: expect.stringMatching(/^系统错误，请联系管理员（编号 [0-9a-f]{10}）$/),
      data: null,
    });
    await app.close();
  });

  it('a request that is not HTTP does not stop the server', async () => {
    await new Promise<void>((done) => {
      const socket = connectSocket(Number(new URL(server.url).port), '127.0.0.1', () =>
        socket.end('\u0000\u0001 nonsense\r\n\r\n'),
      );
      socket
        .on('close', () => done())
        .on('error', () => done())
        .resume();
    });
    expect((await server.anonymous.get('/health')).code).toBe('1');
  });
});

describe('what is broken before any route is reached', () => {
  it('is refused with an envelope: a head that is too large, an upload that is cut off, a boundary that is not there or too long', async () => {
    const large = await admin.post(LIKE, { name: '张' }, { 'x-large': 'x'.repeat(20_000) });
    expect(large).toMatchObject({ status: 431, code: 'REQUEST_INVALID', msg: '请求参数有误：请求头过大', data: null });
    const part =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4';
    for (const path of [
      '/api/file/sys/file/upload',
      '/api/file/sys/file/batchUpload',
      '/api/common/upload',
      '/api/system/frmField/importData',
      '/api/system/hr/userArchives/import/updateContract',
      '/api/system/frmCrud/importRows/businessSealApply',
    ]) {
      for (const boundary of ['b', 'other']) {
        for (const body of [part, '--b\r\nContent-Dispo', part.slice(0, 60), '']) {
          const answer = await admin.post(path, body, { 'content-type': `multipart/form-data; boundary=${boundary}` });
          expect([path, boundary, body, answer.status < 500, answer.code]).toEqual([
            path,
            boundary,
            body,
            true,
            expect.stringMatching(/^(REQUEST_INVALID|FILE_TYPE|IMPORT_FILE)$/),
          ]);
        }
      }
      for (const boundary of ['""', 'b'.repeat(252), 'b'.repeat(253), '印'.repeat(85), 'b'.repeat(5_000)]) {
        const answer = await admin.post(path, part.replace('--b', `--${boundary}`), {
          'content-type': `multipart/form-data; boundary=${encodeURI(boundary)}`,
        });
        expect([path, boundary.length, answer.status < 500, answer.code]).toEqual([
          path,
          boundary.length,
          true,
          expect.stringMatching(/^(REQUEST_INVALID|FILE_TYPE|IMPORT_FILE)$/),
        ]);
      }
    }
  });
});

describe('headers', () => {
  it('forbid sniffing, framing by others and running anything from the API', async () => {
    const { headers } = await admin.get('/api/system/sys/menu/getRouters');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'self'; sandbox");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

describe('the public list', () => {
  it('is exactly these calls', async () => {
    const open: string[] = [];
    const spec = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    for (const [path, methods] of Object.entries(spec.paths)) {
      for (const method of Object.keys(methods)) {
        const response = await fetch(server.url + path.replace(/\{\w+\}/g, 'platform'), {
          method,
          ...(method === 'post' ? { body: '{}', headers: json } : {}),
        });
        if (response.status !== 401) open.push(`${method} ${path}`);
      }
    }
    // the last one opens by the secret in its address, for one file and ten minutes (OD-052)
    const expected = [
      'get /api/captcha',
      'post /api/auth/oauth/token',
      'post /api/auth/oauth/logout',
      'get /api/file/outside/{secret}/{*}',
      'get /api/system/platform/logo',
    ];
    const screens = open.filter((call) => call.includes('/screenDef/getLastVersionScreenDef'));
    expect(open.filter((call) => !screens.includes(call)).sort()).toEqual(expected.sort());
  });

  it('describes every call with a Chinese summary (OpenAPI)', async () => {
    const spec = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { summary?: string }>>;
    };
    expect(spec.openapi).toMatch(/^3\./);
    const unnamed = Object.entries(spec.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { summary = '' }]) => !/[\u4e00-\u9fa5]/.test(summary))
        .map(([method]) => `${method} ${path}`),
    );
    expect(unnamed).toEqual([]);
  });
});

describe('a repeated request', () => {
  let done = 0;
  let call: (
    key: string,
    body: unknown,
    as?: Client,
  ) => Promise<{ status: number; replayed: boolean; body: { code: string; data: unknown; msg: string } }>;
  let keptOf: (url: string) => Promise<unknown[]>;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const app = await buildServer(server.context, [
      (fastify) => {
        fastify.post<{ Body: { ms?: number; fail?: boolean } }>('/api/count', async ({ body }) => {
          await new Promise((wake) => {
            setTimeout(wake, body.ms ?? 0);
          });
          if (body.fail && done === 0) {
            done += 1;
            throw new Error('first time only');
          }
          done += 1;
          return ok({ done });
        });
        fastify.post('/api/long', async () => ok('长'.repeat(300_000)));
        fastify.post('/api/look', { config: { isReading: true } }, async () => ok((done += 1)));
      },
    ]);
    keptOf = async (url) => {
      const key = `kept ${url}`;
      for (const _time of [1, 2])
        await app.inject({
          method: 'POST',
          url,
          payload: {},
          headers: { authorization: `Bearer ${admin.token}`, 'idempotency-key': key },
        });
      return server.context.db.selectFrom('http_idempotency').select('key').where('key', '=', key).execute();
    };
    call = async (key, body, as = admin) => {
      const response = await app.inject({
        method: 'POST',
        url: '/api/count',
        payload: body as object,
        headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': key },
      });
      return {
        status: response.statusCode,
        replayed: response.headers['idempotency-replayed'] === 'true',
        body: response.json(),
      };
    };
    close = () => app.close();
  });
  afterAll(() => close());

  it('is done once and gets the first answer again', async () => {
    done = 0;
    const first = await call('key-1', { ms: 0 });
    const second = await call('key-1', { ms: 0 });
    expect([first.replayed, second.replayed, done]).toEqual([false, true, 1]);
    expect(second.body).toEqual(first.body);
  });

  it('sent at the same time waits for the one under way', async () => {
    done = 0;
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('key-2', { ms: 300 })));
    expect(done).toBe(1);
    expect(answers.map(({ body }) => body.data)).toEqual(Array(5).fill({ done: 1 }));
  });

  it('is another request for another person', async () => {
    done = 0;
    const staff = await server.api('staff');
    await Promise.all([call('key-3', {}), call('key-3', {}, staff)]);
    expect(done).toBe(2);
  });

  it('that only reads, or answers what was read at length, is not kept for two days', async () => {
    done = 0;
    expect(await keptOf('/api/look')).toEqual([]);
    expect(done).toBe(2);
    expect(await keptOf('/api/long')).toEqual([]);
    expect(await keptOf('/api/count')).toHaveLength(1);
  });

  it('is known for 48 hours, and is another request after them', async () => {
    const { db } = server.context;
    done = 0;
    for (const hours of [47, 48]) {
      await call(`after-${hours}`, {});
      await sql`update http_idempotency set created_at = created_at - make_interval(hours => ${hours}) where key = ${`after-${hours}`}`.execute(
        db,
      );
    }
    const removing = housekeepingJobs({ db }, server.context.settings).find(({ kind }) => kind === 'removeExpired');
    await removing?.run(new AbortController().signal);
    expect(await db.selectFrom('http_idempotency').select('key').where('key', 'like', 'after-%').execute()).toEqual([
      { key: 'after-47' },
    ]);
    expect([(await call('after-47', {})).replayed, (await call('after-48', {})).replayed, done]).toEqual([
      true,
      false,
      3,
    ]);
  });

  it('with another content is refused', async () => {
    await call('key-4', { ms: 0 });
    expect((await call('key-4', { ms: 1 })).body).toMatchObject({ code: 'REQUEST_INVALID', data: { isDone: true } });
  });

  it('with another content is done where the first one was not, and only one of both', async () => {
    done = 0;
    expect((await call('key-7', { fail: true })).body.code).toBe('SERVER');
    const [changed, first] = await Promise.all([call('key-7', { ms: 300 }), call('key-7', { ms: 301 })]);
    expect([changed.body.code, first.body.code].toSorted()).toEqual(['1', 'REQUEST_INVALID']);
    expect(done).toBe(2);
  });

  const attempt = (id: string): Claim => ({ userId: 'u-staff', key: 'key-6', id, isAnswerStored: false });

  it('is taken over from a server that died, whose own late work is refused then', async () => {
    const { db } = server.context;
    expect(await claimOrAnswer(db, attempt('first'), 'hash')).toBeNull();
    await db
      .updateTable('http_idempotency')
      .set({ lease_until: new Date(0) })
      .where('key', '=', 'key-6')
      .execute();
    expect(await claimOrAnswer(db, attempt('second'), 'hash')).toBeNull();
    await expect(storeAnswer(db, attempt('first'), '{"by":1}')).rejects.toMatchObject({ code: 'REQUEST_BUSY' });
    await storeAnswer(db, attempt('second'), '{"by":2}');
    expect(await claimOrAnswer(db, attempt('third'), 'hash')).toBe('{"by":2}');
  });

  it('keeps an answer that was committed though its connection broke: it is not forgotten', async () => {
    await deleteClaim(server.context.db, attempt('second'));
    expect(await claimOrAnswer(server.context.db, attempt('fourth'), 'hash')).toBe('{"by":2}');
  });

  it('is done after a failure', async () => {
    done = 0;
    expect((await call('key-5', { fail: true })).body.code).toBe('SERVER');
    expect((await call('key-5', { fail: true })).body).toMatchObject({ code: '1', data: { done: 2 } });
  });
});
