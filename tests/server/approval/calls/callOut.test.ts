import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer, request as tlsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedAddress, callOut, isPermittedAddress } from '../../../../src/server/http/callOut.ts';

let service: Server;
let origin: string;
const seen: string[] = [];
beforeAll(async () => {
  service = createServer((request, response) => {
    seen.push(request.url ?? '');
    if (request.url === '/moved') {
      response.writeHead(302, { location: '/secret' }).end();
      return;
    }
    if (request.url === '/endless') {
      response.writeHead(200);
      const pour = (): void => {
        while (response.write(Buffer.alloc(65_536))) {
          /* until the line is full */
        }
      };
      response.on('drain', pour).on('error', () => undefined);
      pour();
      return;
    }
    if (request.url === '/slow') {
      response.writeHead(200).write('.');
      return;
    }
    response.writeHead(204).end();
  });
  await new Promise<void>((done) => {
    service.listen(0, '127.0.0.1', done);
  });
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const call = (path: string, more: object = {}) =>
  callOut({ url: `${origin}${path}`, method: 'POST', body: '{}', headers: {}, origins: [origin], ...more });

describe('a call from a process to a service', () => {
  it('answers the status of the origin that was named', async () => {
    expect((await call('/hook')).status).toBe(204);
  });

  it('follows no redirect', async () => {
    seen.length = 0;
    expect((await call('/moved')).status).toBe(302);
    expect(seen).toEqual(['/moved']);
  });

  it('cuts an answer without end, and one that never comes to its end', async () => {
    await expect(call('/endless', { maxBytes: 200_000 })).rejects.toThrow('超过 200000 字节');
    await expect(call('/slow', { timeoutMs: 300 })).rejects.toThrow('0.3 秒内没有答复完');
  });

  it.each([
    'http://evil.example/',
    'https://hooks.example.com.evil.example/',
    'https://hooks.example.com@evil.example/',
    'https://evil.example\\@hooks.example.com/',
    'https:\\\\evil.example/',
    '//evil.example/',
    'file:///etc/passwd',
    'https://user:word@hooks.example.com/',
    'http://hooks.example.com/',
    'https://hooks.example.com:8443/',
    'javascript:alert(1)',
    'https://hooks.example.com /',
    'https:/\t/evil.example/',
    '/system/x',
    '',
  ])('refuses %j: it is not the origin that was named', (url) => {
    expect(() => allowedAddress(url, ['https://hooks.example.com'])).toThrow();
  });

  it('is made to any path of the named origin', () => {
    expect(allowedAddress('https://hooks.example.com/a/b?c=d', ['https://hooks.example.com']).pathname).toBe('/a/b');
  });

  it('never reaches what tells a machine its secrets, nor this machine under a name that turned to it', () => {
    for (const address of [
      '169.254.169.254',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '100.100.100.200',
      'fe80::1',
      '::',
      'ff02::1',
      'fd00:ec2::254',
      '::ffff:169.254.169.254',
      '::ffff:a9fe:a9fe',
      '64:ff9b::a9fe:a9fe',
      '64:ff9b:1::7f00:1',
      'no address',
    ])
      expect(isPermittedAddress(address, 'hooks.example.com'), address).toBe(false);
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])
      expect(isPermittedAddress(address, 'hooks.example.com'), address).toBe(false);
    // the usual case: a service of the company, by name or by number; this machine where the operator wrote so
    for (const [address, host] of [
      ['10.1.2.3', 'hooks.example.com'],
      ['192.168.3.4', '192.168.3.4'],
      ['203.0.113.9', 'hooks.example.com'],
      ['127.0.0.1', 'localhost'],
      ['127.0.0.1', '127.0.0.1'],
      ['::1', '[::1]'],
    ] as const)
      expect(isPermittedAddress(address, host), address).toBe(true);
  });

  it('is refused where the service shows a certificate that nobody vouches for, before a word of it is sent', async () => {
    const pem = readFileSync(
      join(import.meta.dirname, '..', '..', '..', 'fixtures', 'server', 'selfSignedForTests.pem'),
      'utf8',
    );
    const heard: string[] = [];
    const tls = createTlsServer({ key: pem, cert: pem }, (request, response) => {
      heard.push(request.url ?? '');
      response.writeHead(204).end();
    });
    await new Promise<void>((done) => {
      tls.listen(0, '127.0.0.1', done);
    });
    const named = `https://localhost:${(tls.address() as AddressInfo).port}`;
    for (const url of [named, named.replace('localhost', '127.0.0.1')]) {
      await expect(
        callOut({ url: `${url}/hook`, method: 'POST', body: '{}', headers: {}, origins: [url] }),
      ).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    }
    expect(heard).toEqual([]);
    // nothing else is wrong with it: who is told to trust the certificate is answered
    const trusted = await new Promise<number | undefined>((done, fail) => {
      tlsRequest(`${named}/trusted`, { ca: pem, agent: false }, ({ statusCode }) => done(statusCode))
        .once('error', fail)
        .end();
    });
    expect([trusted, heard]).toEqual([204, ['/trusted']]);
    tls.closeAllConnections();
    tls.close();
  });

  it('refuses a number that is never reached even when it was named', async () => {
    await expect(
      callOut({
        url: 'http://169.254.169.254/latest',
        method: 'POST',
        body: '',
        headers: {},
        origins: ['http://169.254.169.254'],
      }),
    ).rejects.toThrow('指向不允许访问的地址');
  });
});
