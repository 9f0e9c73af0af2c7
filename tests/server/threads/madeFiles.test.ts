import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

it('one person has three files made at most at once, and another when one of them is sent or given up', async () => {
  const { token } = await server.api('hr');
  const ask = (signal?: AbortSignal): Promise<Response> =>
    fetch(`${server.url}/api/system/hr/userArchives/exportArchives`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
      ...(signal ? { signal } : {}),
    });
  const leaving = new AbortController();
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(leaving.signal)));
  expect(answers.filter(({ status }) => status === 429).length).toBe(5);
  leaving.abort();
  await expect
    .poll(async () => {
      const { status } = await ask();
      return status;
    })
    .toBe(200);
});
