import type { FastifyRequest } from 'fastify';
import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { timeText } from '../http/time.ts';
import { adminOf, userOf, type RequestUser } from '../http/user.ts';
import {
  moveEntry,
  removeEntry,
  resetEntry,
  restoreEntry,
  saveEntry,
  type EntryInput,
  type StoreAnswer,
} from './menuEdit.ts';
import { loadMenuTree } from './menus.ts';
import { loadMenu } from './menuStore.ts';

const BASE = '/api/system/sys/menu';
const id = { type: 'string', minLength: 1, maxLength: 64 } as const;
const parentId = { ...id, nullable: true } as const;
const revision = { type: 'integer', minimum: 0 } as const;
const text = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;
const flag = { type: 'boolean', nullable: true } as const;

/** Schema of an entry's properties, according to the grammar of the menu, except position, roles and children. */
const item = {
  type: 'object',
  additionalProperties: false,
  properties: {
    code: text(64),
    name: text(200),
    path: text(500),
    url: text(500),
    urlType: text(10),
    component: text(160),
    menuType: text(20),
    icon: text(40),
    redirect: text(500),
    hidden: flag,
    alwaysShow: flag,
    ifAppear: text(4),
    showFlag: text(4),
    taskNodes: { type: 'array', nullable: true, maxItems: 100, items: { type: 'string', maxLength: 200 } },
    query: {},
    meta: {
      type: 'object',
      nullable: true,
      additionalProperties: true,
      properties: { title: text(200), icon: text(40), link: text(2000), affix: flag, noCache: flag },
    },
  },
} as const;
const roles = {
  type: 'array',
  nullable: true,
  maxItems: 100,
  items: { type: 'string', minLength: 1, maxLength: 64 },
} as const;
const saveBody = {
  type: 'object',
  required: ['parentId', 'roles', 'item'],
  properties: { id, revision, parentId, roles, item },
};
const moveBody = {
  type: 'object',
  required: ['id', 'revision', 'parentId'],
  properties: { id, revision, parentId, beforeId: parentId },
};
const entryVersionBody = { type: 'object', required: ['id', 'revision'], properties: { id, revision } };

interface EntryVersion {
  id: string;
  revision: number;
}

/**
 * Routes for the menu of the signed-in person, under the two paths that the shell uses (CL-006, CL-007), and for
 * editing the whole menu by administrators.
 */
export const menuRoutes: Routes = (app, context) => {
  const { db } = context;
  for (const call of ['getCurrentUserMenus', 'getRouters']) {
    app.get(
      `${BASE}/${call}`,
      { config: { isAllowedBeforePasswordChange: true }, schema: { tags: ['system'], summary: '当前用户的菜单' } },
      async (request) => ok(await loadMenuTree(db, userOf(request))),
    );
  }
  app.get(`${BASE}/manage`, { schema: { tags: ['system'], summary: '全部菜单（管理）' } }, async (request) => {
    adminOf(request);
    const entries = (await loadMenu(db)).map(({ shipped, changedAt, sn: _sn, place: _place, ...row }) => ({
      ...row,
      isShipped: shipped !== null,
      changedAt: changedAt ? timeText(changedAt) : '',
    }));
    return ok({ entries, roles: await db.selectFrom('sys_role').select(['code', 'name']).orderBy('code').execute() });
  });
  const editRequestOf = (
    request: FastifyRequest,
    message?: string,
  ): { user: RequestUser; storeAnswer: StoreAnswer } => ({
    user: adminOf(request),
    storeAnswer: (trx, result) => rememberAnswer(trx, request, ok(result, message)),
  });
  app.post<{ Body: EntryInput }>(
    `${BASE}/save`,
    { schema: { tags: ['system'], summary: '保存菜单', body: saveBody } },
    async (request) => ok(await saveEntry(context, editRequestOf(request, '已保存'), request.body), '已保存'),
  );
  app.post<{ Body: EntryVersion & { parentId: string | null; beforeId?: string | null } }>(
    `${BASE}/move`,
    { schema: { tags: ['system'], summary: '移动菜单', body: moveBody } },
    async (request) => ok(await moveEntry(context, editRequestOf(request, '已移动'), request.body), '已移动'),
  );
  const changesByCall = {
    remove: [removeEntry, '删除菜单'],
    restore: [restoreEntry, '恢复已删除的菜单'],
    reset: [resetEntry, '恢复出厂菜单'],
  } as const;
  for (const [call, [change, summary]] of Object.entries(changesByCall)) {
    app.post<{ Body: EntryVersion }>(
      `${BASE}/${call}`,
      { schema: { tags: ['system'], summary, body: entryVersionBody } },
      async (request) => ok(await change(context, editRequestOf(request), request.body)),
    );
  }
};
