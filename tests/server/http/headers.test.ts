import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeName } from '../../../src/server/files/fileNames.ts';
import { startTestServer, type TestServer } from '../support.ts';

type App = TestServer['app'];
let servers: TestServer[];
let direct: App;
let behind: App;
beforeAll(async () => {
  servers = [await startTestServer(), await startTestServer({ isBehindProxy: true })];
  [direct, behind] = servers.map(({ app }) => app) as [App, App];
});
afterAll(async () => {
  for (const server of servers) await server.dispose();
});

describe('every answer', () => {
  it.each(['/', '/api/openapi.json', '/api/nothing'])(
    'of %s keeps browsers from guessing types, from embedding, from devices and from telling where one was',
    async (path) => {
      const { headers } = await direct.inject(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-permitted-cross-domain-policies': 'none',
      });
      expect(headers['permissions-policy']).toContain('camera=(self), microphone=(), geolocation=()');
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['server']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    },
  );

  it('asks for TLS from then on where it came over TLS, and only there; nobody else can claim it', async () => {
    const over = (app: App, url = '/api/nothing') => app.inject({ url, headers: { 'x-forwarded-proto': 'https' } });
    for (const url of ['/api/nothing', '/%zz', '/health'])
      expect([url, (await over(behind, url)).headers['strict-transport-security']]).toEqual([url, 'max-age=15552000']);
    expect((await over(direct, '/%zz')).headers['strict-transport-security']).toBeUndefined();
    expect((await behind.inject('/api/nothing')).headers['strict-transport-security']).toBeUndefined();
    expect((await over(direct)).headers['strict-transport-security']).toBeUndefined();
  });
});

describe('what is no file of the built page', () => {
  it.each([
    '/api/openapi.json',
    '/%61pi/captcha',
    '/a%70i/openapi.json',
    '/api/nothing',
    '/nothing',
    '//api/captcha',
    '/%',
    '/health',
    '/metrics',
  ])('is inert and kept by nobody, however its address is written: %s', async (path) => {
    const { headers } = await direct.inject(path);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/);
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('an answer that goes past the routes', () => {
  const inert = (headers: Headers | Map<string, string>): void => {
    expect([
      headers.get('x-content-type-options'),
      headers.get('x-frame-options'),
      headers.get('cache-control'),
    ]).toEqual(['nosniff', 'SAMEORIGIN', 'no-store']);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox$/);
  };

  it('is as inert: the stream of news', async () => {
    const server = servers[0] as TestServer;
    const { token } = await server.api('staff');
    const stop = new AbortController();
    const { headers } = await fetch(`${server.url}/api/system/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    stop.abort();
    inert(headers);
  });

  it('asks for TLS like any other: the stream of news', async () => {
    const server = servers[1] as TestServer;
    const { token } = await server.api('staff');
    const stop = new AbortController();
    const { headers } = await fetch(`${server.url}/api/system/events`, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-proto': 'https' },
      signal: stop.signal,
    });
    stop.abort();
    expect(headers.get('strict-transport-security')).toBe('max-age=15552000');
  });

  it('is as inert: the refusal of what is no HTTP', async () => {
    const { port } = new URL((servers[0] as TestServer).url);
    const text = await new Promise<string>((done, fail) => {
      const chunks: string[] = [];
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write('NONSENSE\r\n\r\n');
      });
      socket
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          chunks.push(chunk);
        })
        .on('end', () => {
          done(chunks.join(''));
        })
        .on('error', fail);
    });
    const [head = ''] = text.split('\r\n\r\n');
    inert(
      new Map(
        head
          .split('\r\n')
          .slice(1)
          .map((line) => {
            const [name = '', ...value] = line.split(': ');
            return [name.toLowerCase(), value.join(': ')];
          }),
      ),
    );
  });
});

describe('a file name', () => {
  it.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Windows\\a.txt', 'a.txt'],
    ['a\u202Egpj.txt', 'agpj.txt'],
    ['a\r\nSet-Cookie: x.txt', 'aSet-Cookie_ x.txt'],
    ['\0a.txt', 'a.txt'],
    ['CON.txt', '_CON.txt'],
    ['nul.tar.txt', '_nul.tar.txt'],
    ['COM1', '_COM1'],
    ['console.txt', 'console.txt'],
    ['...', '未命名'],
    ['报告.txt. ', '报告.txt'],
  ])('%j becomes %j', (given, safe) => {
    expect(safeName(given).fileName).toBe(safe);
  });

  it('of any length stays within 200 characters and keeps its extension', () => {
    const { fileName, fileExt } = safeName(`${'长'.repeat(5000)}.txt`);
    expect([...fileName].length).toBeLessThanOrEqual(200);
    expect(fileExt).toBe('txt');
    expect(fileName.endsWith('.txt')).toBe(true);
  });
});
