import type { Routes } from '../context.ts';
import { ok, paged, pagedPart, pageOf, type Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { listBodyWith, id } from '../http/schemas.ts';
import { adminOf } from '../http/user.ts';
import {
  listChannels,
  listMessages,
  removeChannel,
  repeatMessage,
  saveChannel,
  setChannelDisabled,
  type ChannelBody,
  type OutboxQuery,
} from './manageChannels.ts';
import { secretCipherOf } from '../store/secretCipher.ts';
import { queueMessages } from './queueMessages.ts';
import { MAIL_CHANNEL_ID } from './tables.ts';

const nullableText = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;
const idBody = { type: 'object', required: ['id'], additionalProperties: false, properties: { id } } as const;
const channelBody = {
  type: 'object',
  required: ['name', 'kind'],
  additionalProperties: false,
  properties: {
    id: nullableText(64),
    name: { type: 'string', minLength: 1, maxLength: 50 },
    kind: { enum: ['webhook', 'wecom', 'dingtalk', 'feishu'] },
    url: nullableText(1000),
    secret: nullableText(200),
    // forms send several choices as one text with commas, and a switch as '0' or '1'
    topics: {
      anyOf: [
        { type: 'array', maxItems: 5, items: { enum: ['task', 'remind', 'mail', 'notice', 'alarm'] } },
        { type: 'string', maxLength: 60, pattern: '^((task|remind|mail|notice|alarm)(,(?!$)|$)){0,5}$' },
        { type: 'null' },
      ],
    },
    disabled: { enum: [true, false, '0', '1', null] },
  },
} as const;

type Id = { Body: { id: string } };

/** Routes of channels and their messages, for administrators. */
export const outboxRoutes: Routes = (app, { db, settings }) => {
  const tags = ['system'];
  const channelPath = '/api/system/sys/channel';
  const outboxPath = '/api/system/sys/outbox';
  app.post<{ Body: { page?: Partial<Page> | null } | null }>(
    `${channelPath}/page`,
    { schema: { tags, summary: '消息通道', body: listBodyWith({}) } },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const rows = await listChannels(db, secretCipherOf(settings));
      return pagedPart(rows, page);
    },
  );
  app.get(`${channelPath}/options`, { schema: { tags, summary: '消息通道选项' } }, async (request) => {
    adminOf(request);
    return ok(
      (await listChannels(db, secretCipherOf(settings))).map(({ id: channelId, name }) => ({ id: channelId, name })),
    );
  });
  app.post<{ Body: ChannelBody }>(
    `${channelPath}/save`,
    { config: { isSecret: true }, schema: { tags, summary: '保存消息通道', body: channelBody } },
    async (request) => {
      adminOf(request);
      const savedId = await db
        .transaction()
        .execute((trx) =>
          saveChannel(trx, request.body, { callOrigins: settings.callOrigins, cipher: secretCipherOf(settings) }),
        );
      return ok({ id: savedId }, '已保存');
    },
  );
  app.post<Id>(
    `${channelPath}/remove`,
    { schema: { tags, summary: '删除消息通道', body: idBody } },
    async (request) => {
      adminOf(request);
      await db.transaction().execute((trx) => removeChannel(trx, request.body.id));
      return ok(null, '已删除');
    },
  );
  app.post<{ Body: { id: string; disabled: boolean } }>(
    `${channelPath}/setDisabled`,
    {
      schema: {
        tags,
        summary: '停用或启用消息通道',
        body: {
          type: 'object',
          required: ['id', 'disabled'],
          additionalProperties: false,
          properties: { id, disabled: { type: 'boolean' } },
        },
      },
    },
    async (request) => {
      adminOf(request);
      const { id: channelId, disabled } = request.body;
      await db.transaction().execute((trx) => setChannelDisabled(trx, channelId, disabled));
      return ok(null, disabled ? '已停用' : '已启用');
    },
  );
  app.post<Id>(`${channelPath}/test`, { schema: { tags, summary: '试发一条消息', body: idBody } }, async (request) => {
    const user = adminOf(request);
    const queued = await db.transaction().execute((trx) =>
      queueMessages(trx, [
        {
          topic: 'test',
          title: '试发消息',
          content: `由 ${user.name} 在消息通道页面发出`,
          people: [user.id],
          channelId: request.body.id,
        },
      ]),
    );
    if (queued.length === 0)
      throw new Refusal('REQUEST_INVALID', {
        detail:
          request.body.id === MAIL_CHANNEL_ID
            ? '邮件通道未设置或已停用，或您的个人资料中没有邮箱'
            : '通道不存在或已停用',
      });
    return ok(null, '已加入发送队列，结果见消息发送');
  });
  app.post<{ Body: { page?: Partial<Page> | null; data?: OutboxQuery | null } | null }>(
    `${outboxPath}/page`,
    {
      schema: {
        tags,
        summary: '消息发送',
        body: listBodyWith({ keyword: nullableText(100), state: nullableText(20), channelId: nullableText(64) }),
      },
    },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const { rows, total } = await listMessages(db, request.body?.data ?? {}, page);
      return paged(rows, page, total);
    },
  );
  app.post<Id>(`${outboxPath}/repeat`, { schema: { tags, summary: '重新发送消息', body: idBody } }, async (request) => {
    adminOf(request);
    await db.transaction().execute((trx) => repeatMessage(trx, request.body.id));
    return ok(null, '已加入发送队列');
  });
};
