import { ServiceError } from '../../runtime/services/serviceError.ts';

/** Which field takes the focus after a failure, and what is said (ER-006, ER-008). */
export interface SignInFailure {
  text: string;
  field: 'password' | 'validateCode';
}

/** What the second step is proven with; undefined unless the server asks for it. */
export const challengeOf = (error: unknown): string | undefined =>
  error instanceof ServiceError && error.code === 'FACTOR_REQUIRED'
    ? (error.data as { challenge: string }).challenge
    : undefined;

/** ER-008 */
const WRONG = '用户名或密码错误';

/**
 * A refusal is said in the server's words where it has some: a captcha, a lock and a missing network are no wrong
 * passwords. What names no reason reads as a wrong username or password.
 */
export function readFailure(error: unknown): SignInFailure {
  if (!(error instanceof ServiceError)) return { text: WRONG, field: 'password' };
  if (error.code === 'A0212') return { text: error.message, field: 'validateCode' };
  const hasReason = ['A0210', 'A0211', 'PASSWORD_DEMO', 'NETWORK', '429', 'REQUEST_BUSY'].includes(error.code);
  return { text: hasReason ? error.message : WRONG, field: 'password' };
}
