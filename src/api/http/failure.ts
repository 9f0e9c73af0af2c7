import { earlyError } from '../../domain/problem/index.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';

/** Codes that end the session: the person must sign in again (ER-005). */
export const SESSION_OVER = 'B0001';
/** The access token has expired: refresh once and replay (AU-011). */
export const TOKEN_EXPIRED = 'A0230';

/** ER-004: what is said of a failure that names no reason. */
const UNKNOWN = '系统未知错误，请反馈给管理员';

/** Codes whose text is the specification's, whatever the server says (ER-001…003). */
const FIXED_TEXTS = ['401', '403', '404'] as const;
type FixedText = (typeof FIXED_TEXTS)[number];
const isFixed = (code: string): code is FixedText => (FIXED_TEXTS as readonly string[]).includes(code);

/** The text a person reads for a code (ER-001…006). `serverText` is used where the specification leaves it to the server. */
export function textOf(code: string, serverText?: string): string {
  if (isFixed(code)) return earlyError(code);
  if (code === SESSION_OVER) return earlyError('B0001');
  if (serverText) return serverText;
  if (code === 'A0210') return earlyError('A0210');
  if (code === 'NETWORK' || code === '413' || code === '429') return earlyError(code);
  return UNKNOWN;
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

const OWN_CODES: readonly number[] = [401, 403, 404, 413, 429];

/** An answer without an envelope (a proxy, a web server). Save for 408, which may come of half a request, 4xx says that nothing was done. */
function failureOfStatus(status: number): ServiceError {
  if (status >= 400 && status < 500 && status !== 408) {
    return OWN_CODES.includes(status)
      ? new ServiceError(String(status), textOf(String(status)))
      : new ServiceError('REQUEST_REFUSED', earlyError('REQUEST_REFUSED', { status }));
  }
  const code = status === 502 || status === 503 || status === 504 ? 'NETWORK' : 'SERVER';
  return new ServiceError(code, textOf(code));
}

/**
 * The `data` of an envelope whose code is '1' (RQ-004).
 * Throws ServiceError with the stable code and a Chinese text for everything else.
 */
export function unwrap(status: number, body: unknown): unknown {
  if (!isEnvelope(body)) throw failureOfStatus(status);
  const code = String(body.code);
  if (code === '1') return body.data;
  throw new ServiceError(code, textOf(code, body.msg), body.data);
}
