import { passwordFault } from '../rules/password.ts';

/** The password of every account of the demo company. Everybody knows it: in production nobody signs in with it or takes it, and no server starts with DEMO=1. */
export const DEMO_PASSWORD = 'Demo@2026';

/** Whether a password that is right must not be one here. As the hash takes it (`password.ts`): wide letters are the same. */
export const isOpenToAll = ({ isProduction }: { isProduction: boolean }, password: string): boolean =>
  isProduction && password.normalize('NFKC') === DEMO_PASSWORD;

/** What is wrong with a new password here, null when it is good: the page's rule, and what would never sign in. */
export const newPasswordFault = (
  settings: { isProduction: boolean },
  password: string,
  minLength?: number,
): string | null =>
  passwordFault(password, minLength) ?? (isOpenToAll(settings, password) ? '演示密码众所周知，不能用于正式环境' : null);
