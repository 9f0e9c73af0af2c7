import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { rebuildRelationIndex } from '../../../../src/server/records/index.ts';

const target = {
  formKey: 'useTarget',
  formName: '项目',
  titleTemplate: '${name}',
  unitReads: '1',
  access: { createRoles: ['*'] },
  fields: [{ tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1', unique: true }],
};
const holder = {
  formKey: 'useHolder',
  formName: '合同',
  titleTemplate: '${name}',
  access: { createRoles: ['*'] },
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
    { tag: 'recordSelector', __vModel__: 'project', label: '项目', to: 'useTarget' },
    { tag: 'recordSelector', __vModel__: 'also', label: '相关', to: 'useTarget', multiple: true, onDelete: 'clear' },
  ],
};
interface Saved {
  id: string;
  revision: number;
  flwState: string;
  fieldsMap: Record<string, unknown>;
}

let server: TestServer;
let admin: Client;
let staff: Client;
const publish = async (definition: { formKey: string; formName: string }) => {
  await admin.post('/api/system/frmDef/saveDraft', { ...definition, definition });
  const answer = await admin.post('/api/system/frmDef/publish', { formKey: definition.formKey, note: '测试' });
  expect(answer.code).toBe('1');
};
const made = async (client: Client, formKey: string, fieldsMap: object): Promise<Saved> => {
  const answer = await client.post<Saved>(`/api/system/frmCrud/saveOrUpdate/${formKey}`, {
    fieldsMap,
    childTables: {},
  });
  expect(answer.msg).toBe('保存成功');
  return answer.data;
};
const remove = (client: Client, formKey: string, id: string) =>
  client.get<{ records: { id: string }[] }>(`/api/system/frmCrud/delById/${formKey}?id=${id}`);
const stand = (client: Client, act: string, id: string, reason = '') =>
  client.post<Saved>(`/api/system/frmCrud/${act}/useTarget`, { id, reason });
const read = async (client: Client, formKey: string, id: string): Promise<Saved> =>
  (await client.get<Saved>(`/api/system/frmCrud/getById/${formKey}?id=${id}`)).data;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  staff = await server.api('staff');
  await publish(target);
  await publish(holder);
});
afterAll(() => server.dispose());

describe('a record that others point at', () => {
  it('is not removed, and the refusal names those that this person may read', async () => {
    const project = await made(staff, 'useTarget', { name: '甲' });
    const contract = await made(staff, 'useHolder', { name: '合同甲', project: project.id });
    const refused = await remove(staff, 'useTarget', project.id);
    expect(refused.code).toBe('RECORD_IN_USE');
    expect(refused.msg).toContain('合同甲');
    expect(refused.data.records).toMatchObject([{ id: contract.id }]);
    expect((await remove(staff, 'useHolder', contract.id)).code).toBe('1');
    expect((await remove(staff, 'useTarget', project.id)).code).toBe('1');
  });

  it('is not removed for one that this person may not read, whose title is not told', async () => {
    const project = await made(staff, 'useTarget', { name: '乙' });
    await made(admin, 'useHolder', { name: '机密合同', project: project.id });
    const refused = await remove(staff, 'useTarget', project.id);
    expect(refused.code).toBe('RECORD_IN_USE');
    expect(JSON.stringify(refused)).not.toContain('机密合同');
    expect(refused.data.records).toEqual([]);
  });

  it('is taken out of the relations that clear themselves', async () => {
    const [one, two] = [await made(staff, 'useTarget', { name: '丙' }), await made(staff, 'useTarget', { name: '丁' })];
    const contract = await made(staff, 'useHolder', { name: '合同丙', also: [one.id, two.id] });
    expect(contract.fieldsMap['alsoLabel']).toBe('丙、丁');
    expect((await remove(staff, 'useTarget', one.id)).code).toBe('1');
    const left = await read(staff, 'useHolder', contract.id);
    expect(left.fieldsMap).toMatchObject({ also: [two.id], alsoLabel: '丁' });
    expect(left.revision).toBe(contract.revision + 1);
  });
});

describe('voiding a record of a form without a process', () => {
  it('asks for a reason, gives the unique value back, and takes it out of what is offered until it is restored', async () => {
    const project = await made(staff, 'useTarget', { name: '戊' });
    expect((await stand(staff, 'void', project.id)).code).toBe('REQUEST_INVALID');
    expect((await stand(staff, 'void', project.id, '重复登记')).data.flwState).toBe('4');
    const refused = await staff.post<{ problems: { code: string }[] }>('/api/system/frmCrud/saveOrUpdate/useHolder', {
      fieldsMap: { name: 'x', project: project.id },
      childTables: {},
    });
    expect(refused.data.problems).toMatchObject([{ code: 'RELATION_STATE' }]);
    const saved = await staff.post('/api/system/frmCrud/saveOrUpdate/useTarget', {
      id: project.id,
      revision: 2,
      fieldsMap: { name: '改' },
      childTables: {},
    });
    expect(saved.code).toBe('RECORD_STATE');
    const again = await made(staff, 'useTarget', { name: '戊' });
    expect((await stand(staff, 'restore', project.id)).code).toBe('RECORD_INVALID');
    expect((await remove(staff, 'useTarget', again.id)).code).toBe('1');
    expect((await stand(staff, 'restore', project.id)).data.flwState).toBe('0');
    const { data } = await staff.get<{ list?: unknown; rows?: { action: string; note?: string }[] }>(
      `/api/system/frmCrud/history/useTarget?id=${project.id}`,
    );
    expect(JSON.stringify(data)).toContain('重复登记');
  });

  it('is refused while others in force point at it', async () => {
    const project = await made(staff, 'useTarget', { name: '己' });
    await made(staff, 'useHolder', { name: '合同己', project: project.id });
    expect((await stand(staff, 'void', project.id, '作废')).code).toBe('RECORD_IN_USE');
  });
});

