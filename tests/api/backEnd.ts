import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttp, type Http } from '../../src/api/http/client.ts';
import { readApiConfig } from '../../src/api/http/config.ts';
import type { Tokens, TokenStore } from '../../src/api/http/tokens.ts';

export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}
export type Handler = (seen: Seen, response: ServerResponse) => void | Promise<void>;

export interface BackEnd {
  url: string;
  seen: Seen[];
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/**
 * A real http server that answers as `handler` says and remembers what came to `url`. Another program may ask the same
 * port, for example a test that waits for its own server at a port that was free a moment ago: such requests do not
 * begin with the path of `url`; they get a 404 and are not remembered.
 */
export async function startBackEnd(handler: Handler): Promise<BackEnd> {
  const seen: Seen[] = [];
  const basePath = `/${randomUUID()}`;
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith(`${basePath}/`) !== true) {
      response.writeHead(404).end();
      return;
    }
    const entry = {
      method: request.method ?? '',
      path: request.url.slice(basePath.length),
      headers: request.headers,
      body: await bodyOf(request),
    };
    seen.push(entry);
    await handler(entry, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const answer = (response: ServerResponse, body: unknown, status = 200): void => {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
};
export const success = (data: unknown): object => ({ code: '1', msg: '操作成功', data });

export function memoryTokens(first: Tokens | null = { access_token: 'old', refresh_token: 'r1' }): TokenStore {
  let current = first;
  return {
    get: () => current,
    set: (tokens) => {
      current = tokens;
    },
  };
}

export interface Client {
  http: Http;
  tokens: TokenStore;
  overs: () => number;
  reasons: (string | undefined)[];
  activity: number[];
}

/** A client as the product has it, with a short retry delay. */
export function client(url: string, tokens: TokenStore = memoryTokens(), timeout?: number): Client {
  const reasons: (string | undefined)[] = [];
  const activity: number[] = [];
  let running = 0;
  const http = createHttp({
    config: readApiConfig(`${url}/api`),
    tokens,
    retry: { retries: 4, delayMs: 5 },
    ...(timeout === undefined ? {} : { timeout }),
    onSessionOver: (reason) => {
      reasons.push(reason);
    },
    onActivity: (change) => {
      running += change;
      activity.push(running);
    },
  });
  return { http, tokens, overs: () => reasons.length, reasons, activity };
}
