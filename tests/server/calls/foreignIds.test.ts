import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishSealDemo, recordsOf, SEAL } from '../support/sealDemo.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../support.ts';

/** Ids of things that belong to people of one unit. */
interface Ids {
  record: string;
  draft: string;
  task: string;
  file: string;
  sent: string;
  received: string;
  notice: string;
  reminder: string;
  typed: string;
  link: string;
  phrase: string;
  session: string;
  archive: string;
  grant: string;
  sealing: string;
  person: string;
}
type Call = (client: Client, ids: Ids) => Promise<Answer>;

let server: TestServer;
let stranger: Client;
let theirs: Ids;
let unknown: Ids;

const upload = async (client: Client, name: string): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob([name]), name);
  return (await client.post<{ id: string }>('/api/file/sys/file/upload', form)).data.id;
};

beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  const [staff, hr] = await Promise.all([server.api('staff'), server.api('hr')]);
  // of the other unit, in no role but the common one
  stranger = await server.api('ruanyifei');
  const record = (await recordsOf(staff).run(SEAL, 'submit')).data.id ?? '';
  const draft = (await recordsOf(staff).save(SEAL)).data.id ?? '';
  const { db } = server.context;
  const task = (
    await db
      .selectFrom('flw_task')
      .select('id')
      .where('record_id', '=', record)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
  ).id;
  const attached = await staff.post<{ busiAttId: string }[]>('/api/file/attBusi/insertAtt', {
    busId: record,
    busType: 'sealDemo',
    attIds: [await upload(staff, '附件.txt')],
  });
  const sent = (
    await staff.post<{ id: string }>('/api/system/sendEmails/sendEmail', {
      subject: '内部',
      content: '秘密',
      toIds: ['u-hr'],
    })
  ).data.id;
  const notice = (
    await hr.post<{ id: string }>('/api/system/sysNotice/saveOrUpdate', {
      title: '本单位通知',
      content: '秘密',
      unitIds: ['unit-jc'],
    })
  ).data.id;
  await hr.post('/api/system/sysNotice/release', { id: notice });
  const typed = 'typed-of-staff-0001';
  await staff.post('/api/system/frmDraft/save', { id: typed, formKey: 'sealDemo', revision: 0, set: { a: 1 } });
  const phrase = (await staff.post<string>('/api/task/flow/phrase/save', { act: 'approve', text: '同意，秘密' })).data;
  await db
    .insertInto('sys_remind')
    .values({
      id: '0'.repeat(31) + '7',
      user_id: 'u-staff',
      kind: 'flow',
      title: '秘密',
      content: '',
      form_key: null,
      record_id: null,
      read_at: null,
    })
    .execute();
  const received = (
    await db.selectFrom('mail_receipt').select('id').where('message_id', '=', sent).executeTakeFirstOrThrow()
  ).id;
  const session = (
    await db.selectFrom('auth_session').select('id').where('user_id', '=', 'u-staff').executeTakeFirstOrThrow()
  ).id;
  const businessOf = async (formKey: string): Promise<string> =>
    (
      await db
        .selectFrom('frm_record')
        .select('id')
        .where('form_key', '=', formKey)
        .where('unit_id', '=', 'unit-jc')
        .where('create_by', '<>', 'u-ruanyifei')
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id;
  const business = {
    archive: await businessOf('userFiles'),
    grant: await businessOf('abilityConfirm'),
    sealing: await businessOf('sealDetails'),
    person: 'u-lizhenhua',
  };
  theirs = {
    record,
    session,
    ...business,
    draft,
    task,
    file: await upload(staff, '图.txt'),
    sent,
    received,
    notice,
    reminder: '0'.repeat(31) + '7',
    typed,
    link: attached.data[0]?.busiAttId ?? '',
    phrase,
  };
  unknown = Object.fromEntries(
    Object.keys(theirs).map((name, index) => [name, `f${String(index).padStart(31, '0')}`]),
  ) as unknown as Ids;
});
afterAll(() => server.dispose());

