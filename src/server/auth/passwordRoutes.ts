import type { FastifyRequest } from 'fastify';
import type { Routes, ServerContext } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf } from '../http/user.ts';
import { passwordFault } from '../settings.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { countAttempt, forgiveAttempt } from './throttle.ts';
import { closeSessionsOf } from './tokens.ts';

interface PasswordForm { oldPassword: string; password: string; confirmPassword: string }
const text = { type: 'string', maxLength: 512 } as const;
const body = { type: 'object', required: ['oldPassword', 'password', 'confirmPassword'], properties: { oldPassword: text, password: text, confirmPassword: text } } as const;
const querystring = { type: 'object', required: ['password'], properties: { password: text } } as const;

/** Changing and checking one's own password (CL-033, CL-034, AU-022, AU-023). */
export const passwordRoutes: Routes = (app, context) => {
  const tags = ['system'];
  app.post<{ Body: PasswordForm }>('/api/system/sys/user/updatePwd', { schema: { tags, summary: '修改密码', body } }, async (request) => {
    const { oldPassword, password, confirmPassword } = request.body;
    const fault = passwordFault(password);
    if (fault) throw wrong('新密码', fault);
    if (password !== confirmPassword) throw wrong('确认密码', '两次输入的密码不一致');
    if (password === oldPassword) throw wrong('新密码', '不能与旧密码相同');
    if (!(await isOwnPassword(context, request, oldPassword))) throw wrong('旧密码', '不正确');
    const { id } = userOf(request);
    const hash = await hashPassword(password);
    await context.db.transaction().execute(async (trx) => {
      await trx.updateTable('sys_user').set({ password_hash: hash }).where('id', '=', id).execute();
      await closeSessionsOf(trx, id);
    });
    return ok(null, '密码已修改，请重新登录');
  });

  app.get<{ Querystring: { password: string } }>('/api/system/sys/user/verifyPassword', { schema: { tags, summary: '核对密码', querystring } }, async (request) =>
    ok(await isOwnPassword(context, request, request.query.password)));
};

const wrong = (label: string, detail: string): Refusal => new Refusal('VALUE_PATTERN', { label, detail });

/** Counts against the same limit as sign-in, so that a borrowed session cannot guess either. */
async function isOwnPassword(context: ServerContext, request: FastifyRequest, password: string): Promise<boolean> {
  const { id, username } = userOf(request);
  const attempt = { username, address: request.ip };
  await countAttempt(context, attempt);
  const row = await context.db.selectFrom('sys_user').select('password_hash').where('id', '=', id).executeTakeFirst();
  const isRight = await verifyPassword(password, row?.password_hash ?? null);
  if (isRight) await forgiveAttempt(context, attempt);
  return isRight;
}
