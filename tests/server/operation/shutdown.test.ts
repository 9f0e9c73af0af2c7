import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyFolder } from '../../support/copyFolder.ts';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import { startProcess, type ServerProcess } from '../support/process.ts';
import { signIn } from '../support.ts';

const made: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const clean of made) await clean();
});

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shutdown-'));
  const template = process.env['SERVER_TEST_TEMPLATE'];
  if (template) copyFolder(template, dataDir);
  const admin = process.env['DATABASE_URL'];
  const databaseUrl = admin ? await createDatabase(admin, process.env['SERVER_TEST_TEMPLATE_DATABASE']) : '';
  const server = await startProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: '1', ...env });
  made.push(async () => {
    if (server.child.exitCode === null && server.child.signalCode === null) await server.end('SIGKILL');
    if (databaseUrl) await dropDatabase(databaseUrl);
    rmSync(dataDir, { recursive: true, force: true });
  });
  return server;
}

/** An upload that stops in the middle of its body; `finish` sends the rest and answers what came back. */
async function halfAnUpload({ url }: ServerProcess): Promise<{ socket: Socket; finish(): Promise<string> }> {
  const { token } = await signIn(url, 'staff');
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const body = [
    '--b\r\ncontent-disposition: form-data; name="file"; filename="half.txt"\r\ncontent-type: text/plain\r\n\r\n',
    'first half,',
    ' second half\r\n--b--\r\n',
  ];
  socket.write(
    `POST /api/file/sys/file/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nexpect: 100-continue\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.join('').length}\r\n\r\n${body[0]}${body[1]}`,
  );
  // the server says so when it has begun with the request
  expect(String((await once(socket, 'data'))[0])).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  return {
    socket,
    finish: () =>
      new Promise((done, fail) => {
        let answer = '';
        socket
          .setEncoding('utf8')
          .on('data', (text: string) => {
            answer += text;
          })
          .on('close', () => done(answer))
          .on('error', fail);
        socket.write(body[2]!);
      }),
  };
}

const printed = async (server: ServerProcess, text: string): Promise<void> => {
  while (!server.output().includes(text)) {
    if (server.child.exitCode !== null || server.child.signalCode !== null)
      throw new Error(`the server ended without printing ${text}:\n${server.output()}`);
    await new Promise((wake) => {
      setTimeout(wake, 20);
    });
  }
};

describe('a server that is told to end', { timeout: 120_000 }, () => {
  it('is not ready while it drains, and answers what still comes; then takes no new connection, ends event streams, finishes the request under way and ends with code 0', async () => {
    const server = await start({ DRAIN_SECONDS: '1' });
    const { token } = await signIn(server.url, 'leader');
    const stream = await fetch(`${server.url}/api/system/events`, { headers: { authorization: `Bearer ${token}` } });
    const upload = await halfAnUpload(server);
    server.child.kill('SIGTERM');
    await printed(server, '收到 SIGTERM');
    const ready = await fetch(`${server.url}/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { code: 'UNAVAILABLE', msg: '服务暂时不可用，请稍后重试', data: { ready: false, reason: 'ending' } },
    ]);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect((await fetch(`${server.url}/api/captcha`)).status).toBe(200);
    expect(await stream.text()).toContain('event: open');
    await expect(fetch(`${server.url}/health`)).rejects.toThrow();
    const answer = await upload.finish();
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"code":"1"[\s\S]*half\.txt/);
    expect(await server.ended).toBe(0);
    expect(server.output()).toContain('已停止。');
  });

  it('ends at once at the second signal, and by itself when a request never ends', async () => {
    const [twice, alone] = await Promise.all([start(), start({ END_SECONDS: '1' })]);
    for (const server of [twice, alone]) {
      await halfAnUpload(server);
      server.child.kill('SIGTERM');
      await printed(server, '收到 SIGTERM');
    }
    expect(await twice.end('SIGTERM')).toBe(1);
    expect(twice.output()).not.toContain('秒内未能完成全部请求');
    expect(await alone.ended).toBe(1);
    expect(alone.output()).toContain('1 秒内未能完成全部请求');
  });
});
