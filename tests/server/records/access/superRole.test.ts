import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author, paths, publishSealDemo, recordsOf, sealForm } from '../../support/sealDemo.ts';
import { type Client, startTestServer, type TestServer } from '../../support.ts';
import { recordTable } from '../../../../src/server/records/columns/recordSource.ts';

let server: TestServer;
let staff: Client;
let hr: Client;
let leader: Client;
let outsider: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, hr] = await Promise.all([server.api('staff'), server.api('hr')]);
  await publishSealDemo(server);
  for (const definition of [PLAIN, FLOW])
    await publishForm(server.context, { formKey: definition.formKey, definition, note: '初版', author });
  [staff, leader, outsider, admin] = await Promise.all(
    ['staff', 'leader', 'hr', 'admin'].map((name) => server.api(name)),
  );
  keeper = (
    await server.context.db
      .selectFrom('sys_user')
      .select('id')
      .where('username', '=', 'sealer')
      .executeTakeFirstOrThrow()
  ).id;
});
afterAll(() => server.dispose());

const PERSON = { tag: 'userSelector', __vModel__: 'keeper', label: '保管人' };

const DEPT = { tag: 'deptSelector', __vModel__: 'place', label: '保管部门', readonly: true };

const PLAIN = {
  formKey: 'superPlain',
  formName: '无审批',
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称' },
    PERSON,
    DEPT,
    {
      tag: 'subTable',
      __vModel__: 'tests',
      label: '检测项',
      children: [
        { tag: 'el-input', __vModel__: 'item', label: '项目' },
        { tag: 'userSelector', __vModel__: 'tester', label: '检测人' },
      ],
    },
  ],
};

const FLOW = { ...sealForm, formKey: 'superFlow', formName: '有审批', fields: [...sealForm.fields, PERSON] };

let keeper = '';

