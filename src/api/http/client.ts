import type { AxiosResponse } from 'axios';
import { isNoAnswer, ServiceError } from '../../runtime/services/serviceError.ts';
import type { ApiConfig } from './config.ts';
import { SESSION_OVER, TOKEN_EXPIRED, textOf, unwrap } from './failure.ts';
import { createRefresh } from './refresh.ts';
import { RETRY, withRetry, type RetryPolicy } from './retry.ts';
import type { Tokens, TokenStore } from './tokens.ts';
import { createTransport, isPassing, isRepeatable, type Call } from './transport.ts';

export interface HttpOptions {
  config: ApiConfig;
  tokens: TokenStore;
  /** The session cannot go on: warn and go to sign-in (ER-005). May be called many times for one end. `reason`: why the server ended it, where that was no timeout. */
  onSessionOver(reason?: string): void;
  /** The unit that this tab stands in, for the header `Unit-Id`; null: none chosen yet. */
  unit?(): string | null;
  /** The server says that the unit is none of this person's: it is forgotten, and the call is made again without it. */
  onUnitRefused?(): void;
  /** A counted request started (+1) or ended (-1) (SH-009). */
  onActivity?(change: 1 | -1): void;
  retry?: RetryPolicy;
  /** Milliseconds that a call waits for its answer; RQ-007 when absent. */
  timeout?: number;
}

export interface Download {
  bytes: Blob;
  type: string;
}

export interface Http {
  /** The envelope's data. Throws ServiceError with a stable code and a Chinese text, nothing else. */
  send<T>(call: Call): Promise<T>;
  /** The same, with what the server says of its success. */
  answer<T>(call: Call): Promise<{ data: T; message: string }>;
  /** The whole envelope, for the few calls that say more than `data`. Throws as `send` does. */
  envelope<T>(call: Call): Promise<T & { msg: string }>;
  /** A file (RQ-006). A refusal arrives as an envelope and is thrown like any other. */
  download(call: Call): Promise<Download>;
}

/** The unit that a call names is none of the person's. */
const UNIT_FOREIGN = 'UNIT_FOREIGN';

/** Form fields as the token call wants them (AU-012). */
export const formFields = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);

/** Why a session is over, as the server says. */
const reasonOf = (error: unknown): string | undefined => {
  const data: unknown = error instanceof ServiceError && error.code === SESSION_OVER ? error.data : null;
  return typeof data === 'object' && data !== null && 'reason' in data && typeof data.reason === 'string'
    ? data.reason
    : undefined;
};

/** The client of all services: bearer token, refresh on expiry, safe repeats, envelope (AU-011, RQ-001…008, ER-001…007). */
export function createHttp(options: HttpOptions): Http {
  const { config, tokens, onSessionOver, onActivity, retry = RETRY } = options;
  const transport = createTransport(config.base, options.timeout);

  const refresh = createRefresh({
    tokens,
    request: async (refreshToken) => {
      const { status, data } = await transport(
        {
          method: 'POST',
          path: '/auth/oauth/token',
          isAnonymous: true,
          body: formFields({ refresh_token: refreshToken, grant_type: 'refresh_token' }),
          headers: { Authorization: config.clientAuthorization },
        },
        null,
      );
      return unwrap(status, data) as Tokens;
    },
  });

  /** One exchange, repeated while that is safe and it fails in a passing way. */
  const exchange = <T>(call: Call, token: string | null, read: Read<T>): Promise<T> => {
    const unit = token === null ? null : (options.unit?.() ?? null);
    const sent = unit ? { ...call, headers: { 'Unit-Id': unit, ...call.headers } } : call;
    const attempt = async (): Promise<T> => await read.take(await transport(sent, token, read.as));
    return isRepeatable(call) ? withRetry(attempt, isPassing, retry) : attempt();
  };

  const over = (error?: unknown): ServiceError => {
    onSessionOver(reasonOf(error));
    return new ServiceError(SESSION_OVER, textOf(SESSION_OVER));
  };

  const withSession = async <T>(call: Call, read: Read<T>): Promise<T> => {
    const known = call.isAnonymous ? null : tokens.get();
    // the access token has expired: refresh it first, so that parallel calls do not each meet a 401; if that fails, their own answers report it
    if (known?.until && known.until < Date.now()) await refresh(known.access_token).catch(() => undefined);
    const token = call.isAnonymous ? null : (tokens.get()?.access_token ?? null);
    try {
      return await exchange(call, token, read);
    } catch (error) {
      if (call.isAnonymous || !(error instanceof ServiceError)) throw error;
      if (error.code === SESSION_OVER) throw over(error);
      if (error.code === UNIT_FOREIGN && options.onUnitRefused) {
        options.onUnitRefused();
        return await exchange(call, token, read);
      }
      if (error.code !== TOKEN_EXPIRED) throw error;
      if (token === null) throw over();
      await refresh(token).catch((failure: unknown) => {
        // without an answer the session may still be good: keep it, and let the caller try again
        throw isNoAnswer(failure) ? failure : over(failure);
      });
    }
    try {
      return await exchange(call, tokens.get()?.access_token ?? null, read);
    } catch (error) {
      throw error instanceof ServiceError && [TOKEN_EXPIRED, SESSION_OVER].includes(error.code) ? over(error) : error;
    }
  };

  const counted = async <T>(call: Call, work: () => Promise<T>): Promise<T> => {
    if (call.isQuiet || !onActivity) return work();
    onActivity(1);
    try {
      return await work();
    } finally {
      onActivity(-1);
    }
  };

  return {
    send: <T>(call: Call) => counted(call, () => withSession(call, json as Read<T>)),
    answer: <T>(call: Call) => counted(call, () => withSession(call, told as Read<{ data: T; message: string }>)),
    envelope: <T>(call: Call) => counted(call, () => withSession(call, whole as Read<T & { msg: string }>)),
    download: (call) => counted(call, () => withSession(call, file)),
  };
}

/** How the answer is asked for and read. */
interface Read<T> {
  as: 'json' | 'blob';
  take(response: AxiosResponse<unknown>): T | Promise<T>;
}

const json: Read<unknown> = { as: 'json', take: ({ status, data }) => unwrap(status, data) };

const told: Read<{ data: unknown; message: string }> = {
  as: 'json',
  take: ({ status, data }) => ({ data: unwrap(status, data), message: String((data as { msg?: unknown }).msg ?? '') }),
};

const whole: Read<unknown> = {
  as: 'json',
  take({ status, data }) {
    unwrap(status, data);
    return data;
  },
};

const file: Read<Download> = {
  as: 'blob',
  take: async ({ status, data, headers }) => {
    const bytes = data as Blob;
    const type = String(headers['content-type'] ?? '');
    const isRefusal =
      status >= 300 || (type.includes('application/json') && headers['content-disposition'] === undefined);
    if (isRefusal) unwrap(status, parsed(await bytes.text()));
    return { bytes, type };
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
