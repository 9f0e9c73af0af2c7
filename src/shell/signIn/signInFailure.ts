import { ServiceError } from '../../runtime/services/serviceError.ts';

/** Message of a failed sign-in and the field that gets the focus (ER-006, ER-008). */
export interface SignInFailure {
  text: string;
  field: 'password' | 'validateCode';
}

/** Returns the challenge token for the second step; undefined if the server does not require that step. */
export const challengeOf = (error: unknown): string | undefined =>
  error instanceof ServiceError && error.code === 'FACTOR_REQUIRED'
    ? (error.data as { challenge: string }).challenge
    : undefined;

/** ER-008: the message when the server gives no specific reason. */
const WRONG_CREDENTIALS = '用户名或密码错误';

/**
 * Converts a sign-in error into message and field. Errors with a specific reason (captcha, locked account, expired
 * password, unreachable directory or network, too many requests, busy server) keep their message (SES-004); every other
 * error is shown as a wrong username or password.
 */
export function readFailure(error: unknown): SignInFailure {
  if (!(error instanceof ServiceError)) return { text: WRONG_CREDENTIALS, field: 'password' };
  if (error.code === 'A0212') return { text: error.message, field: 'validateCode' };
  const hasReason = /^(A021[01]$|PASSWORD|DIRECTORY|ACCOUNT|NETWORK|429|REQUEST_BUSY)/.test(error.code);
  return { text: hasReason ? error.message : WRONG_CREDENTIALS, field: 'password' };
}
