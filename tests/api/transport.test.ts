import axios, { type AxiosInstance, type AxiosRequestConfig } from 'axios';
import { afterEach, expect, test, vi } from 'vitest';
import { createTransport } from '../../src/api/http/transport.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What the client would hand to the browser. */
function sent(): { requests: AxiosRequestConfig[]; base(): unknown } {
  const requests: AxiosRequestConfig[] = [];
  const create = vi.spyOn(axios, 'create').mockReturnValue({
    request: async (request: AxiosRequestConfig) => {
      requests.push(request);
      return { status: 200, data: {}, headers: {} };
    },
  } as unknown as AxiosInstance);
  return { requests, base: () => create.mock.calls[0]?.[0]?.baseURL };
}

test('a call waits 60 s for its answer; an upload and a file on its way down wait without limit (RQ-007)', async () => {
  const { requests, base } = sent();
  const transport = createTransport('/api');
  await transport({ method: 'GET', path: '/system/x' }, null);
  await transport({ method: 'POST', path: '/system/x', body: { a: 1 } }, null);
  await transport({ method: 'POST', path: '/file/sys/file/upload', body: new FormData() }, null);
  await transport({ method: 'GET', path: '/file/x' }, null, 'blob');
  expect(requests.map(({ timeout }) => timeout)).toEqual([60_000, 60_000, 0, 0]);
  expect(base()).toBe('/api');
});
