import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { adminOf } from '../http/user.ts';
import { readParameters } from '../parameters/index.ts';
import { signInLocks, unlockSignIn } from './locks.ts';

// `subject`: identifies an account or a network address (`SignInLock`)
const body = {
  type: 'object',
  required: ['subject'],
  properties: { subject: { type: 'string', minLength: 1, maxLength: 600 } },
} as const;

/** Lists sign-ins that are locked after too many failures, and releases locks. For administrators. */
export const accountLockRoutes: Routes = (app, { db, settings }) => {
  const tags = ['auth'];
  app.get('/api/auth/lock/list', { schema: { tags, summary: '被锁定的登录' } }, async (request) => {
    adminOf(request);
    return ok(await signInLocks(db, (await readParameters(db, settings)).signInFailures));
  });
  app.post<{ Body: { subject: string } }>(
    '/api/auth/lock/release',
    { config: { isAllowedWhenFull: true }, schema: { tags, summary: '解除登录锁定', body } },
    async (request) => {
      adminOf(request);
      const { signInFailures } = await readParameters(db, settings);
      if (!(await unlockSignIn(db, request.body.subject, signInFailures))) throw new Refusal('404');
      return ok(null, '已解除锁定');
    },
  );
};
