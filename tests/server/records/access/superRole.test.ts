import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author, paths, publishSealDemo, recordsOf, sealForm } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

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

let server: TestServer;
let staff: Client;
let leader: Client;
let outsider: Client;
let admin: Client;
let keeper = '';

beforeAll(async () => {
  server = await startTestServer();
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
