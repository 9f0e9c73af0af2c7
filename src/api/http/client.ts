import type { AxiosResponse } from 'axios';
import { maySucceedLater, ServiceError } from '../../runtime/services/serviceError.ts';
import type { ApiConfig } from './config.ts';
import { createRefresh } from './refresh.ts';
import {
  DEFAULT_RETRY,
  withRetry,
  type RetryPolicy,
  createTransport,
  isRepeatable,
  type Call,
  SESSION_OVER,
  TOKEN_EXPIRED,
  textOf,
  unwrapEnvelope,
} from './transport.ts';
import type { Tokens, TokenStore } from './tokens.ts';

export interface HttpOptions {
  config: ApiConfig;
  tokens: TokenStore;
  /**
   * Called when the session is over, possibly several times: must show a warning and go to sign-in (ER-005). `reason`:
   * why the server ended the session; undefined if the session expired or the server gave no reason.
   */
  onSessionOver(reason?: string): void;
  /** Returns the id of the unit chosen in this tab, for the header `Unit-Id`; null if none is chosen. */
  unitId?(): string | null;
  /**
   * Called when the server refuses the unit: the user does not belong to it. Must reset the unit; the call is then
   * repeated.
   */
  onUnitRefused?(): void;
  /** Called when a request that shows the loading indicator (not `isQuiet`) starts (+1) or ends (-1) (SH-009). */
  onActivity?(change: 1 | -1): void;
  retry?: RetryPolicy;
  /** Timeout of a call in milliseconds; by default one minute (RQ-007). */
  timeout?: number;
}

export interface DownloadedFile {
  bytes: Blob;
  type: string;
}

export interface Http {
  /** Sends a call and returns the envelope's data. Throws only ServiceError, with an error code and a Chinese text. */
  send<T>(call: Call): Promise<T>;
  /** As `send`, but also returns the success message of the server. */
  sendWithMessage<T>(call: Call): Promise<{ data: T; message: string }>;
  /** As `send`, but returns the whole envelope, for the few calls whose envelope has more keys than `data`. */
  sendForEnvelope<T>(call: Call): Promise<T & { msg: string }>;
  /** Downloads a file (RQ-006). Throws like `send` when the server returns an envelope instead of a file. */
  download(call: Call): Promise<DownloadedFile>;
}

/** Error code: the user does not belong to the unit in the header. */
const UNIT_FOREIGN = 'UNIT_FOREIGN';

/** Encodes the form body of the token call (AU-012). */
export const encodeForm = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);

/** Returns the reason for the end of the session from the server's error; undefined if there is none. */
const reasonOf = (error: unknown): string | undefined => {
  const data: unknown = error instanceof ServiceError && error.code === SESSION_OVER ? error.data : null;
  return typeof data === 'object' && data !== null && 'reason' in data && typeof data.reason === 'string'
    ? data.reason
    : undefined;
};

/**
 * Creates the client of all services: adds the bearer token and refreshes an expired one, retries repeatable calls,
 * reads the envelope (AU-011, RQ-001…008, ER-001…007).
 */
