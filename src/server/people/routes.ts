import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { permittedUserOf } from '../http/permission.ts';
import { Refusal } from '../http/refusal.ts';
import { listBodyWith, id } from '../http/schemas.ts';
import { timeText } from '../http/time.ts';
import { sortSchema } from '../http/sorting.ts';
import {
  endAllSessions,
  resetFactor,
  resetPassword,
  setDisabled,
  unlinkAccount,
  unlockAccount,
} from './accountState.ts';
import { holdingsOf, processLeave } from './personLeaves.ts';
import { listPeople, PEOPLE_ORDERS, findPersonById, type PeopleFilter } from './listPeople.ts';
import { loadOneTimePasswordExpiry } from './oneTimePassword.ts';
import { PEOPLE_EDIT, PEOPLE_LIST, PASSWORD_RESET } from './permissions.ts';
import { addPerson, changePerson, type PersonBody } from './savePerson.ts';

/** Schema of a text or null. */
const text = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;

export const filterProperties = {
  keyword: text(100),
  orgId: text(64),
  state: { enum: ['normal', 'disabled', 'left', '', null] },
  roleCode: text(64),
  post: text(100),
  sort: sortSchema(PEOPLE_ORDERS),
} as const;

const personProperties = {
  username: { type: 'string', maxLength: 64 },
  name: { type: 'string', maxLength: 100 },
  deptId: text(64),
  post: text(100),
  phone: text(40),
  email: text(200),
  sn: { type: 'integer', minimum: 0, maximum: 1_000_000, nullable: true },
  /** Codes of roles, joined by commas or as a list. */
  roles: {
    anyOf: [{ type: 'string', maxLength: 5000 }, { type: 'array', maxItems: 100, items: id }, { type: 'null' }],
  },
  /** The departments besides the main department. */
  places: {
    type: 'array',
    nullable: true,
    maxItems: 20,
    items: { type: 'object', additionalProperties: false, properties: { deptId: text(64), post: text(100) } },
  },
} as const;

const byId = { type: 'object', required: ['id'], properties: { id } } as const;
const stateBody = {
  type: 'object',
  required: ['id', 'disabled'],
  additionalProperties: false,
  properties: { id, disabled: { type: 'boolean' } },
} as const;
const leaveBody = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: { id, successorId: text(64), reason: text(500) },
} as const;

type Id = { Body: { id: string } };

/** Returns until when a one-time password is valid, as text; null: without limit. */
const expiryText = (validUntil: Date | null): string => (validUntil === null ? '不限' : timeText(validUntil));

