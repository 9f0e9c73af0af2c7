import { passwordFault } from '../rules/password.ts';

/**
 * The password of all demo accounts. It is publicly known. In production, no account can sign in with it or choose it,
 * and DEMO=1 is refused at start.
 */
export const DEMO_PASSWORD = 'Demo@2026';

/**
 * Returns true if a password is the demo password in production. The password is normalised as before hashing
 * (`auth/password.ts`), so that full-width letters count as equal.
 */
export const isForbiddenDemoPassword = ({ isProduction }: { isProduction: boolean }, password: string): boolean =>
  isProduction && password.normalize('NFKC') === DEMO_PASSWORD;

/**
 * Returns the error of a new password, or null. Checks the rules that the client also checks, and forbids the demo
 * password in production.
 */
export const newPasswordError = (
  settings: { isProduction: boolean },
  password: string,
  minLength?: number,
): string | null =>
  passwordFault(password, minLength) ??
  (isForbiddenDemoPassword(settings, password) ? '演示密码众所周知，不能用于正式环境' : null);