const grant = async (username: string): Promise<void> => {
  const { id } = await server.context.db
    .selectFrom('sys_user')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  await server.context.db
    .insertInto('sys_user_role')
    .values({ user_id: id, role_code: 'superRole' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

describe('the super role (ED-005, OD-053)', () => {
  it('is a role of the account, as getCurrentUser answers it; without it a colleague’s record is read-only', async () => {
    const mine = await recordsOf(staff, 'superPlain').save({ fieldsMap: { name: '甲', keeper: '' } });
    expect(mine.code).toBe('1');
    const seen = await recordsOf(leader, 'superPlain').get(mine.data.id ?? '');
    const change = {
      ...seen.data,
      id: mine.data.id ?? '',
      revision: seen.data.revision,
      fieldsMap: { ...seen.data.fieldsMap, keeper },
    };
    expect((await recordsOf(leader, 'superPlain').save(change)).code).toBe('403');
    await grant('leader');
    expect((await leader.get<{ roles: string[] }>('/api/auth/oauth/getCurrentUser')).data.roles).toContain('superRole');
    const saved = await recordsOf(leader, 'superPlain').save(change);
    expect([saved.code, saved.data.fieldsMap.keeper, saved.data.fieldsMap.keeperLabel !== '']).toEqual([
      '1',
      keeper,
      true,
    ]);
  });

  it('opens the selectors and nothing else, and not a locked one', async () => {
    const mine = await recordsOf(staff, 'superPlain').save({ fieldsMap: { name: '乙' } });
    const seen = await recordsOf(leader, 'superPlain').get(mine.data.id ?? '');
    const refused = await recordsOf(leader, 'superPlain').save({
      id: mine.data.id,
      revision: seen.data.revision,
      fieldsMap: { name: '改', keeper, place: 'd-1' },
      childTables: {},
    });
    expect(refused.code).toBe('RECORD_FORBIDDEN');
    expect(paths(refused)).toEqual([
      ['fieldsMap', 'name'],
      ['fieldsMap', 'place'],
    ]);
  });

  it('opens the selectors in the rows, and neither other cells nor the set of rows', async () => {
    const rows = ['1', '2'].map((id) => ({ id: `r${id}`, fieldsMap: { item: `项${id}`, tester: '' } }));
    const mine = await recordsOf(staff, 'superPlain').save({ fieldsMap: { name: '丙' }, childTables: { tests: rows } });
    expect(mine.code, mine.msg).toBe('1');
    const seen = await recordsOf(leader, 'superPlain').get(mine.data.id ?? '');
    const stored = seen.data.childTables.tests ?? [];
    const save = (tests: readonly object[]) =>
      recordsOf(leader, 'superPlain').save({ ...seen.data, childTables: { tests: tests as never } });
    const changed = (values: object) =>
      stored.map((row, index) => (index === 0 ? { ...row, fieldsMap: { ...row.fieldsMap, ...values } } : row));
    expect((await save(changed({ item: '改' }))).code).toBe('RECORD_FORBIDDEN');
    expect((await save(stored.slice(1))).code).toBe('RECORD_FORBIDDEN');
    expect((await save([...stored, { id: 'r3', fieldsMap: { item: '项3', tester: keeper } }])).code).toBe(
      'RECORD_FORBIDDEN',
    );
    const saved = await save(changed({ tester: keeper }));
    expect([saved.code, saved.data.childTables.tests?.[0]?.fieldsMap]).toMatchObject([
      '1',
      { item: '项1', tester: keeper },
    ]);
  });

  it('does not make readable what was not, nor may it act on somebody’s task', async () => {
    await grant('hr');
    await grant('admin');
    const values = {
      fieldsMap: { title: '报告盖章', kind: 'report', amount: 10 },
      childTables: { sealFiles: [{ id: 'r1', fieldsMap: { fileName: '报告', copies: 1, price: 1 } }] },
    };
    const draft = await recordsOf(staff, 'superFlow').save(values);
    const { data: running } = await recordsOf(staff, 'superFlow').run(
      { ...values, id: draft.data.id, revision: draft.data.revision },
      'submit',
    );
    expect(running.flwState).toBe('1');
    const id = running.id ?? '';
    expect(
      (await recordsOf(outsider, 'superFlow').save({ id, revision: running.revision, fieldsMap: { keeper } })).code,
    ).not.toBe('1');
    const saved = await recordsOf(admin, 'superFlow').save({ id, revision: running.revision, fieldsMap: { keeper } });
    expect(saved.data).toMatchObject({ flwState: '1', taskNode: running.taskNode, fieldsMap: { keeper } });
    expect(
      (await recordsOf(admin, 'superFlow').run({ id, revision: saved.data.revision, fieldsMap: {} }, 'approve')).code,
    ).toBe('TASK_NOT_YOURS');
    expect(
      paths(
        await recordsOf(admin, 'superFlow').save({ id, revision: saved.data.revision, fieldsMap: { title: '改' } }),
      ),
    ).toEqual([['fieldsMap', 'title']]);
  });

  it('opens the selectors of an own record, too, once its creator may not edit it any more', async () => {
    const formKey = 'superOwn';
    const definition = { ...PLAIN, formKey, access: { createRoles: ['leader'] }, unitReads: '1' };
    await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: '自建', definition });
    expect((await admin.post('/api/system/frmDef/publish', { formKey, note: '初版' })).code).toBe('1');
    await grant('leader');
    const records = recordsOf(leader, formKey);
    const mine = await records.save({ fieldsMap: { name: '丙' } });
    const whole = await records.save({ ...mine.data, fieldsMap: { ...mine.data.fieldsMap, name: '丁' } });
    expect([mine.code, whole.code]).toEqual(['1', '1']);
    await admin.post('/api/system/sys/role/saveGrid', { code: 'leader', forms: [{ formKey, rights: ['see'] }] });
    const seen = (await records.get(mine.data.id ?? '')).data;
    expect(paths(await records.save({ ...seen, fieldsMap: { ...seen.fieldsMap, name: '戊', keeper } }))).toEqual([
      ['fieldsMap', 'name'],
    ]);
    const saved = await records.save({ ...seen, fieldsMap: { ...seen.fieldsMap, keeper } });
    expect([saved.code, saved.data.fieldsMap]).toMatchObject(['1', { name: '丁', keeper }]);
  });
});

const ARCHIVES = '/api/system/hr/userArchives';

it('what the own archive hides from its person is no answer to a guess, where they may correct it', async () => {
  const {
    data: {
      data: [own],
    },
  } = await staff.post<{ data: { contractNo: string }[] }>(`${ARCHIVES}/list`, {});
  expect(own?.contractNo).toBeTruthy();
  const { content } = await server.context.db
    .selectFrom('doc_version')
    .select('content')
    .where('kind', '=', 'form')
    .where('doc_key', '=', 'userFiles')
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow();
  const hidden = JSON.parse(content, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && (value as { __vModel__?: string }).__vModel__ === 'contractNo'
      ? { ...value, flowVisible: '0' }
      : value,
  ) as object;
  await publishForm(server.context, {
    formKey: 'userFiles',
    formName: '人事档案',
    definition: hidden,
    note: '',
    author,
  });
  expect((await hr.get(`${ARCHIVES}/setPersonalModify/1`)).code).toBe('1');
  expect((await staff.post<{ data: object[] }>(`${ARCHIVES}/list`, {})).data.data[0]).not.toHaveProperty('contractNo');

  const guess = (contractNo: string) =>
    staff.post(`${ARCHIVES}/qrSaveOrUpdate`, { address: '江城市新址 2 号', contractNo });
  for (const one of ['HT-0', own?.contractNo ?? ''])
    expect(await guess(one)).toMatchObject({ code: 'RECORD_FORBIDDEN' });
  expect(await staff.post(`${ARCHIVES}/qrSaveOrUpdate`, { address: '江城市新址 2 号' })).toMatchObject({ code: '1' });
});

describe('the keepers of a form', () => {
  let colleague: Client;
  let leader: Client;
  beforeAll(async () => {
    [hr, colleague, staff, leader] = await Promise.all([
      server.api('hr'),
      server.api('duruoxi'),
      server.api('staff'),
      server.api('dengguoqiang'),
    ]);
  });

  interface Listed {
    data: {
      id: string;
      revision: number;
      fieldsMap: Record<string, unknown>;
      childTables: Record<string, unknown[]>;
    }[];
    page: { total: number };
  }

  const CRUD = '/api/system/frmCrud';

  const list = (client: Client, name = '') =>
    client.post<Listed>(`${CRUD}/list/userFiles`, {
      data: name === '' ? {} : { conditions: [{ field: 'userName', op: 'eq', value: name }] },
      page: { pageNum: 1, pageSize: 100 },
    });

  const archiveOf = async (name: string) => {
    const [row] = (await list(hr, name)).data.data;
    if (!row) throw new Error(`no archive of ${name}`);
    return row;
  };

  describe('a form that names its keepers, and whom and which department a record is about (access)', () => {
    it("shows all records of the unit to every keeper, one's own to the person, a department's to its leader", async () => {
      expect((await list(hr)).data.page.total).toBe(54);
      expect((await list(colleague)).data.page.total).toBe(54);
      expect((await list(staff)).data.data.map(({ fieldsMap }) => fieldsMap.userName)).toEqual(['周明轩']);
      const led = (await list(leader)).data.data.map(({ fieldsMap }) => fieldsMap.userName).sort();
      expect(led).toEqual(['唐振邦', '张伟', '方静', '李振华', '梁永刚', '王雪琴', '石磊', '邓国强'].sort());
    });

    it('opens single records by the same rule, and hides the others', async () => {
      const [own, other] = [await archiveOf('周明轩'), await archiveOf('张伟')];
      expect((await staff.get(`${CRUD}/getById/userFiles?id=${own.id}`)).code).toBe('1');
      expect((await staff.get(`${CRUD}/getById/userFiles?id=${other.id}`)).code).toBe('404');
      expect((await leader.get(`${CRUD}/getById/userFiles?id=${other.id}`)).code).toBe('1');
    });

    it('is changed by any keeper and by nobody who may only read', async () => {
      const own = await archiveOf('周明轩');
      const stored = (await hr.get<Listed['data'][number]>(`${CRUD}/getById/userFiles?id=${own.id}`)).data;
      const changed = {
        id: stored.id,
        revision: stored.revision,
        fieldsMap: { ...stored.fieldsMap, post: '高级经营专员' },
        childTables: stored.childTables,
      };
      expect((await staff.post(`${CRUD}/saveOrUpdate/userFiles`, changed)).code).toBe('403');
      expect((await leader.post(`${CRUD}/saveOrUpdate/userFiles`, changed)).code).toBe('404');
      expect((await colleague.post(`${CRUD}/saveOrUpdate/userFiles`, changed)).code).toBe('1');
      expect((await staff.get(`${CRUD}/delById/userFiles?id=${own.id}`)).code).toBe('403');
    });

    it('takes new records from keepers alone', async () => {
      const record = {
        fieldsMap: {
          employeeNo: 'HZ9001',
          userName: '新人',
          deptId: 'dept-cl',
          staffState: '试用',
          entryDate: '2026-11-01',
        },
        childTables: { certificates: [] },
      };
      expect((await staff.post(`${CRUD}/saveOrUpdate/userFiles`, record)).code).toBe('403');
      const saved = await colleague.post<{ id: string }>(`${CRUD}/saveOrUpdate/userFiles`, record);
      expect(saved.code).toBe('1');
      expect((await hr.get(`${CRUD}/delById/userFiles?id=${saved.data.id}`)).code).toBe('1');
    });

    it('keeps a keeper out of other units', async () => {
      await sql`update ${recordTable('userFiles')} set unit_id = 'unit-zx' where id = 'userFiles-0041'`.execute(
        server.context.db,
      );
      // what the server notes with every write of its own
      await server.context.db
        .insertInto('frm_place')
        .values({ form_key: 'userFiles', kind: 'unit', place_id: 'unit-zx' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      // hr belongs to both companies, the colleague to one
      expect((await list(hr)).data.page.total).toBe(54);
      expect((await list(colleague)).data.page.total).toBe(53);
      expect((await colleague.get(`${CRUD}/getById/userFiles?id=userFiles-0041`)).code).toBe('404');
      expect((await colleague.get(`${CRUD}/delById/userFiles?id=userFiles-0041`)).code).toBe('404');
    });

    it('says of a record that a keeper reads in another unit that it cannot be changed', async () => {
      const admin = await server.api('admin');
      await admin.post('/api/system/sys/roleScope/save', { code: 'hr', scope: 'all', forms: [] });
      const read = async (client: Client) =>
        (
          await client.get<Listed['data'][number] & { isOfOtherUnit?: boolean }>(
            `${CRUD}/getById/userFiles?id=userFiles-0041`,
          )
        ).data;
      const other = await read(colleague);
      expect(other.isOfOtherUnit).toBe(true);
      expect((await colleague.post(`${CRUD}/saveOrUpdate/userFiles`, other)).code).toBe('403');
      for (const client of [hr, admin]) expect(await read(client)).not.toHaveProperty('isOfOtherUnit');
    });
  });
});
