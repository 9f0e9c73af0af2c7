import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { Refusal } from '../http/refusal.ts';
import { listBodyWith, id } from '../http/schemas.ts';
import { permittedUserOf } from '../http/permission.ts';
import { listOrgs, listOrgNames, orgById, orgLeaders, type OrgQuery } from './orgList.ts';
import { mergeOrgs, moveOrg, orgChildren, orgOptions, type OrgTreeQuery } from './orgTree.ts';
import { orgTree, listUnits } from './orgs.ts';
import { updateDerivedRoles } from './derivedRoles.ts';
import { addOrgLines } from './addOrgLines.ts';
import { addOrg, changeOrg, orderOrgs, removeOrg, type OrgBody } from './orgWrite.ts';

const ORG_EDIT = 'system:org:edit';
const nullableText = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;
const listBodySchema = listBodyWith({
  name: nullableText(100),
  parentId: nullableText(64),
  type: { enum: ['unit', 'dept', '', null] },
  disabled: { type: 'boolean', nullable: true },
});
/** Properties of the body of `save` and `update`. `sn`: the order number among the siblings. */
const orgProperties = {
  id: nullableText(64),
  name: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
  parentId: nullableText(64),
  type: { enum: ['unit', 'dept'] },
  url: { ...nullableText(500), pattern: '^(https?://\\S+|[/#]\\S*)?$' },
  leaderId: nullableText(64),
  sn: { type: 'integer', minimum: 0, maximum: 1_000_000, nullable: true },
  disabled: { type: 'boolean', nullable: true },
  // the next four values are only read: a client may send them back, and the server ignores them
  parentName: nullableText(100),
  leaderName: nullableText(100),
  deputyNames: nullableText(2000),
  people: { type: 'integer', nullable: true },
  code: nullableText(64),
  deputyIds: {
    anyOf: [{ type: 'string', maxLength: 2000 }, { type: 'array', maxItems: 20, items: id }, { type: 'null' }],
  },
} as const;
const orgPosition = {
  type: 'object',
  required: ['id', 'sn'],
  properties: { id, sn: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
} as const;
const idQuery = { type: 'object', required: ['id'], properties: { id } } as const;

interface ListRequest {
  Body: { page?: Partial<Page> | null; data?: OrgQuery | null } | null;
}
/** `sn`: the new order number of the unit or department among its siblings. */
type OrgPosition = { id: string; sn: number };

/** Routes for the organisation: for selectors (CL-054, CL-055), and for administrators (CL-051…053, CL-056). */
export const orgRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  const base = '/api/system/sys/org';
  app.get(`${base}/getCompanyTree`, { schema: { tags, summary: '单位和部门' } }, async () => ok(await orgTree(db)));
  app.get(`${base}/getCompany`, { schema: { tags, summary: '单位' } }, async () => ok(await listUnits(db)));
  app.get(`${base}/getUnits`, { schema: { tags, summary: '单位名称' } }, async () =>
    ok((await listUnits(db)).map(({ id: unitId, name }) => ({ id: unitId, name }))),
  );

  app.post<{ Body: { parentId?: string | null; lines: string } }>(
    `${base}/addLines`,
    {
      schema: {
        tags,
        summary: '批量新增单位和部门',
        body: {
          type: 'object',
          required: ['lines'],
          additionalProperties: false,
          properties: { parentId: nullableText(64), lines: { type: 'string', minLength: 1, maxLength: 200_000 } },
        },
      },
    },
    async (request) => {
      permittedUserOf(request, ORG_EDIT);
      const counts = await db.transaction().execute((trx) => addOrgLines(trx, request.body));
      return ok(counts, `新增 ${counts.added} 个${counts.known > 0 ? `，${counts.known} 个已有` : ''}`);
    },
  );

  app.get<{ Querystring: OrgTreeQuery }>(
    `${base}/children`,
    {
      schema: {
        tags,
        summary: '下一级单位和部门；按名称、拼音或编码在各级查找；按编号读取',
        querystring: {
          type: 'object',
          properties: {
            parentId: { type: 'string', maxLength: 64 },
            keyword: { type: 'string', maxLength: 100 },
            ids: { type: 'string', maxLength: 4000 },
            atMost: { type: 'integer', minimum: 0, maximum: 500 },
          },
        },
      },
    },
    async ({ query }) => ok(await orgChildren(db, query)),
  );

  app.get<{ Querystring: { keyword?: string } }>(
    `${base}/options`,
    {
      schema: {
        tags,
        summary: '按名称查找在用的单位和部门',
        querystring: {
          type: 'object',
          properties: {
            keyword: { type: 'string', maxLength: 100 },
            pageNum: { type: 'integer', minimum: 1 },
            pageSize: { type: 'integer', minimum: 1, maximum: 500 },
          },
        },
      },
    },
    async ({ query }) => ok(await orgOptions(db, query.keyword ?? '', pageOf({ page: query as Partial<Page> }))),
  );
  app.post<ListRequest>(
    `${base}/getOrgList`,
    { schema: { tags, summary: '单位和部门列表', body: listBodySchema } },
    async ({ body }) => {
      const page = pageOf(body);
      const { rows, total } = await listOrgs(db, body?.data ?? {}, page);
      return paged(rows, page, total);
    },
  );
  app.post<ListRequest>(
    `${base}/getOrgOnly`,
    { schema: { tags, summary: '单位和部门名称', body: listBodySchema } },
    async ({ body }) => ok(await listOrgNames(db, body?.data ?? {})),
  );
  app.get<{ Querystring: { id: string } }>(
    `${base}/getById`,
    { schema: { tags, summary: '一个单位或部门', querystring: idQuery } },
    async (request) => {
      const org = await orgById(db, request.query.id);
      if (!org) throw new Refusal('404');
      return ok(org);
    },
  );
  app.get<{ Params: { orgId: string } }>(
    '/api/system/sys/orgLeader/queryOrgLeaderByOrgId/:orgId',
    { schema: { tags, summary: '机构及其上级的负责人', params: { type: 'object', properties: { orgId: id } } } },
    async (request) => {
      if (!(await orgById(db, request.params.orgId))) throw new Refusal('404');
      return ok(await orgLeaders(db, request.params.orgId));
    },
  );

  app.post<{ Body: OrgBody & { name: string; type: 'unit' | 'dept' } }>(
    `${base}/save`,
    {
      schema: {
        tags,
        summary: '新增单位或部门',
        body: { type: 'object', required: ['name', 'type'], additionalProperties: false, properties: orgProperties },
      },
    },
    async (request) => {
      permittedUserOf(request, ORG_EDIT);
      return db.transaction().execute(async (trx) => {
        const answer = ok({ id: await addOrg(trx, request.body) }, '已保存');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
  app.post<{ Body: OrgBody & { id: string } }>(
    `${base}/update`,
    {
      schema: {
        tags,
        summary: '修改单位或部门',
        body: {
          type: 'object',
          required: ['id'],
          additionalProperties: false,
          properties: { ...orgProperties, id, revision: nullableText(64) },
        },
      },
    },
    async (request) => {
      const editor = permittedUserOf(request, ORG_EDIT);
      const { id: orgId, ...body } = request.body;
      const revision = await db.transaction().execute(async (trx) => {
        const previousParentId = (await orgById(trx, orgId))?.parentId;
        const newRevision = await changeOrg(trx, orgId, body);
        // people also have roles through departments above their own, and a move changes which departments these are
        if (body.parentId !== undefined && (body.parentId || null) !== previousParentId)
          await updateDerivedRoles(trx, editor);
        return newRevision;
      });
      return ok({ id: orgId, revision }, '已保存');
    },
  );
  app.post<{ Body: { id: string; parentId?: string | null; beforeId?: string | null } }>(
    `${base}/move`,
    {
      schema: {
        tags,
        summary: '移动单位或部门',
        body: {
          type: 'object',
          required: ['id'],
          properties: { id, parentId: nullableText(64), beforeId: nullableText(64) },
        },
      },
    },
    async (request) => {
      const editor = permittedUserOf(request, ORG_EDIT);
      const { id: orgId, parentId, beforeId } = request.body;
      await db.transaction().execute(async (trx) => {
        await moveOrg(trx, { id: orgId, parentId: parentId || null, beforeId: beforeId || null });
        await updateDerivedRoles(trx, editor);
      });
      return ok(null, '已移动');
    },
  );
  app.post<{ Body: { id: string; intoId: string } }>(
    `${base}/merge`,
    {
      schema: {
        tags,
        summary: '合并部门',
        body: { type: 'object', required: ['id', 'intoId'], properties: { id, intoId: id } },
      },
    },
    async (request) => {
      const editor = permittedUserOf(request, ORG_EDIT);
      const result = await db.transaction().execute(async (trx) => {
        const mergeResult = await mergeOrgs(trx, request.body);
        await updateDerivedRoles(trx, editor);
        return mergeResult;
      });
      return ok(result, `已合并，${result.people} 人转入`);
    },
  );
  // the body is one position or a list of them
  app.post<{ Body: OrgPosition | OrgPosition[] }>(
    `${base}/updateSn`,
    {
      schema: {
        tags,
        summary: '调整单位和部门的顺序',
        body: { anyOf: [orgPosition, { type: 'array', minItems: 1, maxItems: 1000, items: orgPosition }] },
      },
    },
    async (request) => {
      permittedUserOf(request, ORG_EDIT);
      await db.transaction().execute((trx) => orderOrgs(trx, [request.body].flat()));
      return ok(null, '已保存');
    },
  );
  app.get<{ Querystring: { id: string } }>(
    `${base}/removeById`,
    { schema: { tags, summary: '删除空的单位或部门', querystring: idQuery } },
    async (request) => {
      permittedUserOf(request, ORG_EDIT);
      await db.transaction().execute((trx) => removeOrg(trx, request.query.id));
      return ok(null, '已删除');
    },
  );
  // the same call as POST; the specification requires the GET call above
  app.post<{ Body: { id: string } }>(
    `${base}/remove`,
    { schema: { tags, summary: '删除空的单位或部门', body: { type: 'object', required: ['id'], properties: { id } } } },
    async (request) => {
      permittedUserOf(request, ORG_EDIT);
      await db.transaction().execute((trx) => removeOrg(trx, request.body.id));
      return ok(null, '已删除');
    },
  );
};
