import type { Verifier } from './tables.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { recordAuditEvent } from '../audit/index.ts';
import type { Routes, ServerContext } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { MAYBE_SIGNED_IN } from '../http/openapi/install.ts';
import { Refusal } from '../http/refusal.ts';
import { formOrJson } from '../http/validators.ts';
import { userOf } from '../http/user.ts';
import { verifyByDirectory } from './company/verifyByDirectory.ts';
import { providerSignOutAddress, unfinishedSignInCookie } from './company/openIdRoutes.ts';
import { decryptUnfinishedSignIn, redeemTicket } from './company/tickets.ts';
import { createCaptcha, consumeCaptcha } from './captcha.ts';
import { loadCurrentUser } from './currentUser.ts';
import { bearerOf } from './bearer.ts';
import { deviceOf } from './device.ts';
import { secretCipherOf } from '../store/secretCipher.ts';
import { deleteChallenge, hasFactor, createChallenge, verifyFactor, consumeChallengeTry } from './factor/factors.ts';
import { verifyPassword } from './password.ts';
import { isForbiddenDemoPassword } from '../demoPassword.ts';
import { readParameters } from '../parameters/index.ts';
import { limitAttempt } from './throttle.ts';
import { closeSession, openSession, refreshSession, type Tokens } from './tokens.ts';

const text = { type: 'string', maxLength: 512 } as const;
const tokenBody = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { enum: ['captcha', 'refresh_token', 'factor', 'ticket'] },
    username: text,
    password: text,
    uuid: text,
    validateCode: text,
    refresh_token: text,
    challenge: text,
    code: text,
    ticket: { type: 'string', maxLength: 2_000 },
  },
} as const;

type TokenBody = { grant_type: 'captcha' | 'refresh_token' | 'factor' | 'ticket' } & Partial<
  Record<'username' | 'password' | 'uuid' | 'validateCode' | 'refresh_token' | 'challenge' | 'code' | 'ticket', string>
>;

/** Routes for sign-in, refresh, sign-out and the signed-in person (CL-001…005). */
export const authRoutes: Routes = (app, context) => {
  const tags = ['auth'];
  app.get(
    '/api/captcha',
    { config: { isPublic: true, isAllowedWhenFull: true }, schema: { tags, summary: '取验证码' } },
    async (request) => ok(await createCaptcha(context, request.ip)),
  );

  app.post<{ Body: TokenBody }>(
    '/api/auth/oauth/token',
    {
      config: { isPublic: true, isSecret: true, isAllowedWhenFull: true },
      schema: { tags, summary: '登录或续期', body: formOrJson(tokenBody), security: [{}, { client: [] }] },
    },
    async (request) => {
      return ok(await grantTokens(context, request), '登录成功');
    },
  );

  app.post(
    '/api/auth/oauth/logout',
    {
      config: { isPublic: true, isAllowedWhenFull: true },
      schema: { tags, summary: '退出登录', security: MAYBE_SIGNED_IN },
    },
    async (request) => {
      const token = bearerOf(request);
      const wasFromCompany = token !== null && (await closeSession(context.db, token));
      if (request.user)
        await recordAuditEvent(context.db, {
          action: 'signOut',
          objectId: request.user.id,
          objectName: request.user.name,
        });
      // A session that was opened with the product's own password does not end at the provider, even if the browser
      // still has the provider's cookie.
      const address = wasFromCompany ? providerSignOutAddress(request, context.settings) : null;
      return ok(address === null ? null : { address }, '已退出登录');
    },
  );

  app.get(
    '/api/auth/oauth/getCurrentUser',
    { config: { isAllowedBeforePasswordChange: true }, schema: { tags, summary: '当前用户' } },
    async (request) => ok(await loadCurrentUser(context.db, userOf(request))),
  );
};

