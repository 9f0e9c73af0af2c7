import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../../src/server/app.ts';
import { routes } from '../../../src/server/routes.ts';
import { CALLS } from './callRows.ts';
import { startTestServer, type TestServer } from '../support.ts';

interface Operation {
  summary?: string;
  tags?: string[];
  requestBody?: unknown;
  parameters?: { in: string; name: string }[];
}
type Spec = { paths: Record<string, Record<string, Operation>> };

let server: TestServer;
let spec: Spec;
beforeAll(async () => {
  server = await startTestServer();
  spec = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Spec;
});
afterAll(() => server.dispose());

const shape = (path: string): string => path.replace(/\{[^}]+\}/g, '{}').replace(/\/:[^/]+/g, '/{}');

describe('the calls that the specification names', () => {
  it('are rows CL-001 to CL-091, none left out', () => {
    const rows = [...new Set(CALLS.map(([row]) => row))].sort((a, b) => a - b);
    expect(rows).toEqual(Array.from({ length: 91 }, (_none, index) => index + 1));
  });

  it('are all described with method and path (OpenAPI)', () => {
    const served = new Set(
      Object.entries(spec.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path)}`),
      ),
    );
    const missing = CALLS.filter(([, method, path]) => !served.has(`${method} ${shape(path)}`)).map(
      ([row, method, path]) => `CL-${String(row).padStart(3, '0')} ${method} ${path}`,
    );
    expect(missing).toEqual([]);
  });

  it('are all served: none answers "no such call" to somebody who is signed in', async () => {
    const staff = await server.api('staff');
    const lost: string[] = [];
    for (const [row, method, path] of CALLS) {
      // found by its answer: what does not exist is 404 for an unknown call and for an unknown id alike, so ask without a token
      const response = await fetch(server.url + path.replace(/\{[^}]+\}/g, 'x'), {
        method,
        ...(method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
      });
      if (response.status === 404) lost.push(`CL-${row} ${method} ${path}`);
    }
    expect(lost).toEqual([]);
    expect(staff.token).not.toBe('');
  });
});

describe('the description of the calls', () => {
  it('leaves out nothing that the server serves under /api', async () => {
    const registered: string[] = [];
    const app = await buildServer(server.context, [
      (fastify) => {
        fastify.addHook('onRoute', ({ method, url }) => {
          for (const one of [method].flat()) registered.push(`${one} ${url}`);
        });
      },
      ...routes,
    ]);
    await app.close();
    const served = new Set(
      Object.entries(spec.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path).replace('{}', '{}')}`),
      ),
    );
    const unsaid = registered
      .filter((route) => / \/api\//.test(route) && !route.startsWith('HEAD '))
      .filter((route) => !served.has(shape(route).replace(/\*$/, '{}')));
    expect(unsaid).toEqual([]);
  });

  it('has an area and a Chinese summary for every call', () => {
    const unnamed = Object.entries(spec.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(
          ([, { summary = '', tags = [] }]) =>
            !/[\u4e00-\u9fa5]/.test(summary) || (tags.length === 0 && path !== '/health'),
        )
        .map(([method]) => `${method} ${path}`),
    );
    expect(unnamed.filter((call) => call.includes('/api/'))).toEqual([]);
  });
});
