import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { author, paths, recordsOf, type Saved } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const access = { createRoles: ['*'] };
const text = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const number = (key: string, more: object = {}) => ({ tag: 'el-input-number', __vModel__: key, label: key, ...more });
const relation = (key: string, to: string, more: object = {}) => ({
  tag: 'recordSelector',
  __vModel__: key,
  label: key,
  to,
  ...more,
});
const sumOf = (key: string, from: string, of: string) => ({
  ...number(key),
  rollup: { from, via: 'project', fn: 'sum', of },
});
const project = {
  formKey: 'mgProject',
  formName: '项目',
  access,
  unitReads: '1',
  titleTemplate: '${name}',
  fields: [
    text('name', { isTitle: '1' }),
    text('site'),
    sumOf('contracted', 'mgContract', 'amount'),
    sumOf('received', 'mgContract', 'received'),
    number('due', { computed: 'round(contracted - received, 2)' }),
  ],
  actions: [
    {
      key: 'mergeIn',
      label: '并入重复项目',
      at: ['row', 'page'],
      dialog: [relation('other', 'mgProject', { required: true })],
      effects: [{ merge: 'dialog.other' }],
      open: '${site}&name=${name}',
    },
  ],
};
const contract = {
  formKey: 'mgContract',
  formName: '合同',
  access,
  unitReads: '1',
  titleTemplate: '${name}',
  fields: [
    text('name', { isTitle: '1' }),
    relation('project', 'mgProject', { fill: { projectName: 'name' } }),
    text('projectName'),
    relation('all', 'mgProject', { multiple: true }),
    number('amount'),
    { ...number('received'), rollup: { from: 'mgReceipt', via: 'contract', fn: 'sum', of: 'amount' } },
    {
      tag: 'subTable',
      __vModel__: 'parts',
      label: '分项',
      canOp: '1',
      commonAdd: '1',
      needRemove: '1',
      children: [text('part'), relation('project', 'mgProject')],
    },
  ],
};
const receipt = {
  formKey: 'mgReceipt',
  formName: '回款',
  access,
  unitReads: '1',
  fields: [text('no', { isTitle: '1' }), relation('contract', 'mgContract'), number('amount')],
};
const unique = {
  formKey: 'mgPlan',
  formName: '计划',
  access,
  unitReads: '1',
  titleTemplate: '${no}',
  fields: [text('no', { isTitle: '1' }), relation('project', 'mgProject', { unique: true })],
};

let server: TestServer;
let staff: Client;
const publish = (definition: { formKey: string; formName: string }) =>
  publishForm(server.context, { ...definition, note: '', author, definition });
const made = async (formKey: string, fieldsMap: object, childTables: object = {}): Promise<string> => {
  const answer: Saved = await recordsOf(staff, formKey).save({ fieldsMap, childTables } as never);
  expect(answer.msg).toBe('保存成功');
  return answer.data.id ?? '';
};
const get = async (formKey: string, id: string) => (await recordsOf(staff, formKey).get(id)).data;
const figures = async (id: string) => {
  const { contracted, received, due } = (await get('mgProject', id)).fieldsMap;
  return [contracted, received, due];
};
const merge = (into: string, other: string) =>
  staff.post('/api/system/frmCrud/action/mgProject', {
    action: 'mergeIn',
    ids: [into],
    dialog: { fieldsMap: { other }, childTables: {} },
  });

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  await publish({ ...project, fields: project.fields.slice(0, 2) } as never);
  await publish({ ...contract, fields: contract.fields.filter(({ __vModel__: key }) => key !== 'received') } as never);
  await publish(receipt);
  await publish(contract);
  await publish(project);
  await publish(unique);
});
afterAll(() => server.dispose());