async function grantTokens(context: ServerContext, request: FastifyRequest<{ Body: TokenBody }>): Promise<Tokens> {
  const { grant_type: grant, refresh_token: refreshToken = '' } = request.body;
  if (grant === 'refresh_token') {
    const parameters = await readParameters(context.db, context.settings);
    return refreshSession(context.db, refreshToken, request.ip, parameters);
  }
  if (grant === 'factor') return signInByFactor(context, request);
  return grant === 'ticket' ? signInByTicket(context, request) : signIn(context, request);
}

/**
 * Signs in with name, password and captcha. Refuses with A0212 (captcha), A0211 (too many failures), A0210 (name or
 * password), PASSWORD_LAPSED, PASSWORD_DEMO or FACTOR_REQUIRED.
 */
async function signIn(context: ServerContext, request: FastifyRequest<{ Body: TokenBody }>): Promise<Tokens> {
  const { password = '', uuid = '', validateCode = '' } = request.body;
  const username = (request.body.username ?? '').trim();
  if (!(await consumeCaptcha(context, uuid, validateCode))) throw new Refusal('A0212');
  const user = await limitAttempt(context, { username, address: request.ip }, () =>
    verifyCredentials(context, username, password),
  );
  if (!user) throw new Refusal('A0210');
  const parameters = await readParameters(context.db, context.settings);
  if (parameters.passwordDays > 0 && user.verifiedBy === 'password')
    await expirePassword(context, user.id, parameters.passwordDays);
  return finishFirstStep(context, request, user);
}

/**
 * Signs in with a ticket of the company's provider. Refuses with SIGN_IN_ENDED, the error in the ticket, or
 * FACTOR_REQUIRED.
 */
async function signInByTicket(context: ServerContext, request: FastifyRequest<{ Body: TokenBody }>): Promise<Tokens> {
  const cipher = secretCipherOf(context.settings);
  const browser = decryptUnfinishedSignIn(cipher, unfinishedSignInCookie(request))?.browser ?? '';
  const user = await redeemTicket(context.db, cipher, request.body.ticket ?? '', browser);
  return finishFirstStep(context, request, { ...user, verifiedBy: 'provider' });
}

/**
 * Opens the session of a person who has no second factor. If the person has one, refuses with FACTOR_REQUIRED and the
 * challenge for the second step.
 */
async function finishFirstStep(
  context: ServerContext,
  request: FastifyRequest,
  user: VerifiedAccount,
): Promise<Tokens> {
  if (await hasFactor(context.db, user.id))
    throw new Refusal('FACTOR_REQUIRED', {}, { challenge: await createChallenge(context.db, user, user.verifiedBy) });
  return openVerifiedSession(context, request, user, {});
}

interface VerifiedAccount {
  id: string;
  name: string;
  password_hash: string;
  verifiedBy: Verifier;
}

/**
 * Opens the session of a verified person. If the system parameters require a second factor for administrators, an
 * administrator without a second factor can only set it up in this session. Refuses with A0210 if the account was
 * disabled or its password was changed in the meantime.
 */
async function openVerifiedSession(
  context: ServerContext,
  request: FastifyRequest,
  user: VerifiedAccount,
  { isByFactor = false }: { isByFactor?: boolean },
): Promise<Tokens> {
  const parameters = await readParameters(context.db, context.settings);
  // the provider has its own rules for second factors, and setting one up here would require the product's own
  // password
  const needs_factor =
    !isByFactor && user.verifiedBy !== 'provider' && parameters.adminFactor && (await hasAdminRole(context, user.id));
  const device = deviceOf(request.headers['user-agent']);
  const origin = { address: request.ip, device, needs_factor, is_company: user.verifiedBy !== 'password' };
  const tokens = await openSession(context.db, user, origin, parameters);
  if (!tokens) throw new Refusal('A0210');
  await recordAuditEvent(context.db, {
    action: 'signIn',
    objectId: user.id,
    objectName: user.name,
    by: user,
    detail: {
      device,
      ...(user.verifiedBy === 'password' ? {} : { by: user.verifiedBy === 'directory' ? '公司目录' : '企业账号' }),
      ...(isByFactor ? { factor: '两步验证' } : {}),
    },
  });
  return tokens;
}

