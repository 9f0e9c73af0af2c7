import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { userOf } from '../http/user.ts';
import { MESSAGE_KIND_KEYS } from '../../domain/messageKinds.ts';
import { GUIDES, markGuideSeen, loadSeenGuides, type Guide } from './guides.ts';
import {
  changeOwnProfile,
  loadOwnNotificationSettings,
  loadOwnProfile,
  saveOwnNotificationSettings,
  type OwnProfileChange,
} from './ownProfile.ts';

const text = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;
const profileBody = {
  type: 'object',
  properties: { photo: {}, signature: {}, phone: text(40), email: text(200), revision: text(64) },
} as const;
const messageWays = { type: 'array', nullable: true, maxItems: 3, items: { enum: ['site', 'mail', 'group'] } } as const;
const time = { type: 'string', nullable: true, pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$' } as const;
const notifyBody = {
  type: 'object',
  maxProperties: 20,
  properties: {
    ...Object.fromEntries(MESSAGE_KIND_KEYS.map((kind) => [kind, messageWays])),
    quietFrom: time,
    quietTo: time,
  },
} as const;

const guideBody = {
  type: 'object',
  required: ['guide'],
  additionalProperties: false,
  properties: { guide: { enum: GUIDES } },
} as const;

/** Routes of 个人中心: people read and change their own profile and settings, regardless of their roles. */
export const ownAccountRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  app.get('/api/system/sys/user/profile', { schema: { tags, summary: '个人资料' } }, async (request) =>
    ok(await loadOwnProfile(db, userOf(request))),
  );
  app.post<{ Body: OwnProfileChange }>(
    '/api/system/sys/user/saveProfile',
    { schema: { tags, summary: '修改个人资料', body: profileBody } },
    async (request) => {
      await db.transaction().execute((trx) => changeOwnProfile(trx, userOf(request), request.body));
      return ok(null, '已保存');
    },
  );
  app.get('/api/system/sys/user/notify', { schema: { tags, summary: '个人的提醒设置' } }, async (request) =>
    ok(await loadOwnNotificationSettings(db, userOf(request))),
  );
  app.post<{ Body: Record<string, unknown> }>(
    '/api/system/sys/user/saveNotify',
    { schema: { tags, summary: '修改个人的提醒设置', body: notifyBody } },
    async (request) => {
      await db.transaction().execute((trx) => saveOwnNotificationSettings(trx, userOf(request), request.body));
      return ok(null, '已保存');
    },
  );
  app.get('/api/system/sys/user/guides', { schema: { tags, summary: '看过的使用导览' } }, async (request) =>
    ok(await loadSeenGuides(db, userOf(request))),
  );
  app.post<{ Body: { guide: Guide } }>(
    '/api/system/sys/user/noteGuide',
    { schema: { tags, summary: '记下看过的使用导览', body: guideBody } },
    async (request) => {
      await db.transaction().execute((trx) => markGuideSeen(trx, userOf(request), request.body.guide));
      return ok(null);
    },
  );
};
