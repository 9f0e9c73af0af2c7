import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWERS, completeDescription } from '../../../src/server/http/openapi/describe.ts';
import { schemaOf } from '../../../src/server/http/openapi/shape.ts';
import { answerJudge } from '../../fuzz/described.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
interface Operation {
  security?: Record<string, string[]>[];
  parameters?: { name: string; description?: string }[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

let server: TestServer;
let spec: { openapi: string; paths: Record<string, Record<string, Operation>> };
const clients = new Map<string, Client>();
beforeAll(async () => {
  server = await startTestServer();
  spec = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as typeof spec;
  for (const who of ['admin', 'staff', 'leader', 'hr']) clients.set(who, await server.api(who));
});
afterAll(() => server.dispose());

const calls = (): [string, Operation][] =>
  Object.entries(spec.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

/** Keys of a schema, however deep, that no words are given for. */
function silent(schema: Schema | undefined, at: string): string[] {
  if (!schema) return [];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => [
      ...(/[\u4e00-\u9fa5]/.test(inner.description ?? '') ? [] : [`${at} ${key}`]),
      ...silent(inner, `${at} ${key}`),
    ]),
    ...silent(schema.items, at),
    ...(schema.anyOf ?? []).flatMap((one) => silent(one, at)),
  ];
}

describe('the description of the calls (OpenAPI 3.1)', () => {
  it('says of every call what it answers, and of no other call', () => {
    const served = calls().map(([call]) => call);
    expect(served.filter((call) => !(call in ANSWERS))).toEqual([]);
    expect(Object.keys(ANSWERS).filter((call) => !served.includes(call))).toEqual([]);
    const empty = calls()
      .filter(
        ([, { responses }]) =>
          Object.values(responses['200']?.content ?? {}).every(
            ({ schema }) => Object.keys(schema ?? {}).length === 0,
          ) || !responses['default'],
      )
      .map(([call]) => call);
    expect(empty).toEqual([]);
  });

  it('says of a key that means something else in one call what it means there', () => {
    const answer = (call: string) => JSON.stringify(schemaOf(ANSWERS[call] as never));
    expect(answer('GET /api/task/flow/process/pending')).toContain('已等待的秒数');
    expect(answer('GET /api/system/frmCrud/importState')).toContain('列，如 C');
    expect(answer('POST /api/system/sys/pack/preview')).not.toContain('还没有记录的表单');
  });

  it('gives a body to every POST that takes one, uploads among them', () => {
    const without = calls()
      .filter(([call, { requestBody }]) => call.startsWith('POST') && !requestBody)
      .map(([call]) => call);
    expect(without.sort()).toEqual([
      'POST /api/auth/oauth/logout',
      'POST /api/auth/session/endOthers',
      'POST /api/system/receiveEmails/getCountTotalMap',
      'POST /api/system/receiveEmails/updateReadStatusAll',
      'POST /api/system/sys/bin/empty',
    ]);
    expect(
      calls()
        .filter(([, { requestBody }]) => requestBody?.content['multipart/form-data'])
        .map(([call]) => call),
    ).toHaveLength(9);
  });

  it('has Chinese words for every parameter and every key of bodies and answers', () => {
    const missing = calls().flatMap(([call, { parameters = [], requestBody, responses }]) => [
      ...parameters
        .filter(({ description = '' }) => !/[\u4e00-\u9fa5]/.test(description))
        .map(({ name }) => `${call} ?${name}`),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => silent(schema, call)),
      ...Object.values(responses['200']?.content ?? {}).flatMap(({ schema }) => silent(schema, call)),
    ]);
    expect(missing).toEqual([]);
  });

  it('asks for a token where the server does, and for a body where a call needs one', async () => {
    const told = Object.fromEntries(
      calls()
        .filter(([, { security }]) => security)
        .map(([call, { security }]) => [call, security]),
    );
    expect(told).toEqual({
      'GET /api/captcha': [],
      'GET /api/file/outside/{secret}/{*}': [],
      // shown beside the sign-in
      'GET /api/system/platform/logo': [],
      'POST /api/auth/oauth/token': [{}, { client: [] }],
      'POST /api/auth/oauth/logout': [{}, { bearer: [] }],
      'GET /api/system/screenDef/getLastVersionScreenDef': [{}, { bearer: [] }],
    });
    const bodies = calls().filter(([call, { requestBody }]) => requestBody && !call.includes('{'));
    const empty = bodies.filter(([, { requestBody }]) => requestBody?.required === false).map(([call]) => call);
    expect(empty.length).toBeGreaterThan(30);
    const faults: string[] = [];
    for (const call of empty) {
      const { status, msg } = await (clients.get('admin') as Client).post(call.split(' ')[1] ?? '');
      if (status === 400 || status >= 500) faults.push(`${call}: ${msg}`);
    }
    expect(faults).toEqual([]);
  });

  it('names both ways to send what pages send as JSON and as a form, the way to sign in among them', () => {
    const both = calls().filter(([, { requestBody }]) => requestBody?.content['application/x-www-form-urlencoded']);
    expect(both.map(([call]) => call)).toContain('POST /api/auth/oauth/token');
    for (const [call, { requestBody }] of both)
      expect([call, Object.keys(requestBody?.content ?? {})]).toEqual([
        call,
        ['application/json', 'application/x-www-form-urlencoded'],
      ]);
  });

  it('uses no word of older versions (nullable)', () => {
    expect(JSON.stringify(spec)).not.toContain('"nullable"');
    expect(
      completeDescription({
        paths: {
          '/x': {
            post: {
              requestBody: {
                content: {
                  'application/json': { schema: { properties: { id: { type: 'string', nullable: true } } } as never },
                },
              },
            },
          },
        },
      }).paths?.['/x']?.['post']?.requestBody?.content['application/json']?.schema,
    ).toEqual({ properties: { id: { type: ['string', 'null'], description: '编号' } } });
  });
});

