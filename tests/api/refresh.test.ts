import { afterEach, expect, test, vi } from 'vitest';
import type { TokenStore } from '../../src/api/http/tokens.ts';
import { createTokenStore } from '../../src/session/tokens.ts';
import { memoryStorage } from '../session/fakes.ts';
import { answer, client, memoryTokens, startBackEnd, success, type BackEnd, type Handler } from './backEnd.ts';

let backEnd: BackEnd;
afterEach(() => {
  vi.unstubAllGlobals();
  return backEnd.close();
});

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
const EXPIRED = { code: 'A0230', msg: '登录状态已过期', data: null };

/** Accepts the token `new` only; gives it for the refresh token `r1`. */
const expiring =
  (refreshes: string[], afterRefresh: object | null = success({ access_token: 'new', refresh_token: 'r2' })): Handler =>
  async (seen, response) => {
    if (seen.path === '/api/auth/oauth/token') {
      refreshes.push(seen.body);
      await delay(30);
      if (afterRefresh) answer(response, afterRefresh);
      else response.destroy();
      return;
    }
    await delay(Math.random() * 40);
    if (seen.headers.authorization === 'Bearer new') answer(response, success(seen.path));
    else answer(response, EXPIRED, 401);
  };

test('200 parallel calls that meet an expired token cause one refresh, and none of them is lost (AU-011)', async () => {
  const refreshes: string[] = [];
  backEnd = await startBackEnd(expiring(refreshes));
  const { http, tokens, overs } = client(backEnd.url);
  const paths = Array.from({ length: 200 }, (_item, i) => `/system/thing/${i}`);
  const answers = await Promise.all(
    paths.map((path, i) => http.send({ method: i % 2 ? 'POST' : 'GET', path, ...(i % 2 ? { body: { i } } : {}) })),
  );
  expect(answers).toEqual(paths.map((path) => `/api${path}`));
  expect(refreshes).toHaveLength(1);
  expect(tokens.get()).toEqual({ access_token: 'new', refresh_token: 'r2' });
  expect(overs()).toBe(0);
});

test('the refresh sends refresh_token and grant_type as form fields, without the bearer token (AU-012)', async () => {
  const refreshes: string[] = [];
  backEnd = await startBackEnd(expiring(refreshes));
  await client(backEnd.url).http.send({ method: 'GET', path: '/system/x' });
  const call = backEnd.seen.find(({ path }) => path.endsWith('/oauth/token'));
  expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
    refresh_token: 'r1',
    grant_type: 'refresh_token',
  });
  expect(call?.headers['content-type']).toContain('application/x-www-form-urlencoded');
  expect(call?.headers.authorization).toMatch(/^Basic /);
});

test('a replayed POST carries the same body and idempotency key', async () => {
  backEnd = await startBackEnd(expiring([]));
  await client(backEnd.url).http.send({
    method: 'POST',
    path: '/system/save',
    body: { title: '用印' },
    idempotencyKey: 'k1',
  });
  const saves = backEnd.seen.filter(({ path }) => path.endsWith('/save'));
  expect(saves.map(({ body, headers }) => [body, headers['idempotency-key']])).toEqual([
    ['{"title":"用印"}', 'k1'],
    ['{"title":"用印"}', 'k1'],
  ]);
});

test('a refused refresh ends the session and rejects every waiting call with B0001', async () => {
  const refreshes: string[] = [];
  backEnd = await startBackEnd(expiring(refreshes, { code: 'B0001', msg: 'x', data: null }));
  const { http, overs } = client(backEnd.url);
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_item, i) => http.send({ method: 'GET', path: `/system/${i}` })),
  );
  expect(
    new Set(
      results.map(
        (result) => result.status === 'rejected' && (result.reason as { code: string; message: string }).code,
      ),
    ),
  ).toEqual(new Set(['B0001']));
  expect(results.map((result) => result.status === 'rejected' && (result.reason as Error).message)[0]).toBe(
    '登录超时，请重新登录',
  );
  expect(refreshes).toHaveLength(1);
  expect(overs()).toBeGreaterThan(0);
});

test('a refused refresh tells why the session was ended, where the server says', async () => {
  backEnd = await startBackEnd(expiring([], { code: 'B0001', msg: 'x', data: { reason: 'device' } }));
  const { http, reasons } = client(backEnd.url);
  await expect(http.send({ method: 'GET', path: '/system/x' })).rejects.toMatchObject({ code: 'B0001' });
  expect(reasons).toEqual(['device']);
});

test('a refresh without an answer does not end the session', async () => {
  backEnd = await startBackEnd(expiring([], null));
  const { http, tokens, overs } = client(backEnd.url);
  await expect(http.send({ method: 'GET', path: '/system/x' })).rejects.toMatchObject({ code: 'NETWORK' });
  expect(overs()).toBe(0);
  expect(tokens.get()?.refresh_token).toBe('r1');
});

