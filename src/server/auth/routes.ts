import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { noteEvent } from '../audit/index.ts';
import type { Routes, ServerContext } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { MAYBE_SIGNED_IN } from '../http/openapi/install.ts';
import { Refusal } from '../http/refusal.ts';
import { formOrJson } from '../http/shapes.ts';
import { userOf } from '../http/user.ts';
import { createCaptcha, isCaptchaRight } from './captcha.ts';
import { currentUser } from './current.ts';
import { bearerOf } from './bearer.ts';
import { deviceOf } from './device.ts';
import { verifyPassword } from './password.ts';
import { isOpenToAll } from '../demoPassword.ts';
import { readParameters } from '../parameters/index.ts';
import { judgeAttempt } from './throttle.ts';
import { closeSession, openSession, refreshSession, type Tokens } from './tokens.ts';

const text = { type: 'string', maxLength: 512 } as const;
const tokenBody = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { enum: ['captcha', 'refresh_token'] },
    username: text,
    password: text,
    uuid: text,
    validateCode: text,
    refresh_token: text,
  },
} as const;

type TokenBody = { grant_type: 'captcha' | 'refresh_token' } & Partial<
  Record<'username' | 'password' | 'uuid' | 'validateCode' | 'refresh_token', string>
>;

/** Sign-in, refresh, sign-out and the signed-in person (CL-001…005). */
export const authRoutes: Routes = (app, context) => {
  const tags = ['auth'];
  app.get(
    '/api/captcha',
    { config: { isPublic: true, needsNoRoom: true }, schema: { tags, summary: '取验证码' } },
    async (request) => ok(await createCaptcha(context, request.ip)),
  );

  app.post<{ Body: TokenBody }>(
    '/api/auth/oauth/token',
    {
      config: { isPublic: true, isSecret: true, needsNoRoom: true },
      schema: { tags, summary: '登录或续期', body: formOrJson(tokenBody), security: [{}, { client: [] }] },
    },
    async (request) => {
      const { grant_type: grant, refresh_token: refreshToken = '' } = request.body;
      return ok(
        grant === 'refresh_token'
          ? await refreshSession(
              context.db,
              refreshToken,
              request.ip,
              await readParameters(context.db, context.settings),
            )
          : await signIn(context, request),
        '登录成功',
      );
    },
  );

  app.post(
    '/api/auth/oauth/logout',
    { config: { isPublic: true, needsNoRoom: true }, schema: { tags, summary: '退出登录', security: MAYBE_SIGNED_IN } },
    async (request) => {
      const token = bearerOf(request);
      if (token) await closeSession(context.db, token);
      if (request.user)
        await noteEvent(context.db, { action: 'signOut', objectId: request.user.id, objectName: request.user.name });
      return ok(null, '已退出登录');
    },
  );

  app.get(
    '/api/auth/oauth/getCurrentUser',
    { config: { isBeforePassword: true }, schema: { tags, summary: '当前用户' } },
    async (request) => ok(await currentUser(context.db, userOf(request))),
  );
};

/** Refuses with A0211 (too many failures), A0212 (captcha) A0210 (name or password) or PASSWORD_DEMO, in this order. */
async function signIn(context: ServerContext, request: FastifyRequest<{ Body: TokenBody }>): Promise<Tokens> {
  const { password = '', uuid = '', validateCode = '' } = request.body;
  const username = (request.body.username ?? '').trim();
  if (!(await isCaptchaRight(context, uuid, validateCode))) throw new Refusal('A0212');
  const user = await judgeAttempt(context, { username, address: request.ip }, () => judge(context, username, password));
  if (!user) throw new Refusal('A0210');
  const parameters = await readParameters(context.db, context.settings);
  if (parameters.passwordDays > 0) await expirePassword(context, user.id, parameters.passwordDays);
  const whence = { address: request.ip, device: deviceOf(request.headers['user-agent']) };
  const tokens = await openSession(context.db, user, whence, parameters);
  if (!tokens) throw new Refusal('A0210');
  await noteEvent(context.db, {
    action: 'signIn',
    objectId: user.id,
    objectName: user.name,
    by: user,
    detail: { device: whence.device },
  });
  return tokens;
}

/** A password that is older than so many days must be changed before anything else. */
async function expirePassword({ db }: ServerContext, userId: string, days: number): Promise<void> {
  await db
    .updateTable('sys_user')
    .set({ must_change_password: true })
    .where('id', '=', userId)
    .where('must_change_password', '=', false)
    .where('password_at', '<', sql<Date>`now() - make_interval(days => ${days}::int)`)
    .execute();
}

/** The account that this password opens; null, with a line in the audit log, when there is none. Refuses with PASSWORD_DEMO. */
async function judge(
  context: ServerContext,
  username: string,
  password: string,
): Promise<{ id: string; name: string; password_hash: string } | null> {
  const user = await context.db
    .selectFrom('sys_user')
    .where('username', '=', username)
    .select(['id', 'name', 'password_hash', 'is_disabled'])
    .executeTakeFirst();
  const isRight = await verifyPassword(password, user?.password_hash ?? null);
  if (!user || !isRight || user.is_disabled) {
    // of an unknown account nothing is kept: people type passwords there
    await noteEvent(context.db, {
      action: 'signInFailed',
      objectId: user?.id ?? '',
      objectName: user?.name ?? '',
      detail: { reason: !user ? '没有此账号' : user.is_disabled ? '账号已停用' : '密码不正确' },
    });
    return null;
  }
  if (isOpenToAll(context.settings, password)) throw new Refusal('PASSWORD_DEMO');
  return user;
}