/** Routes that manage people. A one-time password appears only in one answer (`isSecret`) and is stored as a hash. */
export const peopleRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['system'];
  const base = '/api/system/sys/user';
  app.post<{ Body: { page?: Partial<Page> | null; data?: PeopleFilter | null } | null }>(
    `${base}/page`,
    { schema: { tags, summary: '用户列表（管理）', body: listBodyWith(filterProperties) } },
    async (request) => {
      permittedUserOf(request, PEOPLE_LIST);
      const page = pageOf(request.body);
      const { rows, total } = await listPeople(context, request.body?.data ?? {}, page);
      return paged(rows, page, total);
    },
  );
  app.get<{ Querystring: { id: string } }>(
    `${base}/detail`,
    { schema: { tags, summary: '一个用户（管理）', querystring: byId } },
    async (request) => {
      permittedUserOf(request, PEOPLE_LIST);
      const person = await findPersonById(context, request.query.id);
      if (!person) throw new Refusal('404');
      return ok(person);
    },
  );
  app.get<{ Querystring: { id: string } }>(
    `${base}/holdings`,
    { schema: { tags, summary: '离职前须交接的事项', querystring: byId } },
    async (request) => {
      permittedUserOf(request, PEOPLE_EDIT);
      return ok(await holdingsOf(db, request.query.id));
    },
  );

  app.post<{ Body: PersonBody & { username: string; name: string } }>(
    `${base}/add`,
    {
      config: { isSecret: true },
      schema: {
        tags,
        summary: '新增用户',
        body: {
          type: 'object',
          required: ['username', 'name'],
          additionalProperties: false,
          properties: personProperties,
        },
      },
    },
    async (request) => {
      const user = permittedUserOf(request, PEOPLE_EDIT);
      const validUntil = await loadOneTimePasswordExpiry(db, context.settings);
      const addedPerson = await db.transaction().execute((trx) => addPerson(trx, user, request.body, validUntil));
      return ok({ ...addedPerson, validUntil: expiryText(validUntil) }, '已新增');
    },
  );
  app.post<{ Body: PersonBody & { id: string } }>(
    `${base}/change`,
    {
      schema: {
        tags,
        summary: '修改用户',
        body: {
          type: 'object',
          required: ['id'],
          additionalProperties: false,
          properties: { ...personProperties, id, revision: text(64) },
        },
      },
    },
    async (request) => {
      const user = permittedUserOf(request, PEOPLE_EDIT);
      const { id: userId, ...body } = request.body;
      const revision = await db.transaction().execute((trx) => changePerson(trx, user, userId, body));
      return ok({ id: userId, revision }, '已保存');
    },
  );
  app.post<{ Body: { id: string; disabled: boolean } }>(
    `${base}/setDisabled`,
    { schema: { tags, summary: '停用或启用用户', body: stateBody } },
    async (request) => {
      const user = permittedUserOf(request, PEOPLE_EDIT);
      const { id: userId, disabled } = request.body;
      if (disabled && userId === user.id) throw new Refusal('REQUEST_INVALID', { detail: '不能停用自己的账号' });
      await db.transaction().execute((trx) => setDisabled(trx, user, userId, disabled));
      return ok(null, disabled ? '已停用' : '已启用');
    },
  );
  app.post<{ Body: { id: string; successorId?: string | null; reason?: string | null } }>(
    `${base}/leave`,
    { schema: { tags, summary: '办理离职并交接', body: leaveBody } },
    async (request) => {
      const user = permittedUserOf(request, PEOPLE_EDIT);
      const { id: userId, successorId, reason } = request.body;
      const outcome = await processLeave(context, user, {
        id: userId,
        successorId: successorId || null,
        reason: reason?.trim() ?? '',
      });
      return ok(
        outcome,
        outcome.failed > 0 ? `已离职，${outcome.failed} 项待办未能交接，请在实例管理中处理` : '已办理离职',
      );
    },
  );
  app.post<Id>(
    `${base}/resetPassword`,
    { config: { isSecret: true }, schema: { tags, summary: '重置密码', body: byId } },
    async (request) => {
      const user = permittedUserOf(request, PASSWORD_RESET);
      const validUntil = await loadOneTimePasswordExpiry(db, context.settings);
      const hasDirectory = context.settings.directory !== null;
      const newCredentials = await db
        .transaction()
        .execute((trx) => resetPassword(trx, user, request.body.id, { validUntil, hasDirectory }));
      return ok({ ...newCredentials, validUntil: expiryText(validUntil) }, '已重置');
    },
  );
  app.post<Id>(`${base}/resetFactor`, { schema: { tags, summary: '重置两步验证', body: byId } }, async (request) => {
    const user = permittedUserOf(request, PASSWORD_RESET);
    await db.transaction().execute((trx) => resetFactor(trx, user, request.body.id));
    return ok(null, '已重置，此用户下次登录只需密码');
  });
  app.post<Id>(
    `${base}/unlinkAccount`,
    { schema: { tags, summary: '解除企业账号关联', body: byId } },
    async (request) => {
      const user = permittedUserOf(request, PASSWORD_RESET);
      await db.transaction().execute((trx) => unlinkAccount(trx, user, request.body.id));
      return ok(null, '已解除，此用户下次用企业账号登录时重新关联');
    },
  );
  app.post<Id>(`${base}/unlock`, { schema: { tags, summary: '解除账号锁定', body: byId } }, async (request) => {
    const user = permittedUserOf(request, PASSWORD_RESET);
    await db.transaction().execute((trx) => unlockAccount(trx, user, request.body.id));
    return ok(null, '已解除锁定');
  });
  app.post<Id>(
    `${base}/endSessions`,
    { schema: { tags, summary: '结束一个用户的全部登录', body: byId } },
    async (request) => {
      const user = permittedUserOf(request, PASSWORD_RESET);
      await db.transaction().execute((trx) => endAllSessions(trx, user, request.body.id));
      return ok(null, '已结束登录');
    },
  );
};
