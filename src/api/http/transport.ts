import axios, { isAxiosError, isCancel, type AxiosInstance, type AxiosResponse } from 'axios';
import { earlyErrorMessage } from '../../domain/problem/index.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { textOf } from './failure.ts';

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

/** A failure that may disappear at a retry: no answer, or a gateway that cannot reach the server. */
export class TransientError extends ServiceError {}

export const isTransient = (error: unknown): boolean => error instanceof TransientError;

export const isRepeatable = (call: Call): boolean =>
  (call.method === 'GET' && !call.isOnce) || call.idempotencyKey !== undefined;

const isUpload = (call: Call): boolean => typeof FormData !== 'undefined' && call.body instanceof FormData;

/** Error code: the caller aborted the request. Neither retried nor shown. */
export const CANCELLED = 'CANCELLED';

function networkError(error: unknown): ServiceError {
  if (isCancel(error)) return new ServiceError(CANCELLED, earlyErrorMessage(CANCELLED));
  if (isAxiosError(error) && error.code === 'ECONNABORTED')
    return new TransientError('NETWORK', '服务器响应超时，请稍后重试');
  return new TransientError('NETWORK', textOf('NETWORK'));
}

export type Transport = (
  call: Call,
  token: string | null,
  responseType?: 'json' | 'blob',
) => Promise<AxiosResponse<unknown>>;

/**
 * Returns a function that sends one request and returns the response, whatever its status. Throws TransientError when
 * there is no response, none within `timeout` ms (no limit for uploads and downloads, RQ-007), or the status is 502,
 * 503 or 504.
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
        ...(responseType === 'blob' ? { adapter: 'fetch' as const } : {}),
        timeout: isUpload(call) || responseType !== 'json' ? 0 : timeout,
        headers: {
          ...(token && !call.isAnonymous ? { Authorization: `Bearer ${token}` } : {}),
          ...(call.idempotencyKey ? { 'Idempotency-Key': call.idempotencyKey } : {}),
          ...call.headers,
        },
        ...(call.signal ? { signal: call.signal } : {}),
        onUploadProgress: call.onProgress
          ? ({ loaded, total }) => call.onProgress?.(total ? Math.round((loaded / total) * 100) : 0)
          : undefined,
        onDownloadProgress: call.onReceived ? ({ loaded, total }) => call.onReceived?.(loaded, total) : undefined,
      });
    } catch (error) {
      throw networkError(error);
    }
    if ([502, 503, 504].includes(response.status)) throw new TransientError('NETWORK', textOf('NETWORK'));
    return response;
  };
}
