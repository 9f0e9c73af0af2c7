import { earlyErrorMessage } from '../../domain/problem/index.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';

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
 * Returns the text of an error code for the user (ER-001…006). `serverText` is used for codes without a text in the
 * specification.
 */
export function textOf(code: string, serverText?: string): string {
  if (hasFixedText(code)) return earlyErrorMessage(code);
  if (code === SESSION_OVER) return earlyErrorMessage('B0001');
  if (serverText) return serverText;
  if (code === 'A0210') return earlyErrorMessage('A0210');
  if (code === 'NETWORK' || code === '413' || code === '429') return earlyErrorMessage(code);
  return UNKNOWN_FAILURE_TEXT;
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
      : new ServiceError('REQUEST_REFUSED', earlyErrorMessage('REQUEST_REFUSED', { status }));
  }
  const code = status === 502 || status === 503 || status === 504 ? 'NETWORK' : 'SERVER';
  return new ServiceError(code, textOf(code));
}

/**
 * Returns the `data` of an envelope with code '1' (RQ-004). Throws ServiceError with the stable code and a Chinese text
 * for any other answer.
 */
export function unwrapEnvelope(status: number, body: unknown): unknown {
  if (!isEnvelope(body)) throw failureOfStatus(status);
  const code = String(body.code);
  if (code === '1') return body.data;
  throw new ServiceError(code, textOf(code, body.msg), body.data);
}