const act =
  (name: string, more: object = {}): Call =>
  (client, { record, task }) =>
    client.post(`/api/task/flow/process/${name}`, {
      formKey: 'sealDemo',
      recordId: record,
      taskId: task,
      opinion: '理由',
      ...more,
    });
const crud =
  (path: (ids: Ids) => string): Call =>
  (client, ids) =>
    client.get(`/api/system/frmCrud/${path(ids)}`);
const flow =
  (path: string): Call =>
  (client, { record }) =>
    client.get(`/api/${path}?formKey=sealDemo&recordId=${record}`);
const values = { fieldsMap: {}, childTables: {} };

/** Every call that takes an id of a thing that is somebody's. */
const CASES: Readonly<Record<string, readonly Call[]>> = {
  'POST /api/system/frmCrud/saveOrUpdate/{formKey}': [
    (client, ids) =>
      client.post('/api/system/frmCrud/saveOrUpdate/sealDemo', { ...values, id: ids.record, revision: 1 }),
    (client, ids) =>
      client.post('/api/system/frmCrud/saveOrUpdate/sealDemo', { ...values, id: ids.draft, revision: 1 }),
    (client, ids) =>
      client.post('/api/system/frmCrud/saveOrUpdate/sealDemo', {
        ...values,
        id: ids.record,
        revision: 1,
        taskId: ids.task,
      }),
  ],
  'POST /api/system/frmCrud/runProcess/{formKey}': (['submit', 'approve', 'return', 'reject'] as const).map(
    (action): Call =>
      (client, ids) =>
        client.post('/api/system/frmCrud/runProcess/sealDemo', {
          record: { ...values, id: ids.record, revision: 1 },
          action,
          taskId: ids.task,
          opinion: '理由',
        }),
  ),
  'GET /api/system/frmCrud/getById/{formKey}': [
    crud(({ record }) => `getById/sealDemo?id=${record}`),
    crud(({ draft }) => `getById/sealDemo?id=${draft}`),
    crud(({ record, task }) => `getById/sealDemo?id=${record}&taskId=${task}`),
  ],
  'POST /api/system/frmCrud/checkUnique/{formKey}': [
    (client, ids) =>
      client.post('/api/system/frmCrud/checkUnique/sealDemo', { field: 'title', value: 'x', id: ids.record }),
  ],
  'GET /api/system/frmCrud/changes/{formKey}': [crud(({ record }) => `changes/sealDemo?id=${record}`)],
  'GET /api/system/frmCrud/history/{formKey}': [crud(({ record }) => `history/sealDemo?id=${record}`)],
  'GET /api/system/frmCrud/getRevision/{formKey}': [
    crud(({ record }) => `getRevision/sealDemo?id=${record}&revision=1`),
  ],
  'GET /api/system/frmCrud/delById/{formKey}': [
    crud(({ record }) => `delById/sealDemo?id=${record}`),
    crud(({ draft }) => `delById/sealDemo?id=${draft}`),
  ],
  'POST /api/auth/session/end': [(client, { session }) => client.post('/api/auth/session/end', { id: session })],
  'GET /api/file/att/getById': [(client, { file }) => client.get(`/api/file/att/getById?id=${file}`)],
  'POST /api/file/att/listByIds': [(client, { file }) => client.post('/api/file/att/listByIds', { ids: [file] })],
  'GET /api/file/sys/file/download/{attId}': [
    (client, { file }) => client.get(`/api/file/sys/file/download/${file}`),
    (client, { file }) => client.get(`/api/file/sys/file/download/${file}?inline=1`),
  ],
  'GET /api/att/download': [(client, { file }) => client.get(`/api/att/download?attId=${file}`)],
  'POST /api/att/download': [(client, { file }) => client.post('/api/att/download', { id: file })],
  'GET /api/common/download': [(client, { file }) => client.get(`/api/common/download?fileName=${file}&delete=true`)],
  'GET /api/common/download/resource': [
    (client, { file }) => client.get(`/api/common/download/resource?resource=/api/file/sys/file/download/${file}`),
  ],
  'POST /api/file/att/outsideUrl': [(client, { file }) => client.post('/api/file/att/outsideUrl', { id: file })],
  'GET /api/file/att/docText': [(client, { file }) => client.get(`/api/file/att/docText?id=${file}`)],
  'POST /api/system/sys/user/setUserPhoto': [
    (client, { file }) => client.post('/api/system/sys/user/setUserPhoto', { id: file }),
  ],
  'GET /api/file/att/listByBusIdAndType': [
    (client, { record }) => client.get(`/api/file/att/listByBusIdAndType?busId=${record}&busType=sealDemo`),
  ],
  'POST /api/file/attBusi/insertAtt': [
    (client, { file, record }) =>
      client.post('/api/file/attBusi/insertAtt', { busId: record, busType: 'sealDemo', attIds: [file] }),
    (client, { file }) =>
      client.post('/api/file/attBusi/insertAtt', { busId: 'outside', busType: 'otherSystem', attIds: [file] }),
  ],
  'GET /api/file/attBusi/removeAtt': [(client, { link }) => client.get(`/api/file/attBusi/removeAtt?id=${link}`)],
  'GET /api/system/frmDraft/get': [(client, { typed }) => client.get(`/api/system/frmDraft/get?id=${typed}`)],
  'GET /api/system/frmDraft/list': [
    (client, { record }) => client.get(`/api/system/frmDraft/list?formKey=sealDemo&recordId=${record}`),
  ],
  'POST /api/system/frmDraft/remove': [
    (client, { typed }) => client.post('/api/system/frmDraft/remove', { ids: [typed] }),
  ],
  'GET /api/task/flow/flwFrm/getFrmCfg': [flow('task/flow/flwFrm/getFrmCfg')],
  'GET /api/task/flow/flwFrm/getFlwDefByFrmKey': [flow('task/flow/flwFrm/getFlwDefByFrmKey')],
  'GET /api/task/flow/process/history': [flow('task/flow/process/history')],
  'GET /api/task/flow/process/progress': [flow('task/flow/process/progress')],
  'GET /api/task/flow/process/pending': [flow('task/flow/process/pending')],
  'GET /api/task/flow/process/options': [flow('task/flow/process/options')],
  'GET /api/system/flow/img/viewProcessImg': [flow('system/flow/img/viewProcessImg')],
  'GET /api/task/flow/img/viewProcessImg': [flow('task/flow/img/viewProcessImg')],
  'POST /api/task/flow/process/takeBackFlow': [act('takeBackFlow')],
  'POST /api/task/flow/process/transfer': [act('transfer', { userIds: ['u-hr'] })],
  'POST /api/task/flow/process/delegate': [act('delegate', { userIds: ['u-hr'] })],
  'POST /api/task/flow/process/addSign': [act('addSign', { userIds: ['u-hr'], place: 'before' })],
  'POST /api/task/flow/process/removeSign': [act('removeSign', { signers: ['u-hr'] })],
  'POST /api/task/flow/process/cc': [act('cc', { userIds: ['u-hr'] })],
  'POST /api/task/flow/process/urge': [act('urge')],
  'POST /api/task/flow/process/message': [act('message', { message: 'x' })],
  'POST /api/task/flow/process/comment': [act('comment')],
  'POST /api/task/flow/process/void': [act('void')],
  'POST /api/system/hr/staffResign/stopFlow': [
    (client, { record, task }) =>
      client.post('/api/system/hr/staffResign/stopFlow', {
        formKey: 'sealDemo',
        recordId: record,
        taskId: task,
        opinion: '理由',
      }),
  ],
  'POST /api/task/flow/task/batchApprove': [
    (client, { task }) => client.post('/api/task/flow/task/batchApprove', { taskIds: [task] }),
  ],
  'POST /api/task/flow/phrase/save': [
    (client, { phrase }) => client.post('/api/task/flow/phrase/save', { id: phrase, act: 'approve', text: '改' }),
  ],
  'POST /api/task/flow/phrase/order': [
    (client, { phrase }) => client.post('/api/task/flow/phrase/order', { ids: [phrase] }),
  ],
  'POST /api/task/flow/phrase/remove': [
    (client, { phrase }) => client.post('/api/task/flow/phrase/remove', { ids: [phrase] }),
  ],
  'POST /api/system/sendEmails/sendEmail': [
    (client, { sent }) => client.post('/api/system/sendEmails/sendEmail', { id: sent, subject: 'x', toIds: ['u-hr'] }),
    (client, { file }) =>
      client.post('/api/system/sendEmails/sendEmail', { subject: 'x', toIds: ['u-hr'], fileIds: [file] }),
  ],
  'POST /api/system/sendEmails/saveBatch': [
    (client, { sent }) => client.post('/api/system/sendEmails/saveBatch', { id: sent, subject: 'x' }),
    (client, { file }) => client.post('/api/system/sendEmails/saveBatch', { subject: 'x', fileIds: [file] }),
  ],
  'GET /api/system/sendEmails/getEntity': [
    (client, { sent }) => client.get(`/api/system/sendEmails/getEntity?id=${sent}`),
  ],
  'GET /api/system/sendEmails/removeEntity': [
    (client, { sent }) => client.get(`/api/system/sendEmails/removeEntity?id=${sent}`),
  ],
  'GET /api/system/receiveEmails/getEntity': [
    (client, { received }) => client.get(`/api/system/receiveEmails/getEntity?id=${received}`),
  ],
  'POST /api/system/receiveEmails/deleteByIds': [
    (client, { received, sent }) => client.post('/api/system/receiveEmails/deleteByIds', { ids: [received, sent] }),
  ],
  'POST /api/system/receiveEmails/updateEmail': [
    (client, { received }) => client.post('/api/system/receiveEmails/updateEmail', { id: received, readStatus: '1' }),
  ],
  'POST /api/system/receiveEmails/updateBatch': [
    (client, { received, sent }) =>
      client.post('/api/system/receiveEmails/updateBatch', { ids: [received, sent], readStatus: '1', delStatus: '1' }),
  ],
  'GET /api/system/sysNotice/getById': [
    (client, { notice }) => client.get(`/api/system/sysNotice/getById?id=${notice}`),
  ],
  'POST /api/system/sysNotice/saveOrUpdate': [
    (client, { notice }) => client.post('/api/system/sysNotice/saveOrUpdate', { id: notice, title: 'x' }),
  ],
  'POST /api/system/sysNotice/release': [
    (client, { notice }) => client.post('/api/system/sysNotice/release', { id: notice }),
  ],
  'POST /api/system/sysNotice/withdraw': [
    (client, { notice }) => client.post('/api/system/sysNotice/withdraw', { id: notice }),
  ],
  'GET /api/system/sysNotice/removeById': [
    (client, { notice }) => client.get(`/api/system/sysNotice/removeById?id=${notice}`),
  ],
  ...Object.fromEntries(
    [
      'list',
      'onboardingArchives',
      'getSubordinateList',
      'getPositiveRemind',
      'getContractExpireRemind',
      'getPaperArchivesRemind',
      'getPartRemind',
      'getUserQualificationRemind',
      'getUserAuthArchiveslist',
    ].map((call): [string, Call[]] => [
      `POST /api/system/hr/userArchives/${call}`,
      [
        (client, { archive }) =>
          client.post(`/api/system/hr/userArchives/${call}`, { data: { ids: [archive], days: 3650 } }),
      ],
    ]),
  ),
  'GET /api/system/hr/userArchives/getById': [
    (client, { archive }) => client.get(`/api/system/hr/userArchives/getById?id=${archive}`),
  ],
  'GET /api/system/hr/userArchives/exportArchivesWord': [
    (client, { archive }) => client.get(`/api/system/hr/userArchives/exportArchivesWord?id=${archive}`),
  ],
  'POST /api/system/hr/userArchives/saveOrUpdate': [
    (client, { archive }) => client.post('/api/system/hr/userArchives/saveOrUpdate', { id: archive, post: '改' }),
  ],
  'POST /api/system/hr/userArchives/qrSaveOrUpdate': [
    (client, { archive }) =>
      client.post('/api/system/hr/userArchives/qrSaveOrUpdate', { id: archive, phone: '13800000000' }),
  ],
  'POST /api/system/hr/userArchives/updateSn': [
    (client, { archive }) => client.post('/api/system/hr/userArchives/updateSn', { id: archive, sn: 1 }),
  ],
  'POST /api/system/hr/userArchives/delUserArchives': [
    (client, { archive }) => client.post('/api/system/hr/userArchives/delUserArchives', { ids: [archive] }),
  ],
  'GET /api/system/hr/userArchives/removeById': [
    (client, { archive }) => client.get(`/api/system/hr/userArchives/removeById?id=${archive}`),
  ],
  'POST /api/system/hr/userArchives/downloadUserQualification': [
    (client, { archive }) => client.post('/api/system/hr/userArchives/downloadUserQualification', { ids: [archive] }),
  ],
  'GET /api/system/hr/staffChangeDetail/getByUserId': [
    (client, { person }) => client.get(`/api/system/hr/staffChangeDetail/getByUserId?userId=${person}`),
  ],
  'POST /api/system/hr/userAuth/queryUserAuthList': [
    (client, { grant }) => client.post('/api/system/hr/userAuth/queryUserAuthList', { data: { ids: [grant] } }),
  ],
  'POST /api/system/hr/userAuth/saveUserAuth': [
    (client, { grant }) => client.post('/api/system/hr/userAuth/saveUserAuth', { id: grant, scope: '改' }),
  ],
  'POST /api/system/hr/staffOnboardingDetail/stdBookList': [
    (client, { archive }) =>
      client.post('/api/system/hr/staffOnboardingDetail/stdBookList', { data: { ids: [archive] } }),
  ],
  'POST /api/system/seal/busiSealDetails/saveBusiSealDetails': [
    (client, { sealing }) =>
      client.post('/api/system/seal/busiSealDetails/saveBusiSealDetails', { id: sealing, copies: 9 }),
  ],
  'POST /api/system/sysMsgRemind/read': [
    (client, { reminder }) => client.post('/api/system/sysMsgRemind/read', { ids: [reminder] }),
  ],
};

