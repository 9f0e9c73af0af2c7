import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { Refusal } from '../http/refusal.ts';
import { asking, id } from '../http/schemas.ts';
import { adminOf } from '../http/user.ts';
import { listOrgs, onlyOrgs, orgById, orgLeaders, type OrgQuery } from './orgList.ts';
import { orgTree, units } from './orgs.ts';
import { addOrg, changeOrg, orderOrgs, removeOrg, type OrgBody } from './orgWrite.ts';

const text = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;
const query = asking({
  name: text(100),
  parentId: text(64),
  type: { enum: ['unit', 'dept', '', null] },
  disabled: { type: 'boolean', nullable: true },
});
const properties = {
  id: text(64),
  name: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
  parentId: text(64),
  type: { enum: ['unit', 'dept'] },
  url: { ...text(500), pattern: '^(https?://\\S+|[/#]\\S*)?$' },
  leaderId: text(64),
  sn: { type: 'integer', minimum: 0, maximum: 1_000_000, nullable: true },
  disabled: { type: 'boolean', nullable: true },
  // who changes what was read sends these back: they follow from the ids
  parentName: text(100),
  leaderName: text(100),
} as const;
const place = {
  type: 'object',
  required: ['id', 'sn'],
  properties: { id, sn: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
} as const;
const byId = { type: 'object', required: ['id'], properties: { id } } as const;

interface Listed {
  Body: { page?: Partial<Page> | null; data?: OrgQuery | null } | null;
}
type Place = { id: string; sn: number };

/** The organisation: for the selectors (CL-054, CL-055), and for the administrators who keep it (CL-051…053, CL-056). */
export const orgRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  const base = '/api/system/sys/org';
  app.get(`${base}/getCompanyTree`, { schema: { tags, summary: '单位和部门' } }, async () => ok(await orgTree(db)));
  app.get(`${base}/getCompany`, { schema: { tags, summary: '单位' } }, async () => ok(await units(db)));
  app.get(`${base}/getUnits`, { schema: { tags, summary: '单位名称' } }, async () =>
    ok((await units(db)).map(({ id: unitId, name }) => ({ id: unitId, name }))),
  );

  app.post<Listed>(
    `${base}/getOrgList`,
    { schema: { tags, summary: '单位和部门列表', body: query } },
    async ({ body }) => {
      const page = pageOf(body);
      const { rows, total } = await listOrgs(db, body?.data ?? {}, page);
      return paged(rows, page, total);
    },
  );
  app.post<Listed>(
    `${base}/getOrgOnly`,
    { schema: { tags, summary: '单位和部门名称', body: query } },
    async ({ body }) => ok(await onlyOrgs(db, body?.data ?? {})),
  );
  app.get<{ Querystring: { id: string } }>(
    `${base}/getById`,
    { schema: { tags, summary: '一个单位或部门', querystring: byId } },
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
        body: { type: 'object', required: ['name', 'type'], additionalProperties: false, properties },
      },
    },
    async (request) => {
      adminOf(request);
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
          properties: { ...properties, id, revision: text(64) },
        },
      },
    },
    async (request) => {
      adminOf(request);
      const { id: orgId, ...body } = request.body;
      const revision = await db.transaction().execute((trx) => changeOrg(trx, orgId, body));
      return ok({ id: orgId, revision }, '已保存');
    },
  );
  // one place or a list of them
  app.post<{ Body: Place | Place[] }>(
    `${base}/updateSn`,
    {
      schema: {
        tags,
        summary: '调整单位和部门的顺序',
        body: { anyOf: [place, { type: 'array', minItems: 1, maxItems: 1000, items: place }] },
      },
    },
    async (request) => {
      adminOf(request);
      await db.transaction().execute((trx) => orderOrgs(trx, [request.body].flat()));
      return ok(null, '已保存');
    },
  );
  app.get<{ Querystring: { id: string } }>(
    `${base}/removeById`,
    { schema: { tags, summary: '删除空的单位或部门', querystring: byId } },
    async (request) => {
      adminOf(request);
      await db.transaction().execute((trx) => removeOrg(trx, request.query.id));
      return ok(null, '已删除');
    },
  );
};
