import { afterEach, expect, test } from 'vitest';
import { DEFAULT_RETRY, type Call } from '../../src/api/http/transport.ts';
import { answer, client, startBackEnd, success, type BackEnd, type Handler } from './backEnd.ts';

let backEnd: BackEnd | undefined;
afterEach(() => backEnd?.close());

/** Fails `times` times in the given way, then answers. */
const failing = (times: number, how: number | 'hang up' | 'silence'): Handler => {
  let left = times;
  return (_seen, response) => {
    left -= 1;
    if (left < 0) answer(response, success('done'));
    else if (how === 'hang up') response.destroy();
    else if (how !== 'silence') answer(response, '<html>bad gateway</html>', how);
  };
};

const get: Call = { method: 'GET', path: '/system/list' };
const post: Call = { method: 'POST', path: '/system/save', body: {} };

test('the product repeats a failed request up to 4 times, 1 second apart (RQ-008)', () => {
  expect(DEFAULT_RETRY).toEqual({ retries: 4, delayMs: 1000 });
});

for (const how of [502, 503, 504, 'hang up'] as const) {
  test(`a GET that fails four times (${how}) and then succeeds is answered`, async () => {
    backEnd = await startBackEnd(failing(4, how));
    await expect(client(backEnd.url).http.send(get)).resolves.toBe('done');
    expect(backEnd?.seen).toHaveLength(5);
  });
}

/** Long enough for a busy machine, short enough to wait for five. */
const PATIENCE = 150;

test('a GET that is not answered in time is asked again, four times (RQ-007, RQ-008)', async () => {
  backEnd = await startBackEnd(failing(4, 'silence'));
  await expect(client(backEnd.url, undefined, PATIENCE).http.send(get)).resolves.toBe('done');
  expect(backEnd?.seen).toHaveLength(5);
});

test('after the fifth silence it is said that the server takes too long', async () => {
  backEnd = await startBackEnd(failing(9, 'silence'));
  await expect(client(backEnd.url, undefined, PATIENCE).http.send(get)).rejects.toMatchObject({
    code: 'NETWORK',
    message: '服务器响应超时，请稍后重试',
  });
  expect(backEnd?.seen).toHaveLength(5);
});

test('a POST that is not answered in time is repeated with its key, and without one never', async () => {
  backEnd = await startBackEnd(failing(1, 'silence'));
  const { http } = client(backEnd.url, undefined, PATIENCE);
  await http.send({ ...post, idempotencyKey: 'k' });
  expect(backEnd.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k']);
  await backEnd.close();
  backEnd = await startBackEnd(failing(1, 'silence'));
  await expect(client(backEnd.url, undefined, PATIENCE).http.send(post)).rejects.toMatchObject({
    code: 'NETWORK',
    message: '服务器响应超时，请稍后重试',
  });
  expect(backEnd?.seen).toHaveLength(1);
});

test('a fifth failure is reported as a network failure in Chinese', async () => {
  backEnd = await startBackEnd(failing(9, 503));
  // another program takes the port for its own server: it gets an answer and is not counted
  await fetch(new URL('/health', backEnd.url));
  await expect(client(backEnd.url).http.send(get)).rejects.toMatchObject({
    code: 'NETWORK',
    message: '无法连接服务器，请检查网络后重试',
  });
  expect(backEnd?.seen).toHaveLength(5);
});

test('a POST with an idempotency key is repeated with the same key', async () => {
  backEnd = await startBackEnd(failing(2, 'hang up'));
  await client(backEnd.url).http.send({ ...post, idempotencyKey: 'k' });
  expect(backEnd.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k', 'k']);
});

test('a POST without an idempotency key is sent once, for it could be done twice', async () => {
  backEnd = await startBackEnd(failing(1, 'hang up'));
  await expect(client(backEnd.url).http.send(post)).rejects.toMatchObject({ code: 'NETWORK' });
  expect(backEnd?.seen).toHaveLength(1);
});

test('a GET that changes something is sent once', async () => {
  backEnd = await startBackEnd(failing(1, 502));
  await expect(client(backEnd.url).http.send({ ...get, isOnce: true })).rejects.toMatchObject({ code: 'NETWORK' });
  expect(backEnd?.seen).toHaveLength(1);
});

test('a refusal is never repeated, whatever its status', async () => {
  backEnd = await startBackEnd((_seen, response) =>
    answer(response, { code: 'SERVER', msg: '系统错误', data: null }, 500),
  );
  await expect(client(backEnd.url).http.send(get)).rejects.toMatchObject({ code: 'SERVER', message: '系统错误' });
  expect(backEnd?.seen).toHaveLength(1);
});

test('the loading count goes up once for a call with repeats and comes back to 0 (SH-009)', async () => {
  backEnd = await startBackEnd(failing(3, 503));
  const { http, activity } = client(backEnd.url);
  await Promise.all([http.send(get), http.send(get), http.send({ ...get, isQuiet: true })]);
  expect(activity).toEqual([1, 2, 1, 0]);
});
