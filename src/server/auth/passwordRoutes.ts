import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { passwordChangeFaults, type PasswordForm } from '../../rules/password.ts';
import type { Routes, ServerContext } from '../context.ts';
import { announce } from '../events/index.ts';
import { ok } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf } from '../http/user.ts';
import { newPasswordError } from '../demoPassword.ts';
import { readParameters } from '../parameters/index.ts';
import { verifyByDirectory } from './company/verifyByDirectory.ts';
import { findDirectorySubject } from './company/identities.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { limitAttempt } from './throttle.ts';
import { closeSessionsOf } from './tokens.ts';

const LABELS: Readonly<Record<keyof PasswordForm, string>> = {
  oldPassword: '旧密码',
  password: '新密码',
  confirmPassword: '确认密码',
};
const text = { type: 'string', maxLength: 512 } as const;
const body = {
  type: 'object',
  required: ['oldPassword', 'password', 'confirmPassword'],
  properties: { oldPassword: text, password: text, confirmPassword: text },
} as const;
const querystring = { type: 'object', required: ['password'], properties: { password: text } } as const;

/** Changes and verifies the caller's own password (CL-033, CL-034, AU-022, AU-023). */
export const passwordRoutes: Routes = (app, context) => {
  const tags = ['system'];
  app.post<{ Body: PasswordForm }>(
    '/api/system/sys/user/updatePwd',
    { config: { isSecret: true, isAllowedBeforePasswordChange: true }, schema: { tags, summary: '修改密码', body } },
    async (request) => {
      const { oldPassword, password } = request.body;
      if (context.settings.directory !== null && (await findDirectorySubject(context.db, userOf(request).id)) !== null)
        throw new Refusal('PASSWORD_ELSEWHERE');
      const { passwordMinLength } = await readParameters(context.db, context.settings);
      const [error] = passwordChangeFaults(request.body, (newPassword) =>
        newPasswordError(context.settings, newPassword, passwordMinLength),
      );
      if (error) throw passwordRefusal(error.field, error.text);
      if (!(await verifyCallerPassword(context, request, oldPassword))) throw passwordRefusal('oldPassword', '不正确');
      const { id } = userOf(request);
      const hash = await hashPassword(password);
      await context.db.transaction().execute(async (trx) => {
        await trx
          .updateTable('sys_user')
          .set({
            password_hash: hash,
            must_change_password: false,
            one_time_until: null,
            password_at: sql<Date>`now()`,
          })
          .where('id', '=', id)
          .execute();
        await closeSessionsOf(trx, id, 'password');
        await announce(trx, 'session', [id]);
      });
      return ok(null, '密码已修改，请重新登录');
    },
  );

  app.get<{ Querystring: { password: string } }>(
    '/api/system/sys/user/verifyPassword',
    { config: { isAllowedWhenFull: true }, schema: { tags, summary: '核对密码', querystring } },
    async (request) => ok(await verifyCallerPassword(context, request, request.query.password)),
  );
};

const passwordRefusal = (field: keyof PasswordForm, detail: string): Refusal =>
  new Refusal('VALUE_PATTERN', { label: LABELS[field], detail });

/**
 * Checks whether the password is that of the signed-in user. A wrong password counts as a failed sign-in, so that a
 * person with a stolen session cannot guess the password (`limitAttempt`).
 */
export async function verifyCallerPassword(
  context: ServerContext,
  request: FastifyRequest,
  password: string,
): Promise<boolean> {
  const { id, username } = userOf(request);
  return (
    (await limitAttempt(context, { username, address: request.ip }, async () => {
      const row = await context.db
        .selectFrom('sys_user')
        .select(['id', 'name', 'username', 'password_hash'])
        .where('id', '=', id)
        .executeTakeFirst();
      const directoryAccepts = row ? await verifyByDirectory(context, row, password) : null;
      // `limitAttempt` expects null for a wrong password
      return (directoryAccepts ?? (await verifyPassword(password, row?.password_hash ?? null))) || null;
    })) === true
  );
}
