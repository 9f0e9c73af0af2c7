import { DELIVERY_METHODS } from '../../domain/messageKinds.ts';
import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { id } from '../http/schemas.ts';
import { userOf } from '../http/user.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { sendOwnSubscription } from './runSubscriptions.ts';
import {
  checkSubscription,
  listSubscriptions,
  pauseSubscription,
  removeSubscription,
  saveSubscription,
  type NewSubscription,
} from './manageSubscriptions.ts';

const name = { type: 'string', minLength: 1, maxLength: 64 } as const;
const names = { type: 'array', maxItems: 60, items: name } as const;
const subscriptionBody = {
  type: 'object',
  required: ['datasetKey', 'title', 'kind', 'schedule', 'ways'],
  additionalProperties: false,
  properties: {
    id: { ...id, nullable: true },
    datasetKey: { type: 'string', minLength: 1, maxLength: 160, pattern: '^[A-Za-z0-9][\\w./-]*$' },
    title: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
    kind: { type: 'string', enum: ['table', 'figure', 'watch'] },
    question: {
      type: 'object',
      nullable: true,
      additionalProperties: false,
      properties: {
        params: { type: 'object', maxProperties: 20 },
        shared: { type: 'object', maxProperties: 60 },
        by: { ...names, maxItems: 10 },
        figures: names,
      },
    },
    schedule: {
      type: 'object',
      required: ['every', 'at'],
      additionalProperties: false,
      properties: {
        every: { type: 'string', enum: ['hour', 'day', 'week', 'month'] },
        at: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
        weekday: { type: 'integer', minimum: 1, maximum: 7 },
        monthDay: { type: 'integer', minimum: 1, maximum: 31 },
      },
    },
    watch: {
      type: 'object',
      nullable: true,
      required: ['figure', 'op', 'value'],
      additionalProperties: false,
      properties: { figure: name, op: { type: 'string', enum: ['above', 'below'] }, value: { type: 'number' } },
    },
    people: { type: 'array', nullable: true, maxItems: 50, items: id },
    ways: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: DELIVERY_METHODS } },
    hasSheet: { type: 'boolean', nullable: true },
    page: { type: 'string', nullable: true, maxLength: 1000, pattern: '^(/|$)' },
  },
} as const;
const subscriptionIdBody = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: { id },
} as const;
const pauseBody = {
  type: 'object',
  required: ['id', 'isPaused'],
  additionalProperties: false,
  properties: { id, isPaused: { type: 'boolean' } },
} as const;

/** Manages the caller's own subscriptions to datasets. */
export const subscriptionRoutes: Routes = (app, context) => {
  const tags = ['dataset'];
  const base = '/api/system/subscription';
  app.get(`${base}/list`, { schema: { tags, summary: '我的订阅' } }, async (request) =>
    ok(await listSubscriptions(context, userOf(request))),
  );
  app.post<{ Body: NewSubscription }>(
    `${base}/save`,
    { schema: { tags, summary: '保存订阅', body: subscriptionBody } },
    async (request) => {
      const input = { ...request.body, title: request.body.title.trim() };
      const checkedInput = await checkSubscription(context, userOf(request), input);
      return context.db.transaction().execute(async (trx) => {
        const id = await saveSubscription(trx, userOf(request), checkedInput);
        const answer = ok(id, checkedInput.id ? '订阅已保存' : '已订阅');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
  app.post<{ Body: { id: string; isPaused: boolean } }>(
    `${base}/pause`,
    { schema: { tags, summary: '暂停或恢复订阅', body: pauseBody } },
    async (request) => {
      await context.db.transaction().execute((trx) => pauseSubscription(trx, userOf(request), request.body));
      return ok(null, request.body.isPaused ? '已暂停' : '已恢复');
    },
  );
  app.post<{ Body: { id: string } }>(
    `${base}/remove`,
    { schema: { tags, summary: '取消订阅', body: subscriptionIdBody } },
    async (request) => {
      await context.db.transaction().execute((trx) => removeSubscription(trx, userOf(request), request.body.id));
      return ok(null, '已取消订阅');
    },
  );
  app.post<{ Body: { id: string } }>(
    `${base}/send`,
    { schema: { tags, summary: '立即发送订阅', body: subscriptionIdBody } },
    async (request) => {
      const sendResult = await sendOwnSubscription(context, userOf(request).id, request.body.id);
      return ok(sendResult, sendResult.text);
    },
  );
};
