import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishSealDemo, recordsOf, SEAL } from '../support/sealDemo.ts';
import { recordsIn } from '../support/recordsIn.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';
import { BEHIND_CASES } from './behindIdCalls.ts';
import { FOLDER_CASES, secretFolder } from './folderIdCalls.ts';
import { CASES as OTHER_CASES, type Call, type Ids } from './foreignIdCalls.ts';
import { ADMINISTRATORS } from './whoMayCall.ts';

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
  const deleted = (await recordsOf(staff).save(SEAL)).data.id ?? '';
  await recordsOf(staff).remove(deleted);
  const comment = (
    await staff.post<{ id: string }>('/api/system/frmCrud/addComment/sealDemo', { id: record, text: '秘密' })
  ).data.id;
  const delegation = (
    await staff.post<{ id: string }>('/api/task/flow/delegation/add', {
      toUserId: 'u-hr',
      startTime: '2026-01-01',
      endTime: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    })
  ).data.id;
  const view = (
    await staff.post<string>('/api/system/listView/save', { formKey: 'sealDemo', place: '', name: '秘密', config: {} })
  ).data;
  const subscription = (
    await staff.post<string>('/api/system/subscription/save', {
      datasetKey: 'ledgerCentre/contractAmount',
      title: '秘密',
      kind: 'figure',
      schedule: { every: 'day', at: '08:00' },
      ways: ['site'],
    })
  ).data;
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
        .selectFrom(await recordsIn(server, formKey))
        .select('id')
        .where('unit_id', '=', 'unit-jc')
        .where('create_by', '<>', 'u-ruanyifei')
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id;
  const business = {
    archive: await businessOf('userFiles'),
    grant: await businessOf('abilityConfirm'),
    sealing: await businessOf('sealDetails'),
    contract: await businessOf('contractLedger'),
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
    delegation,
    deleted,
    view,
    subscription,
    comment,
    ...(await secretFolder(await server.api('admin'), hr, await upload(hr, '秘密.txt'))),
  };
  unknown = Object.fromEntries(
    Object.keys(theirs).map((name, index) => [name, `f${String(index).padStart(31, '0')}`]),
  ) as unknown as Ids;
});
afterAll(() => server.dispose());

const CASES = { ...OTHER_CASES, ...FOLDER_CASES, ...BEHIND_CASES };

/** Calls whose ids are nobody's secret, and why. */
const OPEN: Readonly<Record<string, string>> = {
  'POST /api/system/frmDraft/save':
    'the sender makes the id; of somebody else’s nothing is answered (tests/server/drafts/drafts.test.ts)',
  'POST /api/task/flow/delegation/add': 'people are everybody’s to choose from',
  'GET /api/system/frmCrud/importState': 'its own person’s alone (tests/server/imports/listTransfer.test.ts)',
  'GET /api/system/frmCrud/importBadRows': 'its importer’s alone (tests/server/imports/importPreview.test.ts)',
  'POST /api/system/sysAudit/getList': 'administrators alone',
  'POST /api/system/sysAudit/export': 'administrators alone',
  'POST /api/system/sysAudit/getRecordList': 'administrators alone',
};
/** Workbooks of lists that are asked above. */
const isSheet = (call: string): boolean =>
  /\/api\/system\/hr\/.*\/export(Archives|UserAuthArchiveslist|OnboardingDetail)$/.test(call);
/** Administrators see everything; others are refused whatever they name (callMatrix.test.ts asks as everybody else). */
const isAdministrators = (call: string): boolean =>
  /\/api\/(system\/(sys\/menu\/(save|move|remove|restore|reset)|flowDef\/)|task\/flow\/admin\/)/.test(call) ||
  ADMINISTRATORS.some((pattern) => pattern.test(call));
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
      await db
        .selectFrom(await recordsIn(server, 'sealDemo'))
        .select('revision')
        .where('id', 'in', [theirs.record, theirs.draft])
        .execute(),
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
    const revisionsOf = async (formKey: string, id: string) =>
      db
        .selectFrom(await recordsIn(server, formKey))
        .select('revision')
        .where('id', '=', id)
        .execute();
    const business = await Promise.all([
      revisionsOf('userFiles', theirs.archive),
      revisionsOf('abilityConfirm', theirs.grant),
      revisionsOf('sealDetails', theirs.sealing),
    ]);
    expect(business.flat()).toEqual([{ revision: 1 }, { revision: 1 }, { revision: 1 }]);
    expect(await db.selectFrom('sys_remind').select('read_at').where('id', '=', theirs.reminder).execute()).toEqual([
      { read_at: null },
    ]);
  });
});
