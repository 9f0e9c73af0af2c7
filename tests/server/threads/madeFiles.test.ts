import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendGenerated, XLSX_TYPE } from '../../../src/server/archive/index.ts';
import { Refusal } from '../../../src/server/http/refusal.ts';
import type { RequestUser } from '../../../src/server/http/user.ts';

/** Files begin at once and end when the test says so: how long one takes would decide the outcome otherwise. */
let app: FastifyInstance;
let url: string;
let finish: () => void;
/** Lets the answers of /prepared begin, which first take their time. */
let begin: () => void;
let preparing = 0;
let left = 0;

beforeEach(async () => {
  const finished = new Promise<void>((done) => {
    finish = done;
  });
  async function* rows(): AsyncGenerator<Buffer> {
    yield Buffer.from('first rows');
    await finished;
  }
  app = Fastify({ forceCloseConnections: true });
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request) => {
    request.user = { id: request.headers.from } as RequestUser;
  });
  app.setErrorHandler((error, _request, reply) => reply.status(error instanceof Refusal ? error.status : 500).send());
  const begun = new Promise<void>((done) => {
    begin = done;
  });
  [preparing, left] = [0, 0];
  app.get('/prepared', async (_request, reply) => {
    preparing += 1;
    reply.raw.once('close', () => {
      left += 1;
    });
    await begun;
    return sendGenerated(reply, 'rows.xlsx', XLSX_TYPE, rows());
  });
  app.get('/', (_request, reply) => sendGenerated(reply, 'rows.xlsx', XLSX_TYPE, rows()));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  finish();
  await app.close();
});

const ask = (from: string, signal?: AbortSignal): Promise<Response> =>
  fetch(url, { headers: { from }, ...(signal ? { signal } : {}) });

it('one person has three files made at most at once, and others when those are sent', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('u-hr')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  expect((await ask('u-staff')).status).toBe(200);
  finish();
  await Promise.all(answers.map((answer) => answer.text()));
  await expect.poll(async () => (await ask('u-hr')).status).toBe(200);
});

it('a file that is given up makes room for another', async () => {
  const leaving = new AbortController();
  await Promise.all(Array.from({ length: 3 }, () => ask('u-hr', leaving.signal)));
  expect((await ask('u-hr')).status).toBe(429);
  leaving.abort();
  await expect.poll(async () => (await ask('u-hr')).status).toBe(200);
});

it('a file whose caller left while it was prepared takes no room', async () => {
  const leaving = new AbortController();
  const asked = Array.from({ length: 3 }, () =>
    fetch(`${url}/prepared`, { headers: { from: 'u-hr' }, signal: leaving.signal }).catch(() => undefined),
  );
  await expect.poll(() => preparing).toBe(3);
  leaving.abort();
  await Promise.all(asked);
  await expect.poll(() => left).toBe(3);
  begin();
  await new Promise((done) => setTimeout(done, 50));
  expect((await ask('u-hr')).status).toBe(200);
});
