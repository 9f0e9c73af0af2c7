import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const lines: { level: number; msg: string; route?: string }[] = [];
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  const stream = {
    write: (line: string) => {
      lines.push(JSON.parse(line) as (typeof lines)[number]);
    },
  };
  server = await startTestServer({}, { level: 'info', stream });
  // may import lists, too
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data; boundary=b';
const file = (name: string): string =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n%PDF-1.4 `;

/** Sends the head of a long request and the beginning of its body, then goes away. */
const leave = (path: string, type: string, begun: string, isKnown: boolean, after = 200): Promise<void> =>
  new Promise((done, fail) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\n${isKnown ? `Authorization: Bearer ${admin.token}\r\n` : ''}Content-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n${begun}`,
      );
      // the server is to have begun reading
      setTimeout(() => socket.destroy(), after);
    });
    socket.on('error', fail).on('close', () => {
      done();
    });
  });
const refusals = async (code: string): Promise<number> =>
  Number(
    (await (await fetch(`${server.url}/metrics`)).text())
      .split('\n')
      .find((line) => line.startsWith(`http_refusals_total{code="${code}"} `))
      ?.split(' ')[1] ?? 0,
  );

describe('a request that its caller left in the middle', () => {
  it.each([
    ['JSON', '/api/system/sys/user/likeName', JSON_TYPE, '{"na', true],
    [
      'the fields of a form, without a token',
      '/api/auth/oauth/token',
      'application/x-www-form-urlencoded',
      'user',
      false,
    ],
    ['an upload in its head', '/api/file/sys/file/upload', MULTIPART, '--b\r', true],
    ['an upload', '/api/file/sys/file/upload', MULTIPART, file('a.pdf'), true],
    ['an upload of several', '/api/file/sys/file/batchUpload', MULTIPART, file('a.pdf'), true],
    ['a table', '/api/system/frmField/importData', MULTIPART, file('a.xlsx'), true],
    ['a list', '/api/system/frmCrud/importRows/earnestMoney', MULTIPART, file('a.xlsx'), true],
  ])("is its caller's mistake and nobody's outage: %s", async (_what, path, type, begun, isKnown) => {
    const before = { mistakes: await refusals('REQUEST_INVALID'), outages: await refusals('UNAVAILABLE') };
    lines.length = 0;
    await leave(path, type, begun, isKnown);
    await vi.waitFor(async () => {
      expect(await refusals('REQUEST_INVALID')).toBe(before.mistakes + 1);
    }, 10_000);
    expect(await refusals('UNAVAILABLE')).toBe(before.outages);
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
    expect(lines.map(({ msg }) => msg)).toContain('the caller went away before the request was whole');
  });

  it.each([
    ['/api/file/sys/file/upload', 'a.pdf'],
    ['/api/file/sys/file/batchUpload', 'a.pdf'],
    ['/api/system/frmField/importData', 'a.xlsx'],
    ['/api/system/frmCrud/importRows/earnestMoney', 'a.xlsx'],
  ])('is let go of also where it was left before its upload was looked at: %s', async (path, name) => {
    const before = { mistakes: await refusals('REQUEST_INVALID'), limits: await refusals('WORK_LIMIT') };
    // one more than a person may have under way at once: each gives its place back when the server notices that it was left
    for (let at = 0; at < 5; at += 1) {
      await leave(path, MULTIPART, file(name), true, at);
      await vi.waitFor(async () => {
        expect(await refusals('REQUEST_INVALID')).toBe(before.mistakes + at + 1);
      }, 10_000);
    }
    expect(await refusals('WORK_LIMIT')).toBe(before.limits);
  });
});
