import { randomUUID } from 'node:crypto';
import { CAPTCHA, PASSWORD } from '../server/support.ts';

export interface Reply<T = unknown> {
  status: number;
  code: string;
  msg: string;
  data: T;
  replayed: boolean;
}

/** Somebody who works on whichever server answers, and repeats with the same key until one does. */
export interface Caller {
  get<T = unknown>(path: string): Promise<Reply<T>>;
  /** Done once, however often it has to be sent. */
  post<T = unknown>(path: string, body: unknown, asToken?: string): Promise<Reply<T>>;
  /** Signs in once more and answers the token; one's own session goes on. */
  openAnother(): Promise<string>;
  /** What is answered to who comes with this token. */
  codeFor(token: string): Promise<string>;
  bytes(path: string): Promise<Buffer>;
}

export interface Calls {
  sent: number;
  answered: number;
  repeated: number;
  replayed: number;
  longestMs: number;
}

const pause = (ms: number): Promise<void> =>
  new Promise((wake) => {
    setTimeout(wake, ms);
  });
/** What passes: no answer, no database, or the same request still under way elsewhere. */
const isPassing = (status: number, code: string): boolean =>
  status >= 502 || code === 'REQUEST_BUSY' || code === 'A0211';

/**
 * `urls` answers where to send next: another server each time, as a balancer does. The patience is longer than an account
 * is locked: a server that dies while it judges a password leaves a failure that was counted beforehand.
 */
export async function createCaller(
  urls: () => string,
  username: string,
  calls: Calls,
  patienceMs = 1_300_000,
): Promise<Caller> {
  let token = '';
  let last = '';
  const send = async (
    path: string,
    init: () => RequestInit,
  ): Promise<{ status: number; headers: Headers; body: Buffer }> => {
    const began = Date.now();
    for (let attempt = 0; ; attempt += 1) {
      calls.sent += 1;
      if (attempt > 0) calls.repeated += 1;
      try {
        const given = init();
        const answer = await fetch(urls() + path, {
          ...given,
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(given.headers as Record<string, string>),
          },
          signal: AbortSignal.timeout(30_000),
        });
        const body = Buffer.from(await answer.arrayBuffer());
        const code = body[0] === 123 ? String((JSON.parse(body.toString()) as { code?: unknown }).code) : '';
        last = `${answer.status} ${code}`;
        if (code === 'A0230' && path !== SIGN_IN && !('authorization' in (given.headers ?? {}))) await signIn();
        else if (!isPassing(answer.status, code)) {
          calls.answered += 1;
          calls.longestMs = Math.max(calls.longestMs, Date.now() - began);
          return { status: answer.status, headers: answer.headers, body };
        }
      } catch (error) {
        last = String((error as Error).cause ?? error); // nobody answers: try again
      }
      if (Date.now() - began > patienceMs) throw new Error(`${path} was not answered within ${patienceMs} ms: ${last}`);
      await pause(100 + Math.random() * 200);
    }
  };
  const read = <T>({ status, headers, body }: { status: number; headers: Headers; body: Buffer }): Reply<T> => {
    const replayed = headers.get('idempotency-replayed') === 'true';
    if (replayed) calls.replayed += 1;
    return { status, replayed, ...(JSON.parse(body.toString()) as Omit<Reply<T>, 'status' | 'replayed'>) };
  };
  const SIGN_IN = '/api/auth/oauth/token';
  const signIn = async (): Promise<void> => {
    token = '';
    token = await open();
  };
  const open = async (): Promise<string> => {
    const answer = read<{ access_token: string }>(
      await send(SIGN_IN, () => ({
        method: 'POST',
        headers: { authorization: '' },
        body: new URLSearchParams({
          grant_type: 'captcha',
          username,
          password: PASSWORD,
          uuid: 'none',
          validateCode: CAPTCHA,
        }),
      })),
    );
    if (answer.code !== '1') throw new Error(`${username} could not sign in: ${answer.code} ${answer.msg}`);
    return answer.data.access_token;
  };
  await signIn();
  return {
    get: async (path) => read(await send(path, () => ({}))),
    openAnother: open,
    codeFor: async (asToken) =>
      read(await send('/api/auth/oauth/getCurrentUser', () => ({ headers: { authorization: `Bearer ${asToken}` } })))
        .code,
    async post(path, body, asToken) {
      const key = randomUUID();
      const isForm = body instanceof FormData;
      return read(
        await send(path, () => ({
          method: 'POST',
          body: isForm ? body : JSON.stringify(body),
          headers: {
            ...(asToken ? { authorization: `Bearer ${asToken}` } : {}),
            'idempotency-key': key,
            ...(isForm ? {} : { 'content-type': 'application/json' }),
          },
        })),
      );
    },
    bytes: async (path) => (await send(path, () => ({}))).body,
  };
}
