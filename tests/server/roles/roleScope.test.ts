import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { importRecords, type ImportedRecord } from '../../../src/server/records/save/importRecords.ts';
import type { RoleScopeOverview } from '../../../src/server/roles/roleScopes.ts';
import { author, recordsOf } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
/** 检测工程师 of 建筑材料检测部, whose only role with a general scope is staff. */
let tester: Client;

/** Whose record each is: another's of the same department, one of a department beside, one of a group below, one of the other unit. */
const OWNERS = {
  mine: 'u-lizhenhua',
  beside: 'u-zhangwei',
  below: 'u-wangxueqin',
  other: 'u-huangzhiqiang',
  far: 'u-ruanyifei',
} as const;
const record = (id: string, createBy: string): ImportedRecord => ({
  id,
  formKey: 'scopeDemo',
  flwState: '0',
  createBy,
  createTime: new Date(),
  updateBy: createBy,
  updateTime: new Date(),
  fieldsMap: { name: id },
  childTables: {},
  steps: [],
  openNode: null,
});

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.context;
  await db
    .insertInto('sys_org')
    .values({
      id: 'dept-cl-1',
      parent_id: 'dept-cl',
      name: '水泥组',
      type: 'dept',
      url: '',
      leader_id: null,
      sn: 1,
      is_disabled: false,
    })
    .execute();
  await db.updateTable('sys_user').set({ dept_id: 'dept-cl-1' }).where('id', '=', OWNERS.below).execute();
  const fields = [{ tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1' }];
  for (const formKey of ['scopeDemo', 'scopeOther'])
    await publishForm(server.context, { formKey, formName: formKey, definition: { fields }, note: '', author });
  await db.transaction().execute((trx) =>
    importRecords(
      server.context,
      trx,
      'scopeDemo',
      Object.entries(OWNERS).map(([id, owner]) => record(id, owner)),
    ),
  );
  [admin, tester] = await Promise.all([server.api('admin'), server.api('lizhenhua')]);
});
afterAll(() => server.dispose());

const set = async (scope: string, forms: { formKey: string; scope: string }[] = [], code = 'staff'): Promise<void> => {
  const answer = await admin.post('/api/system/sys/roleScope/save', { code, scope, forms });
  expect(answer.code, answer.msg).toBe('1');
};
const seen = async (client = tester): Promise<string[]> => {
  const { data } = await recordsOf(client, 'scopeDemo').list({}, { pageNum: 1, pageSize: 50 });
  expect(data.page.total).toBe(data.data.length);
  return data.data.map((row) => row.id ?? '').sort();
};

it('what another administrator decided is not taken back by a page that did not show it', async () => {
  const before = { scope: 'self', forms: [] };
  await set('self');
  await set('self', [
    { formKey: 'scopeDemo', scope: 'dept' },
    { formKey: 'scopeOther', scope: 'unit' },
  ]);
  const late = { code: 'staff', scope: 'unit', forms: [], before };
  expect((await admin.post('/api/system/sys/roleScope/save', late)).code).toBe('SCOPE_STALE');
  expect(await seen()).toEqual(['beside', 'mine']);
  // in whatever order the lines come
  const shown = {
    scope: 'self',
    forms: [
      { formKey: 'scopeOther', scope: 'unit' },
      { formKey: 'scopeDemo', scope: 'dept' },
    ],
  };
  const both = await Promise.all(
    ['dept', 'deptTree'].map((scope) =>
      admin.post('/api/system/sys/roleScope/save', { code: 'staff', scope, forms: [], before: shown }),
    ),
  );
  expect(both.map(({ code }) => code).sort()).toEqual(['1', 'SCOPE_STALE']);
});

