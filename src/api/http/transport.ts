import axios, { isAxiosError, isCancel, type AxiosInstance, type AxiosResponse } from 'axios';
import { basicErrorMessage } from '../../domain/problem/index.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';

/** One request of a typed call. `path` is under the base path, e.g. `/auth/oauth/logout`. */
export interface Call {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, unknown>;
  /** JSON, form fields (URLSearchParams) or a multipart body (FormData). */
  body?: unknown;
  headers?: Record<string, string>;
  /** Makes a POST safe to repeat: the server processes calls with the same key once. */
  idempotencyKey?: string;
  /** True for a GET that changes data and must not be repeated. */
  isOnce?: boolean;
  /** True if the call is sent without the bearer token (RQ-003). */
  isAnonymous?: boolean;
  /** True for a call in the background, which does not show the loading indicator. */
  isQuiet?: boolean;
  onProgress?(percent: number): void;
  /** Bytes of a file received so far; `total`: its size in bytes, if the answer has a Content-Length. */
  onReceived?(loaded: number, total?: number): void;
  /** Aborts the running request. */
  signal?: AbortSignal;
}

export const TIMEOUT_MS = 60_000;

/** Error code: the caller aborted the request. Neither retried nor shown. */
export const CANCELLED = 'CANCELLED';
/** Error code: the session is over, the user must sign in again (ER-005). */
export const SESSION_OVER = 'B0001';
/** Error code: the access token has expired; refresh it once and repeat the call (AU-011). */
export const TOKEN_EXPIRED = 'A0230';

/** ER-004: text of a failure for which neither server nor specification gives a text. */
const UNKNOWN_FAILURE_TEXT = '系统未知错误，请反馈给管理员';

/** Codes that are always shown with the text of the specification, not with the server's (ER-001…003). */
const FIXED_TEXT_CODES = ['401', '403', '404'] as const;
type FixedTextCode = (typeof FIXED_TEXT_CODES)[number];
const hasFixedText = (code: string): code is FixedTextCode => (FIXED_TEXT_CODES as readonly string[]).includes(code);

/**
 * Returns the text of an error code for the user (ER-001…006). `serverText` takes precedence, except for
 * `FIXED_TEXT_CODES` and `SESSION_OVER`.
 */
export function textOf(code: string, serverText?: string): string {
  if (hasFixedText(code) || code === SESSION_OVER) return basicErrorMessage(code);
  if (serverText) return serverText;
  if (code === 'A0210' || code === 'NETWORK' || code === '413' || code === '429') return basicErrorMessage(code);
  return UNKNOWN_FAILURE_TEXT;
}

/** A failure that may disappear at a retry: no answer, or a gateway that cannot reach the server. */
class TransientError extends ServiceError {}

/** Returns true if the call may be sent twice. */
export const isRepeatable = (call: Call): boolean =>
  (call.method === 'GET' && !call.isOnce) || call.idempotencyKey !== undefined;

const isUpload = (call: Call): boolean => typeof FormData !== 'undefined' && call.body instanceof FormData;

function networkError(error?: unknown): ServiceError {
  if (isCancel(error)) return new ServiceError(CANCELLED, basicErrorMessage(CANCELLED));
  if (isAxiosError(error) && error.code === 'ECONNABORTED')
    return new TransientError('NETWORK', '服务器响应超时，请稍后重试');
  return new TransientError('NETWORK', textOf('NETWORK'));
}

/** Sends one request. `token`: the bearer token; null for an anonymous request. */
export type Transport = (
  call: Call,
  token: string | null,
  responseType?: 'json' | 'blob',
) => Promise<AxiosResponse<unknown>>;

/**
 * Returns a function that sends one request and returns the response, whatever its status, except 502, 503 and 504. For
 * these three, and if no response arrives within `timeout` ms (no limit for uploads and downloads, RQ-007), the
 * function throws TransientError. If the caller aborts the request, it throws ServiceError with the code `CANCELLED`.
 */
export function createTransport(base: string, timeout: number = TIMEOUT_MS): Transport {
  const client: AxiosInstance = axios.create({ baseURL: base, validateStatus: () => true });
  return async (call, token, responseType = 'json') => {
    let response: AxiosResponse<unknown>;
    try {
      response = await client.request<unknown>({
        method: call.method,
        url: call.path,
        params: call.query,
        data: call.body,
        responseType,
        // with fetch the browser stores a large file as a blob outside the memory of the page
        adapter: responseType === 'blob' ? 'fetch' : undefined,
        timeout: isUpload(call) || responseType !== 'json' ? 0 : timeout,
        headers: {
          ...(token && !call.isAnonymous ? { Authorization: `Bearer ${token}` } : {}),
          ...(call.idempotencyKey ? { 'Idempotency-Key': call.idempotencyKey } : {}),
          ...call.headers,
        },
        signal: call.signal,
        onUploadProgress: call.onProgress
          ? ({ loaded, total }) => call.onProgress?.(total ? Math.round((loaded / total) * 100) : 0)
          : undefined,
        onDownloadProgress: call.onReceived ? ({ loaded, total }) => call.onReceived?.(loaded, total) : undefined,
      });
    } catch (error) {
      throw networkError(error);
    }
    if ([502, 503, 504].includes(response.status)) throw networkError();
    return response;
  };
}

export interface RetryPolicy {
  /** Maximum number of retries (RQ-008). */
  retries: number;
  /** Milliseconds between two attempts (RQ-008). */
  delayMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { retries: 4, delayMs: 1000 };

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Repeats `attempt` while it fails with a transient error. The caller decides whether a retry is safe: a POST without
 * an idempotency key could be processed twice.
 */
export async function withRetry<T>(attempt: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (let retriesLeft = policy.retries; ; retriesLeft -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (retriesLeft <= 0 || !(error instanceof TransientError)) throw error;
      await wait(policy.delayMs);
    }
  }
}

interface Envelope {
  code: string | number;
  msg?: string;
  data?: unknown;
}

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  ['string', 'number'].includes(typeof (body as Envelope).code);

/** HTTP statuses for which the error table has a message. */
const KNOWN_STATUSES: readonly number[] = [401, 403, 404, 413, 429];

/**
 * Creates the error for a response without an envelope, sent by a proxy or web server. A 4xx status means that nothing
 * was processed, except 408, which may follow a partly sent request.
 */
function failureOfStatus(status: number): ServiceError {
  if (status >= 400 && status < 500 && status !== 408) {
    return KNOWN_STATUSES.includes(status)
      ? new ServiceError(String(status), textOf(String(status)))
      : new ServiceError('REQUEST_REFUSED', basicErrorMessage('REQUEST_REFUSED', { status }));
  }
  const code = status === 502 || status === 503 || status === 504 ? 'NETWORK' : 'SERVER';
  return new ServiceError(code, textOf(code));
}

/**
 * Returns the `data` of an envelope with code '1' (RQ-004). For any other answer, throws ServiceError with a Chinese
 * text and the code of the envelope; without an envelope, the code depends on the HTTP status.
 */
export function unwrapEnvelope(status: number, body: unknown): unknown {
  if (!isEnvelope(body)) throw failureOfStatus(status);
  const code = String(body.code);
  if (code === '1') return body.data;
  throw new ServiceError(code, textOf(code, body.msg), body.data);
}