describe('the index of relations', () => {
  it('is the same after it was made anew from the records', async () => {
    const { db } = server.context;
    const rows = () =>
      db
        .selectFrom('frm_relation')
        .selectAll()
        .where('from_form', '=', 'useHolder')
        .orderBy('from_id')
        .orderBy('field_key')
        .orderBy('to_id')
        .execute();
    const before = await rows();
    expect(before.length).toBeGreaterThan(0);
    await db.deleteFrom('frm_relation').where('from_form', '=', 'useHolder').execute();
    expect(await rebuildRelationIndex(server.context, 'useHolder')).toBe(before.length);
    expect(await rows()).toEqual(before);
  });
});

it('a record is put below no record that stands below it, where a list shows its form as a tree', async () => {
  const leader = await server.api('leader');
  const kind = (code: string, parent: string | null, stored: object = {}) =>
    leader.post<Saved & { problems?: object[] }>('/api/system/frmCrud/saveOrUpdate/engineeringConfig', {
      fieldsMap: { code, name: `类别${code}`, parent, inForce: '是' },
      childTables: {},
      ...stored,
    });
  const { data: top } = await kind('R1', null);
  const { data: below } = await kind('R2', top.id);
  const { data: leaf } = await kind('R3', below.id);
  for (const { id, fieldsMap } of [leaf, top]) {
    const { data } = await kind('R1', id, { id: top.id, revision: top.revision });
    const message = `上级类别：“${String(fieldsMap['name'])}”就是本记录或在本记录之下，不能选作它的上级`;
    expect(data.problems).toMatchObject([{ code: 'RELATION_RING', path: ['fieldsMap', 'parent'], message }]);
  }
  expect((await kind('R3', top.id, { id: leaf.id, revision: leaf.revision })).msg).toBe('保存成功');
});

describe('two saves at the same time', () => {
  const kind = async (code: string, parent: string | null, stored: object = {}) =>
    (await server.api('leader')).post<Saved & { problems?: { code: string }[] }>(
      '/api/system/frmCrud/saveOrUpdate/engineeringConfig',
      { fieldsMap: { code, name: `类别${code}`, parent, inForce: '是' }, childTables: {}, ...stored },
    );

  it('do not put two records below each other, whose row locks block each other', async () => {
    const [first, second] = [(await kind('S1', null)).data, (await kind('S2', null)).data];
    const saves = await Promise.all([
      kind('S1', second.id, { id: first.id, revision: first.revision }),
      kind('S2', first.id, { id: second.id, revision: second.revision }),
    ]);
    expect(saves.filter(({ code }) => code === '1').length).toBeLessThan(2);
    for (const { code, data } of saves)
      if (code !== '1' && code !== 'REQUEST_BUSY') expect(data.problems).toMatchObject([{ code: 'RELATION_RING' }]);
  });

  // the embedded database has one connection: nobody waits there
  it.runIf(Boolean(process.env['DATABASE_URL']))('close no ring in which other records stand between', async () => {
    // T1 is put below T3, which stands below T2, while T2 is put below T4, which stands below T1
    const [first, second] = [(await kind('T1', null)).data, (await kind('T2', null)).data];
    const [belowSecond, belowFirst] = [(await kind('T3', second.id)).data, (await kind('T4', first.id)).data];
    const { db } = server.context;
    const countWaiting = async (): Promise<unknown> =>
      (
        await sql<{ count: number }>`select count(*)::int as count from pg_locks where locktype = 'advisory'
          and not granted and database = (select oid from pg_database where datname = current_database())`.execute(db)
      ).rows[0]?.count;
    const saves = await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('frm_parent'), hashtext('engineeringConfig'))`.execute(trx);
      const running = [
        kind('T1', belowSecond.id, { id: first.id, revision: first.revision }),
        kind('T2', belowFirst.id, { id: second.id, revision: second.revision }),
      ];
      // both have begun before either is stored
      await expect.poll(countWaiting, { timeout: 20_000 }).toBe(2);
      return { running };
    });
    const refused = (await Promise.all(saves.running)).filter(({ code }) => code !== '1');
    expect(refused.map(({ data }) => data.problems?.map(({ code }) => code))).toEqual([['RELATION_RING']]);
  });
});