describe('how far a role reads', () => {
  it.each([
    ['self', ['mine']],
    ['dept', ['beside', 'mine']],
    ['deptTree', ['below', 'beside', 'mine']],
    ['unit', ['below', 'beside', 'mine', 'other']],
    ['all', ['below', 'beside', 'far', 'mine', 'other']],
  ])(
    '%s: lists and totals hold exactly that, and what is outside is not there by id either',
    async (scope, expected) => {
      await set(scope);
      expect(await seen()).toEqual(expected);
      for (const id of Object.keys(OWNERS))
        expect((await recordsOf(tester, 'scopeDemo').get(id)).code, id).toBe(expected.includes(id) ? '1' : '404');
    },
  );

  it('is said form by form where a form has a line of its own, wider or narrower than the general one', async () => {
    await set('unit', [{ formKey: 'scopeDemo', scope: 'self' }]);
    expect(await seen()).toEqual(['mine']);
    await set('self', [
      { formKey: 'scopeDemo', scope: 'dept' },
      { formKey: 'scopeOther', scope: 'all' },
    ]);
    expect(await seen()).toEqual(['beside', 'mine']);
    await set('self', [{ formKey: 'scopeOther', scope: 'all' }]);
    expect(await seen()).toEqual(['mine']);
  });

  it('is the widest of all roles of a person, and their unit’s only', async () => {
    await set('self');
    const manager = await server.api('manager');
    expect(await seen(manager)).toEqual(['below', 'beside', 'far', 'mine', 'other']); // of both units
    await set('self', [], 'manager');
    // a leader of departments still reads these: dept-ld and dept-zxld hold none of the records
    expect(await seen(manager)).toEqual([]);
    await set('unit', [], 'manager');
  });

  it('of the department and those below is that of the unit that the call names', async () => {
    const { db } = server.context;
    const far = await db
      .selectFrom('sys_user')
      .select(['unit_id', 'dept_id'])
      .where('id', '=', OWNERS.far)
      .executeTakeFirstOrThrow();
    const home = await db
      .selectFrom('sys_user')
      .select('unit_id')
      .where('id', '=', OWNERS.mine)
      .executeTakeFirstOrThrow();
    const seenIn = async (unit: string | null): Promise<string[]> => {
      const { data } = await tester.post<{ data: { id: string }[] }>(
        '/api/system/frmCrud/list/scopeDemo',
        { data: {}, page: { pageNum: 1, pageSize: 50 } },
        unit === null ? {} : { 'Unit-Id': unit },
      );
      return data.data.map(({ id }) => id).sort();
    };
    await db
      .insertInto('sys_user_unit')
      .values({ user_id: OWNERS.mine, unit_id: far.unit_id ?? '', dept_id: far.dept_id, sn: 9 })
      .execute();
    await set('deptTree');
    expect(await seenIn(null)).toEqual(['below', 'beside', 'far', 'mine']);
    expect(await seenIn(home.unit_id)).toEqual(['below', 'beside', 'mine']);
    expect(await seenIn(far.unit_id)).toEqual(['far', 'mine']);
    await db
      .deleteFrom('sys_user_unit')
      .where('user_id', '=', OWNERS.mine)
      .where('unit_id', '=', far.unit_id ?? '')
      .execute();
    await set('self');
  });

  it('opens reading, not writing', async () => {
    await set('all');
    const { code } = await recordsOf(tester, 'scopeDemo').save({ id: 'far', revision: 1, fieldsMap: { name: 'x' } });
    expect(code).toBe('403');
    await set('self');
  });

  it('of drafts of an approval opens nothing: they are their creator’s until they are submitted', async () => {
    await set('all');
    const { data } = await recordsOf(await server.api('staff'), 'businessSealApply').save({ fieldsMap: {} });
    expect((await recordsOf(tester, 'businessSealApply').get(data.id ?? '')).code).toBe('404');
    await set('self');
  });

  it('is set by administrators alone, for roles and forms that are there, each once', async () => {
    expect((await tester.get('/api/system/sys/roleScope/list')).code).toBe('403');
    expect((await tester.post('/api/system/sys/roleScope/save', { code: 'staff', scope: 'all', forms: [] })).code).toBe(
      '403',
    );
    const save = (more: object) =>
      admin.post('/api/system/sys/roleScope/save', { code: 'staff', scope: 'self', forms: [], ...more });
    expect((await save({ code: 'nobody' })).code).toBe('404');
    expect((await save({ forms: [{ formKey: 'nothing', scope: 'all' }] })).code).toBe('404');
    expect((await save({ scope: 'everything' })).code).toBe('REQUEST_INVALID');
    expect(
      (
        await save({
          forms: [
            { formKey: 'scopeDemo', scope: 'all' },
            { formKey: 'scopeDemo', scope: 'self' },
          ],
        })
      ).code,
    ).toBe('REQUEST_INVALID');
    const { data } = await admin.get<RoleScopeOverview>('/api/system/sys/roleScope/list');
    expect(data.roles.find(({ code }) => code === 'manager')).toMatchObject({
      name: '分管领导',
      scope: 'unit',
      forms: [],
    });
    expect(data.forms).toContainEqual({ formKey: 'scopeDemo', formName: 'scopeDemo' });
  });

  it('leaves a line in the audit log', async () => {
    await set('dept');
    await set('self');
    const { data } = await admin.post<{ data: { userName: string; changes: object[] }[] }>(
      '/api/system/sysAudit/getList',
      { data: { object: 'sys_role_scope', action: 'update', keyword: 'staff/' } },
    );
    expect(data.data[0]).toMatchObject({
      userName: '罗志斌',
      changes: [{ name: '数据范围', before: '本部门', after: '仅本人' }],
    });
  });
});