/** Calls whose ids are nobody's secret, and why. */
const OPEN: Readonly<Record<string, string>> = {
  'POST /api/system/frmDraft/save':
    'the sender makes the id; of somebody else’s nothing is answered (tests/server/drafts/drafts.test.ts)',
  'GET /api/system/frmCrud/importState': 'its own person’s alone (tests/server/imports/listTransfer.test.ts)',
  'POST /api/system/sysAudit/getList': 'administrators alone',
  'POST /api/system/sysAudit/export': 'administrators alone',
  'POST /api/system/sysAudit/getRecordList': 'administrators alone',
};
/** Workbooks of lists that are asked above. */
const isSheet = (call: string): boolean =>
  /\/api\/system\/hr\/.*\/export(Archives|UserAuthArchiveslist|OnboardingDetail)$/.test(call);
/** Administrators see everything; others are refused whatever they name. */
const isAdministrators = (call: string): boolean =>
  /\/api\/(system\/(sys\/menu\/(save|move|remove|restore|reset)|flowDef\/)|task\/flow\/admin\/)/.test(call);
/** The organisation, its people and the dictionaries are everybody's to choose from. */
const isShared = (call: string): boolean =>
  /\/api\/system\/(sys\/(org|orgLeader|user\/(likeName|listByIds)|dictType)|dt\/|crane\/)/.test(call);