const S = '/api/system';
const page = { page: { pageNum: 1, pageSize: 50 } };
const RECORD = 'businessSealApply-0022';
/** Who asks what: template, query, body. */
const ASKED: readonly (readonly [who: string, call: string, query?: string, body?: object])[] = [
  ['staff', 'GET /api/captcha'],
  ['staff', 'GET /api/auth/oauth/getCurrentUser'],
  ['staff', 'GET /api/auth/session/list'],
  ['admin', 'GET /api/auth/lock/list'],
  ...['staff', 'admin', 'hr'].flatMap(
    (who) =>
      [
        [who, `GET ${S}/sys/menu/getCurrentUserMenus`],
        [who, `GET ${S}/sys/menu/getRouters`],
      ] as const,
  ),
  ['admin', `GET ${S}/sys/menu/manage`],
  ...['getCompanyTree', 'getCompany', 'getUnits'].map((call) => ['staff', `GET ${S}/sys/org/${call}`] as const),
  ['staff', `POST ${S}/sys/org/getOrgList`, '', page],
  ['staff', `POST ${S}/sys/org/getOrgOnly`, '', {}],
  ['staff', `GET ${S}/sys/org/getById`, 'id=dept-jy'],
  ['staff', `GET ${S}/sys/orgLeader/queryOrgLeaderByOrgId/dept-jy`],
  ['staff', `POST ${S}/sys/user/likeName`, '', page],
  ['staff', `POST ${S}/sys/user/listByIds`, '', { ids: ['u-hr', 'u-tianjun'] }],
  ['staff', `GET ${S}/sys/user/getUserPhoto`],
  ['staff', `GET ${S}/sys/userRole/judgeRoleByUser`, 'roleCode=staff'],
  ['staff', `GET ${S}/sys/userRole/judgeRoleLikeByUser`, 'roleCode=sta'],
  ['staff', `GET ${S}/dt/user/getUserInfoByRole/hr`],
  ['admin', `GET ${S}/crane/user/getUserInfoByRole/staff`],
  ['admin', `GET ${S}/sys/roleScope/list`],
  ['staff', `GET ${S}/sys/dictItem/getDictItemByTypeCode`, 'typeCode=sealType'],
  ['staff', `GET ${S}/sys/dictItem/getDictItemAllByTypeCode`, 'typeCode=workCalendar'],
  ['staff', `GET ${S}/sys/dictType/buildDictTypeTree`],
  ['staff', `GET ${S}/sys/dictType/getById`, 'id=sealType'],
  ['staff', `GET ${S}/sys/area/getArea`],
  ['staff', `GET ${S}/sys/area/getTree`],
  ['staff', `GET ${S}/sys/area/outline`, 'code=370000'],
  ['staff', `GET ${S}/frmDef/getLastVersionFrmDef`, 'formKey=businessSealApply'],
  ['staff', `GET ${S}/screenDef/getLastVersionScreenDef`, 'screenKey=platform/home'],
  ...[
    'frmDef?formKey=businessSealApply',
    'flowDef?flowKey=businessSealApply',
    'screenDef?screenKey=platform/home',
    'datasetDef?datasetKey=ledgerCentre/contractAmount',
  ].flatMap((one) => {
    const [kind, key] = one.split('?');
    return [
      ['admin', `GET ${S}/${kind}/versions`, key],
      ['admin', `GET ${S}/${kind}/getVersion`, `${key}&version=1`],
      ['admin', `GET ${S}/${kind}/list`],
      ['admin', `GET ${S}/${kind}/getDraft`, key],
    ] as const;
  }),
  ['staff', `GET ${S}/dataset/define`, 'datasetKey=ledgerCentre/contractAmount'],
  [
    'staff',
    `POST ${S}/dataset/run`,
    '',
    { questions: [{ datasetKey: 'ledgerCentre/contractAmount', by: ['month'] }, { datasetKey: 'none' }] },
  ],
  ['staff', `POST ${S}/dataset/records`, '', { datasetKey: 'ledgerCentre/contractAmount', keys: {}, figure: 'amount' }],
  ['staff', `GET ${S}/subscription/list`],
  ['admin', `POST ${S}/dataset/lines`, '', { datasetKey: 'ledgerCentre/contractLines' }],
  [
    'admin',
    `POST ${S}/dataset/exportPivot`,
    '',
    { datasetKey: 'ledgerCentre/contractAmount', rows: ['month'], values: ['amount'] },
  ],
  ['admin', `POST ${S}/dataset/exportLines`, '', { datasetKey: 'ledgerCentre/contractLines' }],
  ['admin', `GET ${S}/frmDef/running`, 'formKey=businessSealApply'],
  ['staff', `POST ${S}/frmCrud/list/businessSealApply`, '', page],
  ['staff', `POST ${S}/frmCrud/listNoAuth/businessSealApply`, '', page],
  ['admin', `GET ${S}/frmCrud/getById/businessSealApply`, `id=${RECORD}`],
  ['admin', `POST ${S}/frmCrud/checkUnique/userFiles`, '', { field: 'employeeNo', value: 'x' }],
  ['admin', `GET ${S}/frmCrud/changes/businessSealApply`, `id=${RECORD}`],
  ['admin', `GET ${S}/frmCrud/history/businessSealApply`, `id=${RECORD}`],
  ['admin', `GET ${S}/frmCrud/comments/contractLedger`, 'id=contractLedger-0001'],
  ['admin', `GET ${S}/frmCrud/mentionable/contractLedger`, 'id=contractLedger-0001'],
  [
    'admin',
    `POST ${S}/frmCrud/timeline/contractLedger`,
    '',
    { id: 'contractLedger-0001', over: ['projectSettlement:contract', 'paymentClaim:contract'] },
  ],
  ['admin', `POST ${S}/frmCrud/chain/contractLedger`, '', { id: 'contractLedger-0001' }],
  ['admin', `GET ${S}/frmCrud/getRevision/businessSealApply`, `id=${RECORD}&revision=1`],
  ['staff', `POST ${S}/frmCrud/exportRows/businessSealApply`, '', {}],
  ['staff', `GET ${S}/frmDraft/list`],
  ...['listMyTodo', 'listMyDone', 'listMyStart'].flatMap((call) =>
    ['staff', 'leader'].map((who) => [who, `POST /api/task/flow/task/${call}`, '', page] as const),
  ),
  ['leader', `POST ${S}/flow/task/getTodoList`, '', page],
  ['leader', `POST ${S}/flow/task/getAllTodoList`, '', page],
  ['leader', `GET ${S}/flow/task/countMyTodo`],
  ['leader', 'POST /api/task/flow/task/groups/todo', '', {}],
  ['leader', 'POST /api/task/flow/task/exportRows/done', '', {}],
  ['staff', 'GET /api/task/flow/flwFrm/getFrmCfg', 'formKey=businessSealApply'],
  ['staff', 'GET /api/task/flow/flwFrm/getFlwDefByFrmKey', 'formKey=businessSealApply'],
  ...['history', 'pending', 'progress', 'options'].map(
    (call) => ['admin', `GET /api/task/flow/process/${call}`, `formKey=businessSealApply&recordId=${RECORD}`] as const,
  ),
  ['staff', 'GET /api/task/flow/phrase/list'],
  ['staff', 'GET /api/task/flow/img/getFlwDefImg', 'formKey=businessSealApply'],
  ['admin', `GET ${S}/flowDef/forms`, 'flowKey=businessSealApply'],
  ['admin', `GET ${S}/flowDef/holders`],
  ['admin', 'POST /api/task/flow/admin/instances', '', {}],
  ['admin', 'GET /api/task/flow/admin/versions'],
  ['admin', 'GET /api/task/flow/admin/heldBy', 'userId=u-leader'],
  ...['getList'].map((call) => ['staff', `POST ${S}/sendEmails/${call}`, '', {}] as const),
  ...['getList', 'getDelList', 'getCountTotalMap'].map(
    (call) => ['leader', `POST ${S}/receiveEmails/${call}`, '', {}] as const,
  ),
  ['staff', `POST ${S}/sysNotice/getList`, '', {}],
  ['admin', `POST ${S}/sysNotice/getManageList`, '', {}],
  ['staff', `POST ${S}/sysMsgRemind/msgRemindList`, '', {}],
  ['staff', `GET ${S}/sysMsgRemind/unreadCount`],
  ...['byMonth', 'byForm', 'byState'].map((call) => ['leader', `GET ${S}/home/${call}`, 'scope=mine'] as const),
  ['admin', `POST ${S}/sysAudit/getList`, '', page],
  ['admin', `POST ${S}/sysAudit/getRecordList`, '', page],
  ['admin', `GET ${S}/sysAudit/getChoices`],
  ...[
    'list',
    'onboardingArchives',
    'getSubordinateList',
    'getPositiveRemind',
    'getContractExpireRemind',
    'getPaperArchivesRemind',
    'getPartRemind',
    'getUserQualificationRemind',
    'getUserAuthArchiveslist',
  ].map((call) => ['hr', `POST ${S}/hr/userArchives/${call}`, '', page] as const),
  ['hr', `POST ${S}/hr/userArchives/exportArchives`, '', {}],
  ['hr', `GET ${S}/hr/userArchives/getById`, 'id=userFiles-0001'],
  ['hr', `GET ${S}/hr/userArchives/exportArchivesWord`, 'id=userFiles-0001'],
  ['hr', `GET ${S}/hr/userArchives/getPersonalModify`],
  ['hr', `POST ${S}/hr/userAuth/queryUserAuthList`, '', page],
  ['hr', `GET ${S}/hr/staffChangeDetail/getByUserId`, 'userId=u-admin'],
  ['hr', `POST ${S}/hr/staffOnboardingDetail/stdBookList`, '', page],
  ['staff', `GET ${S}/seal/config/querySealConfigListTree`],
];