describe('a merge of two records', () => {
  it('opens the address that the remaining record names, with the values after it encoded', async () => {
    const keep = await made('mgProject', { name: '甲&乙#', site: '/site/one?of=2' });
    const twin = await made('mgProject', { name: '甲' });
    expect((await merge(keep, twin)).data).toMatchObject({
      open: '/site/one?of=2&name=%E7%94%B2%26%E4%B9%99%23',
    });
  });

  it('lets everything that points at one point at the other, and keeps every figure right', async () => {
    const keep = await made('mgProject', { name: '滨河路' });
    const twin = await made('mgProject', { name: '滨河路重复' });
    const first = await made('mgContract', { name: '一', project: keep, amount: 100.1 });
    const second = await made(
      'mgContract',
      { name: '二', project: twin, amount: 50.2, all: [twin, keep] },
      { parts: [{ id: 'p1', fieldsMap: { part: 'A', project: twin } }] },
    );
    const voided = await made('mgContract', { name: '废', project: twin, amount: 7 });
    expect((await staff.post('/api/system/frmCrud/void/mgContract', { id: voided, reason: '签错' })).code).toBe('1');
    await made('mgReceipt', { no: '1', contract: first, amount: 40 });
    await made('mgReceipt', { no: '2', contract: second, amount: 20.2 });
    expect(await figures(keep)).toEqual([100.1, 40, 60.1]);
    expect(await figures(twin)).toEqual([50.2, 20.2, 30]);

    expect((await merge(keep, twin)).msg).toContain('成功');
    expect(await figures(keep)).toEqual([150.3, 60.2, 90.1]);
    const moved = await get('mgContract', second);
    expect(moved.fieldsMap).toMatchObject({
      project: keep,
      projectLabel: '滨河路',
      projectName: '滨河路重复',
      all: [keep],
    });
    expect(moved.fieldsMap['allLabel']).toBe('滨河路');
    expect(moved.childTables['parts']?.[0]?.fieldsMap).toMatchObject({ project: keep, projectLabel: '滨河路' });
    // the voided contract is moved, too: nothing points at what is gone
    expect((await get('mgContract', voided)).fieldsMap['project']).toBe(keep);
    const gone = await get('mgProject', twin);
    expect(gone.flwState).toBe('4');
    expect([gone.fieldsMap['contracted'], gone.fieldsMap['received']]).toEqual([0, 0]);
    const left = await sql`select 1 from frm_relation where to_id = ${twin}`.execute(server.context.db);
    expect(left.rows).toEqual([]);
    // what is paid after the merge counts for the one that stays
    await made('mgReceipt', { no: '3', contract: second, amount: 9.9 });
    expect(await figures(keep)).toEqual([150.3, 70.1, 80.2]);
  });

  it('keeps the names of the other records of a relation, also of one whose name looks like two', async () => {
    const [keep, twin] = [await made('mgProject', { name: '壬' }), await made('mgProject', { name: '甲、乙工程' })];
    const other = await made('mgProject', { name: '丙、丁工程' });
    const child = await made('mgContract', { name: '多', all: [twin, other], amount: 1 });
    expect((await merge(keep, twin)).msg).toContain('成功');
    expect((await get('mgContract', child)).fieldsMap).toMatchObject({
      all: [keep, other],
      allLabel: '壬、丙、丁工程',
    });
  });

  it('keeps the histories of both, and says in each what happened', async () => {
    const keep = await made('mgProject', { name: '甲' });
    const twin = await made('mgProject', { name: '乙' });
    const child = await made('mgContract', { name: '子', project: twin, amount: 1 });
    await merge(keep, twin);
    const history = async (formKey: string, id: string) =>
      JSON.stringify((await staff.get(`/api/system/frmCrud/history/${formKey}?id=${id}`)).data);
    expect(await history('mgProject', keep)).toContain('由 项目“甲”并入重复项目：并入“乙”');
    expect(await history('mgProject', twin)).toContain('由 项目“甲”并入重复项目');
    expect(await history('mgContract', child)).toContain('由 项目“甲”并入重复项目');
  });

  it('is refused into itself, twice, and where a record could not point at the other; nothing is half done', async () => {
    const keep = await made('mgProject', { name: '丙' });
    const twin = await made('mgProject', { name: '丁' });
    expect((await merge(keep, keep)).msg).toContain('不能合并到它自己');
    const child = await made('mgContract', { name: '半', project: twin, amount: 3 });
    await made('mgPlan', { no: 'P1', project: keep });
    await made('mgPlan', { no: 'P2', project: twin });
    const refused = await merge(keep, twin);
    expect(refused.code).toBe('EFFECT_REFUSED');
    expect(refused.msg).toContain('计划“P2”不能改为关联“丙”');
    expect((await get('mgContract', child)).fieldsMap['project']).toBe(twin);
    expect((await get('mgProject', twin)).flwState).toBe('0');
    const other = await made('mgProject', { name: '戊' });
    expect((await merge(keep, other)).code).toBe('1');
    expect((await merge(keep, other)).code).not.toBe('1');
  });

  it('goes together with payments that come in meanwhile', async () => {
    const keep = await made('mgProject', { name: '己' });
    const twin = await made('mgProject', { name: '庚' });
    const contracts = await Promise.all(
      [1, 2, 3, 4].map((n) => made('mgContract', { name: `并${n}`, project: n % 2 ? keep : twin, amount: 10 })),
    );
    /** As a browser does with what the database asks to be repeated. */
    const untilDone = async (call: () => Promise<{ code: string }>): Promise<string> => {
      for (let left = 5; left > 0; left -= 1) {
        const { code } = await call();
        if (code !== 'REQUEST_BUSY') return code;
      }
      return 'REQUEST_BUSY';
    };
    const pay = (contractId: string, amount: number) =>
      untilDone(() =>
        recordsOf(staff, 'mgReceipt').save({ fieldsMap: { no: `并${amount}`, contract: contractId, amount } } as never),
      );
    const codes = await Promise.all([
      untilDone(() => merge(keep, twin)),
      ...contracts.flatMap((contractId) => [1, 2, 3].map((amount) => pay(contractId, amount))),
    ]);
    expect(codes).toEqual(codes.map(() => '1'));
    expect(await figures(keep)).toEqual([40, 24, 16]);
  });

  it('is refused at publishing between two forms, and to a record that is not there', async () => {
    const wrong = (effect: object) =>
      publish({
        ...contract,
        formKey: 'mgWrong',
        fields: contract.fields.slice(0, 3),
        effects: [{ on: 'saved', ...effect }],
      } as never).then(
        () => '',
        (error: { data: { problems: { message: string; path: unknown[] }[] } }) =>
          error.data.problems.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'),
      );
    expect(await wrong({ merge: 'project' })).toMatch(/^effects\.0\.into .*“项目”的记录不能合并到“合同”/);
    expect(await wrong({ merge: 'nowhere' })).toMatch(/^effects\.0\.merge/);
    expect(await wrong({ set: 'project', into: 'this', fields: { name: "'x'" } })).toMatch(/into 只用于 merge/);
  });
});

describe('the register of customers', () => {
  it('makes one customer of two, with all their projects, and only after somebody has agreed to the figures', async () => {
    const leader = await server.api('leader');
    const customer = async (id: string) => (await recordsOf(leader, 'customerProfile').get(id)).data;
    const projects = async (id: string): Promise<number> => Number((await customer(id)).fieldsMap['projectCount']);
    const [merged, keep] = ['customerProfile-0004', 'customerProfile-0001'];
    const [moving, there] = [await projects(merged), await projects(keep)];
    expect(moving).toBeGreaterThan(0);
    const store = (more: object) =>
      recordsOf(leader, 'mergeCustomer').save({
        fieldsMap: {
          applicant: 'u-leader',
          mergeDate: '2026-06-01',
          merged,
          keep,
          reason: '同一单位登记了两次',
          ...more,
        },
      });
    expect(paths(await store({}))).toEqual([['fieldsMap', 'agreed']]);
    expect([await projects(keep), (await customer(merged)).flwState]).toEqual([there, '0']);
    expect((await store({ agreed: '同意' })).msg).toContain('成功');
    expect([await projects(keep), await projects(merged), (await customer(merged)).flwState]).toEqual([
      there + moving,
      0,
      '4',
    ]);
  });
});