interface Operation {
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
}

function namesIn(schema: unknown, names: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return;
  if (Array.isArray(schema)) {
    for (const one of schema) namesIn(one, names);
    return;
  }
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
    namesIn(value, names);
  }
}

describe('ids of another unit', () => {
  it('are looked at for every call that takes an id', () => {
    const { paths } = server.app.swagger() as { paths: Record<string, Record<string, Operation>> };
    const taking = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) => {
        const names = new Set((operation.parameters ?? []).map(({ name }) => name));
        for (const { schema } of Object.values(operation.requestBody?.content ?? {})) namesIn(schema, names);
        const isTaking = [...names].some((name) => /(^i|I)ds?$/.test(name)) || /resource|common\/download/.test(path);
        return isTaking ? [`${method.toUpperCase()} ${path}`] : [];
      }),
    );
    expect(taking.length).toBeGreaterThan(60);
    expect(
      taking.filter(
        (call) => !(call in CASES) && !(call in OPEN) && !isShared(call) && !isAdministrators(call) && !isSheet(call),
      ),
    ).toEqual([]);
    expect([...Object.keys(CASES), ...Object.keys(OPEN)].filter((call) => !taking.includes(call))).toEqual([]);
  });

  const told = async (cases: [string, readonly Call[]][]): Promise<string[]> => {
    const found: string[] = [];
    for (const [name, calls] of cases) {
      for (const call of calls) {
        const seen = async (ids: Ids): Promise<string> => {
          const { status, code, msg, data } = await call(stranger, ids);
          const text = JSON.stringify({ status, code, msg, data });
          return Object.entries(ids).reduce((masked, [what, id]) => masked.replaceAll(id as string, `<${what}>`), text);
        };
        const [foreign, none] = [await seen(theirs), await seen(unknown)];
        if (foreign !== none || foreign.includes('秘密')) found.push(`${name}: ${foreign} / ${none}`);
      }
    }
    return found;
  };

  it('get the very answer of ids that do not exist, from every call', async () => {
    expect(await told(Object.entries(CASES))).toEqual([]);
  });

  it('do so for who keeps such things, too, but in another unit', async () => {
    const { db } = server.context;
    await db
      .insertInto('sys_user_role')
      .values(['hr', 'sealer', 'manager'].map((role_code) => ({ user_id: 'u-ruanyifei', role_code })))
      .execute();
    expect(await told(Object.entries(CASES).filter(([name]) => /\/(hr|seal)\//.test(name)))).toEqual([]);
    await db
      .deleteFrom('sys_user_role')
      .where('user_id', '=', 'u-ruanyifei')
      .where('role_code', 'in', ['hr', 'sealer', 'manager'])
      .execute();
  });

  it('changed nothing', async () => {
    const { db } = server.context;
    expect(
      await db.selectFrom('frm_record').select('revision').where('id', 'in', [theirs.record, theirs.draft]).execute(),
    ).toEqual([{ revision: 1 }, { revision: 1 }]);
    expect(
      await db.selectFrom('mail_receipt').select(['read_at', 'place']).where('id', '=', theirs.received).execute(),
    ).toEqual([{ read_at: null, place: '0' }]);
    expect(await db.selectFrom('frm_draft').select('user_id').where('id', '=', theirs.typed).execute()).toEqual([
      { user_id: 'u-staff' },
    ]);
    expect(await db.selectFrom('att_busi').select('create_by').where('id', '=', theirs.link).execute()).toEqual([
      { create_by: 'u-staff' },
    ]);
    expect(await db.selectFrom('auth_session').select('user_id').where('id', '=', theirs.session).execute()).toEqual([
      { user_id: 'u-staff' },
    ]);
    const business = await db
      .selectFrom('frm_record')
      .select('revision')
      .where('id', 'in', [theirs.archive, theirs.grant, theirs.sealing])
      .execute();
    expect(business).toEqual([{ revision: 1 }, { revision: 1 }, { revision: 1 }]);
    expect(await db.selectFrom('sys_remind').select('read_at').where('id', '=', theirs.reminder).execute()).toEqual([
      { read_at: null },
    ]);
  });
});