test('a refresh that a proxy puts off does not end the session, and the next call asks again', async () => {
  const refreshes: string[] = [];
  const give = expiring(refreshes);
  backEnd = await startBackEnd((seen, response) =>
    seen.path.endsWith('/oauth/token') && refreshes.push('put off') === 1
      ? answer(response, '<html>429</html>', 429)
      : give(seen, response),
  );
  const { http, overs } = client(backEnd.url);
  await expect(http.send({ method: 'GET', path: '/system/x' })).rejects.toMatchObject({
    code: '429',
    message: '操作过于频繁，请稍后重试',
  });
  expect(overs()).toBe(0);
  await expect(http.send({ method: 'GET', path: '/system/x' })).resolves.toBe('/api/system/x');
});

test('a token that expires again right after the refresh ends the session instead of looping', async () => {
  const refreshes: string[] = [];
  backEnd = await startBackEnd((seen, response) => {
    if (!seen.path.endsWith('/oauth/token')) {
      answer(response, EXPIRED, 401);
      return;
    }
    refreshes.push(seen.body);
    answer(response, success({ access_token: `t${refreshes.length}`, refresh_token: 'r' }));
  });
  const { http, overs } = client(backEnd.url);
  await expect(http.send({ method: 'GET', path: '/system/x' })).rejects.toMatchObject({ code: 'B0001' });
  expect([refreshes.length, overs()]).toEqual([1, 1]);
});

test('who signs out during a refresh stays signed out', async () => {
  const tokens = memoryTokens();
  let isOut = false;
  const leaving = { get: () => (isOut ? null : tokens.get()), set: tokens.set };
  backEnd = await startBackEnd(async (seen, response) => {
    if (!seen.path.endsWith('/oauth/token')) {
      answer(response, EXPIRED, 401);
      return;
    }
    isOut = true;
    answer(response, success({ access_token: 'new', refresh_token: 'r2' }));
  });
  await expect(client(backEnd.url, leaving).http.send({ method: 'GET', path: '/system/x' })).rejects.toMatchObject({
    code: 'B0001',
  });
  expect(tokens.get()?.access_token).toBe('old');
});

/** Two tabs over one storage, each in a process that sees what the other wrote only after `late` milliseconds. */
function twoTabs(late: number): [TokenStore, TokenStore] {
  const tabs = [memoryTokens(), memoryTokens()] as const;
  const seenBy = (index: 0 | 1): TokenStore => ({
    get: tabs[index].get,
    set: (tokens) => {
      tabs[index].set(tokens);
      setTimeout(() => tabs[1 - index]?.set(tokens), late);
    },
  });
  return [seenBy(0), seenBy(1)];
}

test('two tabs refresh once, though each sees what the other stored later than the lock it gave back', async () => {
  let queue: Promise<unknown> = Promise.resolve();
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, work: () => Promise<unknown>) => {
        queue = queue.then(work, work);
        return queue;
      },
    },
  });
  const refreshes: string[] = [];
  backEnd = await startBackEnd(expiring(refreshes));
  const tabs = twoTabs(40).map((tokens) => client(backEnd.url, tokens));
  const answers = await Promise.all(tabs.map(({ http }) => http.send({ method: 'GET', path: '/system/x' })));
  expect(answers).toEqual(['/api/system/x', '/api/system/x']);
  expect(refreshes).toHaveLength(1);
});

test('a token that has run out while nobody worked is renewed before the first calls, none of which is refused', async () => {
  const refreshes: string[] = [];
  backEnd = await startBackEnd(expiring(refreshes));
  const idle = memoryTokens({ access_token: 'old', refresh_token: 'r1', until: Date.now() - 1000 });
  const { http } = client(backEnd.url, idle);
  const paths = Array.from({ length: 12 }, (_item, i) => `/system/thing/${i}`);
  const answers = await Promise.all(paths.map((path) => http.send({ method: 'GET', path })));
  expect(answers).toEqual(paths.map((path) => `/api${path}`));
  expect(refreshes).toHaveLength(1);
  const sent = backEnd.seen.filter(({ path }) => path.includes('/thing/'));
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(paths.map(() => 'Bearer new'));
});

test('a token that is still good, or of which nothing is known, is used as it is', async () => {
  for (const until of [Date.now() + 60_000, undefined]) {
    const refreshes: string[] = [];
    backEnd = await startBackEnd(expiring(refreshes));
    const tokens = memoryTokens({ access_token: 'new', refresh_token: 'r1', ...(until ? { until } : {}) });
    await client(backEnd.url, tokens).http.send({ method: 'GET', path: '/system/x' });
    expect(refreshes).toEqual([]);
    await backEnd.close();
  }
});

test('the store keeps until when a token is good, as the server said with it', () => {
  const storage = memoryStorage();
  const store = createTokenStore(storage);
  const before = Date.now();
  store.set({ access_token: 'a', refresh_token: 'b', expires_in: 900 });
  expect(store.get()).toMatchObject({ access_token: 'a', refresh_token: 'b' });
  expect(store.get()?.until).toBeGreaterThanOrEqual(before + 900_000);
  store.set({ access_token: 'c', refresh_token: 'd' });
  expect(store.get()).toEqual({ access_token: 'c', refresh_token: 'd' });
});
