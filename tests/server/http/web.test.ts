import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../../src/server/app.ts';
import { webRoutes } from '../../../src/server/http/web.ts';
import type { ServerContext } from '../../../src/server/context.ts';
import { createReadiness } from '../../../src/server/observe/readiness.ts';
import { createMetrics } from '../../../src/server/observe/metrics.ts';
import type { Settings } from '../../../src/server/settings.ts';
import { testSettings } from '../support.ts';

const webDir = mkdtempSync(join(tmpdir(), 'web-test-'));
const page = (more = ''): string =>
  `<!doctype html><html><head><meta name="csp-nonce" content="__CSP_NONCE__" />${more}</head><body></body></html>`;
/** What the page's routes need; there is no store. */
const contextOf = (settings: Settings): ServerContext =>
  ({ settings, metrics: createMetrics(), readiness: createReadiness() }) as ServerContext;
let app: Awaited<ReturnType<typeof buildServer>>;

beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'index.html'), page());
  writeFileSync(join(webDir, 'assets', 'main-abc123.js'), 'export const text = "hello";\n'.repeat(200));
  writeFileSync(join(webDir, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(webDir, '..', 'outside.txt'), 'secret');
  app = await buildServer(contextOf(testSettings({ webDir })), [webRoutes]);
});
afterAll(async () => {
  await app.close();
  rmSync(webDir, { recursive: true, force: true });
});

describe('the page', () => {
  it('has a fresh nonce each time, the same in the policy and in the page', async () => {
    const nonces = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const { body, headers } = await app.inject('/');
      const nonce = /content="([^"]+)"/.exec(body)?.[1] ?? '';
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(headers['cache-control']).toBe('no-cache');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('allows no script but the files of this server', async () => {
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|default-src[^;]*\*/);
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
      "style-src-attr 'unsafe-inline'",
    ])
      expect(policy).toContain(part);
  });

  it('may call the other back end that it was pointed at, and is read again when it is built again', async () => {
    writeFileSync(
      join(webDir, 'index.html'),
      page('<meta name="api-base" content="https://api.example.cn/prod-api" />'),
    );
    utimesSync(join(webDir, 'index.html'), new Date(), new Date(Date.now() + 5000));
    expect((await app.inject('/')).headers['content-security-policy']).toContain(
      "connect-src 'self' https://api.example.cn;",
    );
  });
});

describe('the page of a server with partners', () => {
  it('names them to the page and lets them embed it, and be embedded; nobody else (WM-010, OD-051)', async () => {
    const settings = testSettings({
      webDir,
      messageOrigins: ['https://oa.example.cn', 'http://10.0.0.5:8080'],
      fileOutsideUrl: 'https://files.example.cn/out',
    });
    writeFileSync(
      join(webDir, 'index.html'),
      page(
        '<meta name="message-origins" content="__MESSAGE_ORIGINS__" /><meta name="file-outside" content="__FILE_OUTSIDE_URL__" />',
      ),
    );
    const partnered = await buildServer(contextOf(settings), [webRoutes]);
    const { body, headers } = await partnered.inject('/');
    await partnered.close();
    expect(body).toContain('<meta name="message-origins" content="https://oa.example.cn http://10.0.0.5:8080" />');
    expect(body).toContain('<meta name="file-outside" content="https://files.example.cn/out" />');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'self' https://oa.example.cn http://10.0.0.5:8080");
    expect(policy).toContain("frame-src 'self' blob: https://oa.example.cn http://10.0.0.5:8080;");
    expect(policy).toContain("script-src 'self';");
  });
});

describe('the page of a server that plays videos of other sites', () => {
  it('lets media and the parts of HLS come from there, and nothing else', async () => {
    const settings = testSettings({ webDir, mediaOrigins: ['https://video.example.cn'] });
    writeFileSync(join(webDir, 'index.html'), page('<meta name="media-origins" content="__MEDIA_ORIGINS__" />'));
    const playing = await buildServer(contextOf(settings), [webRoutes]);
    const { body, headers } = await playing.inject('/');
    await playing.close();
    expect(body).toContain('<meta name="media-origins" content="https://video.example.cn" />');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("media-src 'self' blob: https://video.example.cn;");
    expect(policy).toContain("connect-src 'self' https://video.example.cn;");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/frame-src [^;]*video/);
  });
});

describe('the page of a server with embedded pages', () => {
  it('lets them stand in a frame, and neither embed the product nor send it messages (SH-005)', async () => {
    const settings = testSettings({ webDir, frameOrigins: ['https://map.example.cn'] });
    writeFileSync(
      join(webDir, 'index.html'),
      page(
        '<meta name="frame-origins" content="__FRAME_ORIGINS__" /><meta name="message-origins" content="__MESSAGE_ORIGINS__" />',
      ),
    );
    const embedding = await buildServer(contextOf(settings), [webRoutes]);
    const { body, headers } = await embedding.inject('/');
    await embedding.close();
    expect(body).toContain(
      '<meta name="frame-origins" content="https://map.example.cn" /><meta name="message-origins" content="" />',
    );
    expect(String(headers['content-security-policy'])).toContain("frame-src 'self' blob: https://map.example.cn;");
    expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'self'");
    expect(String(headers['content-security-policy'])).not.toContain("frame-ancestors 'self' https");
  });
});

describe('its files', () => {
  it('are compressed for who accepts it, and kept for a year when their name changes with their content', async () => {
    const { headers, rawPayload } = await app.inject({
      url: '/assets/main-abc123.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(rawPayload.length).toBeLessThan(200);
    expect((await app.inject('/assets/main-abc123.js')).headers['content-encoding']).toBeUndefined();
    const refused = await app.inject({
      url: '/assets/main-abc123.js',
      headers: { 'accept-encoding': 'br;q=0, GZIP; q=0.5' },
    });
    expect(refused.headers['content-encoding']).toBe('gzip');
  });

  it('are not sent again when unchanged', async () => {
    const { headers } = await app.inject('/icon.svg');
    expect(headers['cache-control']).toBe('no-cache');
    expect(
      (await app.inject({ url: '/icon.svg', headers: { 'if-none-match': String(headers.etag) } })).statusCode,
    ).toBe(304);
  });

  it.each([
    '/../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/assets/..%5c..%5coutside.txt',
    '/assets',
    '/assets/',
  ])('are the only ones: %s is not found', async (url) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('secret');
  });
});