describe('what is answered', () => {
  it('is what the description says, of every list, tree and entity of the demo company', async () => {
    const judge = answerJudge(spec);
    const templates = calls().map(([call]) => call);
    const faults: string[] = [];
    for (const [who, call, query = '', body] of ASKED) {
      const [method = '', path = ''] = call.split(' ');
      const template =
        templates.find((one) => one === call) ??
        templates.find(
          (one) => one.includes('{') && new RegExp(`^${one.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(call),
        ) ??
        call;
      const response = await fetch(`${server.url}${path}${query ? `?${query}` : ''}`, {
        method,
        headers: {
          authorization: `Bearer ${clients.get(who)?.token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      if (response.status !== 200) faults.push(`${who} ${call}: ${response.status} ${text.slice(0, 100)}`);
      const fault = judge(template, response.status, response.headers.get('content-type') ?? '', text);
      if (fault) faults.push(`${who} ${template}: ${fault}`);
    }
    expect(faults).toEqual([]);
  }, 120_000);

  it('is found out where it is something else', () => {
    const judge = answerJudge({
      paths: {
        '/x': {
          get: {
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: { properties: { data: schemaOf({ id: 'text', 'more?': 'flag', at: ['integer|none'] }) } },
                  },
                },
              },
            },
          },
        },
      },
    });
    const heard = (value: unknown): string | null =>
      judge('GET /x', 200, 'application/json; charset=utf-8', JSON.stringify({ code: '1', msg: '好', data: value }));
    expect(heard({ id: 'a', at: [1, null] })).toBeNull();
    for (const wrong of [
      { at: [] },
      { id: 1, at: [] },
      { id: 'a', at: ['x'] },
      { id: 'a', at: [], more: 'x' },
      { id: 'a', at: null },
    ])
      expect(heard(wrong), JSON.stringify(wrong)).toMatch(/description/);
    expect(judge('GET /x', 200, 'text/plain', 'x')).toMatch(/described as/);
    expect(judge('GET /y', 200, 'application/json', '{}')).toMatch(/not described/);
    expect(judge('GET /x', 404, 'application/json', '{}')).toBeNull();
  });
});
