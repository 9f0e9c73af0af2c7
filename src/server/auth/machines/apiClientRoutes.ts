import type { Routes } from '../../context.ts';
import { ok, pagedPart, pageOf, type Page } from '../../http/envelope.ts';
import { listBodyWith, id } from '../../http/schemas.ts';
import { adminOf } from '../../http/user.ts';
import {
  addMachine,
  changeMachine,
  listMachines,
  listPublishedForms,
  replaceMachineKey,
  revokeMachine,
  type MachineBody,
} from './machineAccounts.ts';

/** Keys of forms or operations: a text with commas, or a list. */
const keyList = {
  anyOf: [
    { type: 'string', maxLength: 20_000 },
    { type: 'array', maxItems: 500, items: { type: 'string', maxLength: 100 } },
  ],
} as const;
const properties = {
  name: { type: 'string', minLength: 1, maxLength: 50 },
  userId: id,
  forms: keyList,
  ways: keyList,
  perMinute: { type: 'integer', minimum: 1, maximum: 6000, nullable: true },
  expiresAt: { type: 'string', maxLength: 20 },
} as const;
const required = ['name', 'userId', 'forms', 'ways', 'expiresAt'];
const byId = { type: 'object', required: ['id'], additionalProperties: false, properties: { id } } as const;

/**
 * Routes for machine accounts, for administrators. The secret key of an account is returned only by the call that
 * creates it (`add`, `renew`).
 */
export const apiClientRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  const base = '/api/system/sys/apiKey';
  app.post<{ Body: { page?: Partial<Page> | null; data?: { keyword?: string | null } | null } | null }>(
    `${base}/page`,
    {
      schema: {
        tags,
        summary: '接口账号',
        body: listBodyWith({ keyword: { type: 'string', maxLength: 100, nullable: true } }),
      },
    },
    async (request) => {
      adminOf(request);
      const rows = await listMachines(db, request.body?.data?.keyword?.trim() ?? '');
      return pagedPart(rows, pageOf(request.body));
    },
  );
  app.get(`${base}/forms`, { schema: { tags, summary: '接口账号可用的表单' } }, async (request) => {
    adminOf(request);
    return ok(await listPublishedForms(db));
  });
  app.post<{ Body: MachineBody }>(
    `${base}/add`,
    {
      config: { isSecret: true },
      schema: {
        tags,
        summary: '新增接口账号',
        body: { type: 'object', required, additionalProperties: false, properties },
      },
    },
    async (request) => {
      const user = adminOf(request);
      return ok(await db.transaction().execute((trx) => addMachine(trx, user, request.body)), '已新增');
    },
  );
  app.post<{ Body: MachineBody & { id: string } }>(
    `${base}/change`,
    {
      schema: {
        tags,
        summary: '修改接口账号',
        body: {
          type: 'object',
          required: ['id', ...required],
          additionalProperties: false,
          properties: { id, ...properties },
        },
      },
    },
    async (request) => {
      adminOf(request);
      await db.transaction().execute((trx) => changeMachine(trx, request.body.id, request.body));
      return ok(null, '已保存');
    },
  );
  app.post<{ Body: { id: string } }>(
    `${base}/renew`,
    { config: { isSecret: true }, schema: { tags, summary: '更换接口账号的密钥', body: byId } },
    async (request) => {
      adminOf(request);
      return ok(await db.transaction().execute((trx) => replaceMachineKey(trx, request.body.id)), '已更换');
    },
  );
  app.post<{ Body: { id: string } }>(
    `${base}/revoke`,
    { schema: { tags, summary: '吊销接口账号', body: byId } },
    async (request) => {
      adminOf(request);
      await db.transaction().execute((trx) => revokeMachine(trx, request.body.id));
      return ok(null, '已吊销');
    },
  );
};
