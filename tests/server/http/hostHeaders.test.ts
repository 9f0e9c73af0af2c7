import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

/** Sends these lines as a request and answers the status and the sentence of the envelope. */
function sendHead(lines: readonly string[]): Promise<[status: number, text: string]> {
  const { port, hostname } = new URL(server.url);
  return new Promise((done, fail) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    });
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    socket.once('error', fail);
    socket.once('end', () => {
      done([Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text]);
    });
  });
}

it.each([
  ['two of another content', ['Host: office.example', 'Host: other.example'], 400, 'Host 请求头只能有一个'],
  ['two alike', ['Host: office.example', 'hOsT: office.example'], 400, 'Host 请求头只能有一个'],
  ['none', [], 400, '缺少 Host 请求头'],
  ['one', ['Host: office.example'], 200, '"code":"1"'],
])('a request with %s host header is answered as it should be', async (_name, hosts, status, words) => {
  const [told, text] = await sendHead(['GET /api/captcha HTTP/1.1', ...hosts]);
  expect(told).toBe(status);
  expect(text).toContain(words);
});
