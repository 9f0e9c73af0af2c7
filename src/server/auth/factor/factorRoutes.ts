import type { Routes } from '../../context.ts';
import { ok } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin, userOf, type RequestUser } from '../../http/user.ts';
import { readParameters } from '../../parameters/index.ts';
import { secretCipherOf } from '../../store/secretCipher.ts';
import type { Trx } from '../../store/transaction.ts';
import { verifyCallerPassword } from '../passwordRoutes.ts';
import { limitAttempt } from '../throttle.ts';
import {
  beginFactor,
  confirmFactor,
  removeFactor,
  hasFactor,
  verifyFactor,
  countUnusedRecoveryCodes,
  replaceRecoveryCodes,
} from './factors.ts';
import { otpAddress } from './totp.ts';

const code = { type: 'string', minLength: 1, maxLength: 40 } as const;
const codeBody = { type: 'object', required: ['code'], additionalProperties: false, properties: { code } } as const;
const passwordBody = {
  type: 'object',
  required: ['password'],
  additionalProperties: false,
  properties: { password: { type: 'string', maxLength: 512 } },
} as const;

type CodeRequest = { Body: { code: string } };

/**
 * Routes for the second factor (两步验证) of the caller's account: enable it with an authenticator app, disable it, renew
 * recovery codes.
 */
export const factorRoutes: Routes = (app, context) => {
  const { db, settings } = context;
  const cipher = secretCipherOf(settings);
  const tags = ['auth'];
  const base = '/api/auth/factor';
  const isRequired = async (user: RequestUser): Promise<boolean> =>
    isAdmin(user) && (await readParameters(db, settings)).adminFactor;
  /**
   * Runs `work`, which verifies a code, within the failure limits of sign-in. Refuses with FACTOR_WRONG when `work`
   * returns null, and with A0211 beyond the limits.
   */
  const verifyCode = async <T>(
    request: { ip: string },
    user: RequestUser,
    work: (trx: Trx) => Promise<T | null>,
  ): Promise<T> => {
    const result = await limitAttempt(context, { username: user.username, address: request.ip, kind: 'factor' }, () =>
      db.transaction().execute(work),
    );
    if (result === null) throw new Refusal('FACTOR_WRONG');
    return result;
  };

  app.get(
    `${base}/state`,
    { config: { isAllowedBeforePasswordChange: true }, schema: { tags, summary: '两步验证的状态' } },
    async (request) => {
      const user = userOf(request);
      return ok({
        isOn: await hasFactor(db, user.id),
        isRequired: await isRequired(user),
        recoveryLeft: await countUnusedRecoveryCodes(db, user.id),
      });
    },
  );
  app.post<{ Body: { password: string } }>(
    `${base}/begin`,
    {
      config: { isSecret: true, isAllowedBeforePasswordChange: true },
      schema: { tags, summary: '开始设置两步验证', body: passwordBody },
    },
    async (request) => {
      const user = userOf(request);
      if (!(await verifyCallerPassword(context, request, request.body.password)))
        throw new Refusal('VALUE_PATTERN', { label: '密码', detail: '不正确' });
      const secretKey = await db.transaction().execute((trx) => beginFactor(trx, cipher, user.id));
      if (secretKey === null) throw new Refusal('REQUEST_INVALID', { detail: '两步验证已经开启，请先关闭' });
      const { platformName } = await readParameters(db, settings);
      return ok({ secretKey, url: otpAddress(secretKey, user.username, platformName || '协同平台') });
    },
  );
  app.post<CodeRequest>(
    `${base}/confirm`,
    {
      config: { isSecret: true, isAllowedBeforePasswordChange: true },
      schema: { tags, summary: '开启两步验证', body: codeBody },
    },
    async (request) => {
      const user = userOf(request);
      return ok(
        { codes: await verifyCode(request, user, (trx) => confirmFactor(trx, cipher, user, request.body.code)) },
        '已开启',
      );
    },
  );
  app.post<CodeRequest>(
    `${base}/off`,
    { config: { isSecret: true }, schema: { tags, summary: '关闭两步验证', body: codeBody } },
    async (request) => {
      const user = userOf(request);
      if (await isRequired(user))
        throw new Refusal('REQUEST_INVALID', { detail: '按系统参数的规定，管理员必须使用两步验证，不能关闭' });
      await verifyCode(request, user, async (trx) =>
        (await verifyFactor(trx, cipher, user, request.body.code)) ? removeFactor(trx, user, 'factorOff') : null,
      );
      return ok(null, '已关闭');
    },
  );
  app.post<CodeRequest>(
    `${base}/renewCodes`,
    { config: { isSecret: true }, schema: { tags, summary: '换一组恢复码', body: codeBody } },
    async (request) => {
      const user = userOf(request);
      const codes = await verifyCode(request, user, async (trx) =>
        (await verifyFactor(trx, cipher, user, request.body.code)) ? replaceRecoveryCodes(trx, user.id) : null,
      );
      return ok({ codes }, '已更换');
    },
  );
};