export function createHttp(options: HttpOptions): Http {
  const { config, tokens, onSessionOver, onActivity, retry = DEFAULT_RETRY } = options;
  const transport = createTransport(config.base, options.timeout);

  const refresh = createRefresh({
    tokens,
    request: async (refreshToken) => {
      const { status, data } = await transport(
        {
          method: 'POST',
          path: '/auth/oauth/token',
          isAnonymous: true,
          body: encodeForm({ refresh_token: refreshToken, grant_type: 'refresh_token' }),
          headers: { Authorization: config.clientAuthorization },
        },
        null,
      );
      return unwrapEnvelope(status, data) as Tokens;
    },
  });

  /** Sends a call; a repeatable call is retried after transient failures. */
  const sendWithRetry = <T>(call: Call, token: string | null, reader: Reader<T>): Promise<T> => {
    const unit = token && options.unitId?.();
    const callWithUnit = unit ? { ...call, headers: { 'Unit-Id': unit, ...call.headers } } : call;
    const attempt = async (): Promise<T> =>
      await reader.read(await transport(callWithUnit, token, reader.responseType));
    return isRepeatable(call) ? withRetry(attempt, retry) : attempt();
  };

  /** Reports the end of the session and returns the error to be thrown. `error`: the server's refusal. */
  const endSession = (error?: unknown): ServiceError => {
    onSessionOver(reasonOf(error));
    return new ServiceError(SESSION_OVER, textOf(SESSION_OVER));
  };

  /**
   * Sends a call with the access token. After an expired token or a refused unit, corrects the cause and sends the call
   * once more.
   */
  const withSession = async <T>(call: Call, reader: Reader<T>): Promise<T> => {
    const currentTokens = call.isAnonymous ? null : tokens.get();
    // refreshes an expired token first, so that parallel calls do not each get a 401; an error of the refresh is
    // ignored, because the call then fails and reports its own error
    if (currentTokens?.until && currentTokens.until < Date.now())
      await refresh(currentTokens.access_token).catch(() => undefined);
    const token = call.isAnonymous ? null : (tokens.get()?.access_token ?? null);
    try {
      return await sendWithRetry(call, token, reader);
    } catch (error) {
      if (call.isAnonymous || !(error instanceof ServiceError)) throw error;
      if (error.code === SESSION_OVER) throw endSession(error);
      if (error.code === UNIT_FOREIGN && options.onUnitRefused) {
        options.onUnitRefused();
        return await sendWithRetry(call, token, reader);
      }
      if (error.code !== TOKEN_EXPIRED) throw error;
      if (token === null) throw endSession();
      await refresh(token).catch((failure: unknown) => {
        // without an answer, or after a rate limit, the session may still be valid: keep it and let the caller retry
        throw maySucceedLater(failure) ? failure : endSession(failure);
      });
    }
    try {
      return await sendWithRetry(call, tokens.get()?.access_token ?? null, reader);
    } catch (error) {
      throw error instanceof ServiceError && [TOKEN_EXPIRED, SESSION_OVER].includes(error.code)
        ? endSession(error)
        : error;
    }
  };

  /** Runs `send` and shows the loading indicator meanwhile, unless the call is quiet. */
  const withActivity = async <T>(call: Call, send: () => Promise<T>): Promise<T> => {
    if (call.isQuiet || !onActivity) return send();
    onActivity(1);
    try {
      return await send();
    } finally {
      onActivity(-1);
    }
  };

  return {
    send: <T>(call: Call) => withActivity(call, () => withSession(call, dataReader as Reader<T>)),
    sendWithMessage: <T>(call: Call) =>
      withActivity(call, () => withSession(call, messageReader as Reader<{ data: T; message: string }>)),
    sendForEnvelope: <T>(call: Call) =>
      withActivity(call, () => withSession(call, envelopeReader as Reader<T & { msg: string }>)),
    download: (call) => withActivity(call, () => withSession(call, fileReader)),
  };
}

/** The response type to request, and how to convert the response. */
interface Reader<T> {
  responseType: 'json' | 'blob';
  read(response: AxiosResponse<unknown>): T | Promise<T>;
}

const dataReader: Reader<unknown> = { responseType: 'json', read: ({ status, data }) => unwrapEnvelope(status, data) };

const messageReader: Reader<{ data: unknown; message: string }> = {
  responseType: 'json',
  read: ({ status, data }) => ({
    data: unwrapEnvelope(status, data),
    message: String((data as { msg?: unknown }).msg ?? ''),
  }),
};

const envelopeReader: Reader<unknown> = {
  responseType: 'json',
  read({ status, data }) {
    unwrapEnvelope(status, data);
    return data;
  },
};

const fileReader: Reader<DownloadedFile> = {
  responseType: 'blob',
  read: async ({ status, data, headers }) => {
    const bytes = data as Blob;
    const type = String(headers['content-type'] ?? '');
    const isFailure =
      status >= 300 || (type.includes('application/json') && headers['content-disposition'] === undefined);
    if (isFailure) unwrapEnvelope(status, parseJson(await bytes.text()));
    return { bytes, type };
  },
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
