import { MESSAGE_KIND_KEYS, type MessageKindKey } from '../../domain/messageKinds.ts';
import type { MessageTemplate } from '../../domain/messageTemplate.ts';
import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { listBodyWith } from '../http/schemas.ts';
import { adminOf } from '../http/user.ts';
import { listKinds, previewTemplate, readQuietHours, saveQuietHours, saveTemplate, saveWays } from './manageKinds.ts';

const id = { enum: MESSAGE_KIND_KEYS } as const;
const byId = { type: 'object', required: ['id'], additionalProperties: false, properties: { id } } as const;
const textBodies = {
  mailTitle: { type: 'string', maxLength: 1000 },
  mailContent: { type: 'string', maxLength: 10_000 },
  chatContent: { type: 'string', maxLength: 10_000 },
} as const;
const textKeys = Object.keys(textBodies);
/** HH:mm; '' for none. */
const time = { type: 'string', nullable: true, pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$' } as const;

/** Routes for administrators: default ways and texts of each kind of message, and the default quiet hours (免打扰时间). */
export const messageKindRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  const base = '/api/system/sys/messageKind';
  app.post(
    `${base}/list`,
    { schema: { tags, summary: '消息的方式和模板', body: listBodyWith({}) } },
    async (request) => {
      adminOf(request);
      return ok(await listKinds(db));
    },
  );
  app.post<{ Body: { id: MessageKindKey; ways: string[] | null } }>(
    `${base}/saveWays`,
    {
      schema: {
        tags,
        summary: '设置一类消息的默认方式',
        body: {
          type: 'object',
          required: ['id'],
          additionalProperties: false,
          properties: {
            id,
            ways: { type: 'array', nullable: true, maxItems: 3, items: { enum: ['site', 'mail', 'group'] } },
          },
        },
      },
    },
    async (request) => {
      adminOf(request);
      const { id: kind, ways } = request.body;
      await db.transaction().execute((trx) => saveWays(trx, kind, ways ?? []));
      return ok(null, '已保存');
    },
  );
  app.post<{ Body: { id: MessageKindKey } & MessageTemplate }>(
    `${base}/saveTemplate`,
    {
      schema: {
        tags,
        summary: '保存一类消息的模板',
        body: {
          type: 'object',
          required: ['id', ...textKeys],
          additionalProperties: false,
          properties: { id, ...textBodies },
        },
      },
    },
    async (request) => {
      adminOf(request);
      const { id: kind, ...template } = request.body;
      const texts = previewTemplate(template);
      await db.transaction().execute((trx) => saveTemplate(trx, kind, template));
      return ok(texts, '已保存');
    },
  );
  app.post<{ Body: MessageTemplate }>(
    `${base}/preview`,
    {
      schema: {
        tags,
        summary: '预览消息模板',
        body: { type: 'object', required: textKeys, additionalProperties: false, properties: textBodies },
      },
    },
    async (request) => {
      adminOf(request);
      return ok(previewTemplate(request.body));
    },
  );
  app.post<{ Body: { id: MessageKindKey } }>(
    `${base}/reset`,
    { schema: { tags, summary: '恢复一类消息的默认方式和模板', body: byId } },
    async (request) => {
      adminOf(request);
      await db.transaction().execute(async (trx) => {
        await saveWays(trx, request.body.id, null);
        await saveTemplate(trx, request.body.id, null);
      });
      return ok(null, '已恢复默认');
    },
  );
  app.get(`${base}/quiet`, { schema: { tags, summary: '默认的免打扰时间' } }, async (request) => {
    adminOf(request);
    return ok(await readQuietHours(db));
  });
  app.post<{ Body: { quietFrom?: string | null; quietTo?: string | null } }>(
    `${base}/saveQuiet`,
    {
      schema: {
        tags,
        summary: '设置默认的免打扰时间',
        body: { type: 'object', additionalProperties: false, properties: { quietFrom: time, quietTo: time } },
      },
    },
    async (request) => {
      adminOf(request);
      const { quietFrom, quietTo } = request.body;
      await db.transaction().execute((trx) => saveQuietHours(trx, quietFrom ?? '', quietTo ?? ''));
      return ok(null, '已保存');
    },
  );
};