async function hasAdminRole({ db }: ServerContext, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sys_user_role')
    .select('role_code')
    .where('user_id', '=', userId)
    .where('role_code', '=', 'admin')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Verifies the second factor and opens the session. Refuses with FACTOR_ENDED, FACTOR_WRONG and A0211. Failures are
 * counted separately from those of the password, so that a correct password does not reset them.
 */
async function signInByFactor(context: ServerContext, request: FastifyRequest<{ Body: TokenBody }>): Promise<Tokens> {
  const { challenge = '', code = '' } = request.body;
  const user = await consumeChallengeTry(context.db, challenge);
  if (!user) throw new Refusal('FACTOR_ENDED');
  const isCodeCorrect = await limitAttempt(
    context,
    { username: user.username, address: request.ip, kind: 'factor' },
    async () =>
      (await context.db
        .transaction()
        .execute((trx) => verifyFactor(trx, secretCipherOf(context.settings), user, code))) || null,
  );
  if (!isCodeCorrect) {
    await recordAuditEvent(context.db, {
      action: 'signInFailed',
      objectId: user.id,
      objectName: user.name,
      detail: { reason: '动态验证码不正确' },
    });
    throw new Refusal('FACTOR_WRONG');
  }
  await deleteChallenge(context.db, challenge);
  return openVerifiedSession(context, request, { ...user, verifiedBy: user.verified_by }, { isByFactor: true });
}

/** Marks a password older than `days` as expired: the person must change it before any other call. */
async function expirePassword({ db }: ServerContext, userId: string, days: number): Promise<void> {
  await db
    .updateTable('sys_user')
    .set({ must_change_password: true })
    .where('id', '=', userId)
    .where('must_change_password', '=', false)
    .where('password_at', '<', sql<Date>`now() - make_interval(days => ${days}::int)`)
    .execute();
}

function failureReason(user: { is_disabled: boolean } | undefined, isPasswordCorrect: boolean): string {
  if (!user) return '没有此账号';
  if (user.is_disabled) return '账号已停用';
  return isPasswordCorrect ? '一次性密码已过期' : '密码不正确';
}

/**
 * Returns the account that this name and password open. If there is none, adds an event to the audit log and returns
 * null. The directory verifies the password of a person whom it contains. Once the account is linked, only the
 * directory does. Refuses with PASSWORD_LAPSED, PASSWORD_DEMO and DIRECTORY_AWAY.
 */
async function verifyCredentials(
  context: ServerContext,
  username: string,
  password: string,
): Promise<VerifiedAccount | null> {
  const user = await context.db
    .selectFrom('sys_user')
    .where('username', '=', username)
    .select(['id', 'name', 'username', 'password_hash', 'is_disabled', 'one_time_until'])
    .executeTakeFirst();
  // null: the directory does not decide, and the product's own password is verified
  const directoryAccepts = user && !user.is_disabled ? await verifyByDirectory(context, user, password) : null;
  const isPasswordCorrect = directoryAccepts ?? (await verifyPassword(password, user?.password_hash ?? null));
  const lapsesAt = directoryAccepts === null ? (user?.one_time_until ?? null) : null;
  const hasLapsed = lapsesAt !== null && lapsesAt.getTime() < Date.now();
  if (!user || !isPasswordCorrect || user.is_disabled || hasLapsed) {
    // do not log the name of an unknown account: people sometimes type their password into this field
    await recordAuditEvent(context.db, {
      action: 'signInFailed',
      objectId: user?.id ?? '',
      objectName: user?.name ?? '',
      detail: { reason: failureReason(user, isPasswordCorrect) },
    });
    // inform only a person who enters the correct password that it has expired
    if (user && isPasswordCorrect && !user.is_disabled) throw new Refusal('PASSWORD_LAPSED');
    return null;
  }
  if (directoryAccepts === null && isForbiddenDemoPassword(context.settings, password))
    throw new Refusal('PASSWORD_DEMO');
  return { ...user, verifiedBy: directoryAccepts === null ? 'password' : 'directory' };
}
