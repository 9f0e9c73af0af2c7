import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import type { Timeline } from '../../../src/server/recordPages/timeline.ts';
import { author, publishSealDemo, recordsOf, SEAL, todoOf } from '../support/sealDemo.ts';
import { type Client, startTestServer, type TestServer } from '../support.ts';
import type { Chain } from '../../../src/server/recordPages/chain.ts';

let server: TestServer;
let staff: Client;
let leader: Client;
let sealer: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, leader, sealer] = await Promise.all([server.api('staff'), server.api('leader'), server.api('sealer')]);
  await publishSealDemo(server);
  for (const one of [
    definition('tlProject', [text('place')]),
    definition('tlContract', [relation('project', 'tlProject')]),
    definition('tlPart', [relation('contract', 'tlContract')]),
  ])
    await publishForm(server.context, { formKey: one.formKey, definition: one, note: '', author });
});
afterAll(() => server.dispose());

const text = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: `标签${key}`, ...more });

const definition = (formKey: string, fields: object[], more: object = {}) => ({
  formKey,
  formName: `表单${formKey}`,
  titleTemplate: '${name}',
  access: { createRoles: ['staff', 'leader'] },
  fields: [text('name'), ...fields],
  ...more,
});

const relation = (key: string, to: string) => ({ tag: 'recordSelector', __vModel__: key, label: '上级', to });

const made = async (client: Client, formKey: string, fieldsMap: object): Promise<{ id: string; revision: number }> => {
  const { data, msg } = await recordsOf(client, formKey).save({ fieldsMap } as never);
  expect(msg).toBe('保存成功');
  return { id: data.id ?? '', revision: data.revision ?? 0 };
};

const ask = (client: Client, formKey: string, body: object) =>
  client.post<Timeline>(`/api/system/frmCrud/timeline/${formKey}`, body);

describe('the time line of a record', () => {
  it('tells what was made, what was changed from what to what, comments and files, the newest first', async () => {
    const { id, revision } = await made(staff, 'tlProject', { name: '滨江', place: '东区' });
    await recordsOf(staff, 'tlProject').save({ id, revision, fieldsMap: { name: '滨江', place: '西区' } } as never);
    await staff.post('/api/system/frmCrud/addComment/tlProject', { id, text: '换到西区了' });
    const { data } = await ask(staff, 'tlProject', { id });
    expect(data.entries.map(({ kind, action, text: words }) => [kind, action, words])).toEqual([
      ['comment', 'comment', '换到西区了'],
      ['write', 'save', ''],
      ['write', 'create', ''],
    ]);
    expect(data.entries[1]).toMatchObject({
      changes: [{ place: '标签place', before: '东区', after: '西区' }],
      count: 1,
      isOwn: true,
      formName: '表单tlProject',
    });
    expect(data.next).toBe('');
  });

  it('tells of relatives along relations, each of which the reader may read by itself, and of no other', async () => {
    const project = await made(staff, 'tlProject', { name: '城北' });
    const contract = await made(staff, 'tlContract', { name: '合同甲', project: project.id });
    await made(staff, 'tlPart', { name: '分部一', contract: contract.id });
    const hidden = await made(leader, 'tlContract', { name: '合同乙', project: null });
    // the leader's contract points there too, as the database has it: staff do not read the leader's records
    await server.context.db
      .insertInto('frm_relation')
      .values({
        from_form: 'tlContract',
        from_id: hidden.id,
        table_key: '',
        row_id: '',
        field_key: 'project',
        to_form: 'tlProject',
        to_id: project.id,
      })
      .execute();
    const over = ['tlContract:project', 'tlPart:contract.project'];
    const titles = async (client: Client): Promise<string[]> =>
      (await ask(client, 'tlProject', { id: project.id, over })).data.entries.map(({ title }) => title);
    expect(await titles(staff)).toEqual(['分部一', '合同甲', '城北']);
    expect(JSON.stringify(await titles(staff))).not.toContain('合同乙');
  });

  it('shows no change of a field that the reader may not see', async () => {
    const open = definition('tlHidden', [text('place'), text('secret')]);
    await publishForm(server.context, { formKey: 'tlHidden', definition: open, note: '', author });
    const { id, revision } = await made(staff, 'tlHidden', { name: '暗线', place: 'a', secret: '底价一' });
    await recordsOf(staff, 'tlHidden').save({
      id,
      revision,
      fieldsMap: { name: '暗线', place: 'b', secret: '底价二' },
    } as never);
    expect((await ask(staff, 'tlHidden', { id })).data.entries[0]?.count).toBe(2);
    const shut = definition('tlHidden', [text('place'), text('secret', { flowVisible: '0' })]);
    await publishForm(server.context, { formKey: 'tlHidden', definition: shut, note: '', author });
    const { data } = await ask(staff, 'tlHidden', { id });
    expect(data.entries[0]?.changes).toEqual([{ place: '标签place', before: 'a', after: 'b' }]);
    expect(JSON.stringify(data)).not.toContain('底价');
  });

  it('tells a decision once, with its opinion, and nothing of a draft to others', async () => {
    const draft = (await recordsOf(staff).save(SEAL)).data;
    const { data: submitted } = await recordsOf(staff).run(
      { id: draft.id ?? '', revision: draft.revision ?? 0, ...SEAL },
      'submit',
    );
    const id = submitted.id ?? '';
    const task = await todoOf(leader, id);
    const { data: held } = await recordsOf(leader).get(id, task?.taskId);
    const { code } = await recordsOf(leader).run(
      {
        id,
        revision: held.revision ?? 0,
        fieldsMap: { leaderOpinion: '情况属实' },
        childTables: { sealFiles: held.childTables.sealFiles ?? [] },
      },
      'approve',
      { taskId: task?.taskId ?? '', opinion: '同意，注意份数' },
    );
    expect(code).toBe('1');
    const seen = (await ask(leader, 'sealDemo', { id })).data.entries;
    expect(seen.filter(({ action }) => action === 'approve').map(({ note }) => note)).toEqual(['同意，注意份数']);
    // what was filled in with the decision stands beside it
    expect(seen.find(({ action }) => action === 'approve')?.changes.map(({ after }) => after)).toContain('情况属实');
    expect(seen.map(({ action }) => action)).not.toContain('create');
    expect(seen.filter(({ action }) => action === 'submit')).toHaveLength(1);
    // the applicant sees the beginning, too
    expect((await ask(staff, 'sealDemo', { id })).data.entries.at(-1)?.action).toBe('create');
  });

  it('compares the submission with the draft for its author only', async () => {
    const draft = (await recordsOf(staff).save({ ...SEAL, fieldsMap: { ...SEAL.fieldsMap, title: '草稿里的话' } }))
      .data;
    const { data: submitted } = await recordsOf(staff).run(
      { id: draft.id ?? '', revision: draft.revision ?? 0, ...SEAL },
      'submit',
    );
    const id = submitted.id ?? '';
    const submission = async (client: Client) =>
      (await ask(client, 'sealDemo', { id })).data.entries.find(({ action }) => action === 'submit');
    expect((await submission(staff))?.changes.map(({ before }) => before)).toContain('草稿里的话');
    expect(await submission(leader)).toMatchObject({ changes: [], count: 0 });
  });

  it('tells the process of a record that was taken in with it, and not that its last approver made it', async () => {
    const admin = await server.api('admin');
    const { data } = await ask(admin, 'contractLedger', { id: 'contractLedger-0001', pageSize: 100 });
    const done = data.entries.map(({ action }) => action);
    expect(done.filter((action) => action === 'approve').length).toBeGreaterThan(0);
    expect(done).not.toContain('create');
    expect(done.at(-1)).toBe('submit');
  });

  it('goes on page by page, without a gap and without a repetition', async () => {
    const { id } = await made(staff, 'tlProject', { name: '长卷' });
    for (let number = 1; number <= 7; number += 1)
      await staff.post('/api/system/frmCrud/addComment/tlProject', { id, text: `第 ${number} 条` });
    const found: string[] = [];
    for (let before = '', turn = 0; turn < 5; turn += 1) {
      const { data } = await ask(staff, 'tlProject', { id, before, pageSize: 3 });
      found.push(...data.entries.map((entry) => entry.text));
      before = data.next;
      if (before === '') break;
    }
    expect(found).toEqual(['第 7 条', '第 6 条', '第 5 条', '第 4 条', '第 3 条', '第 2 条', '第 1 条', '']);
  });

  it('says that something is left out where a form is gone or hidden, instead of failing', async () => {
    const { id } = await made(staff, 'tlProject', { name: '缺页' });
    const { data, code } = await ask(staff, 'tlProject', { id, over: ['noSuchForm:project', 'tlContract:nothing'] });
    expect(code).toBe('1');
    expect(data.isPartial).toBe(true);
    expect(data.entries).toHaveLength(1);
  });
});

describe('the chain of a record', () => {
  beforeAll(async () => {
    for (const one of FORMS)
      await publishForm(server.context, { formKey: one.formKey, definition: one, note: '', author });
  });

  /** Customer <- project <- contract <- invoice; a note of a project that only its writer reads. */
  const definition = (formKey: string, fields: object[], more: object = {}) => ({
    formKey,
    formName: `单据${formKey}`,
    titleTemplate: '${name}',
    unitReads: '1',
    access: { createRoles: ['*'] },
    fields: [{ tag: 'el-input', __vModel__: 'name', label: '名称' }, ...fields],
    ...more,
  });

  const relation = (key: string, to: string, more: object = {}) => ({
    tag: 'recordSelector',
    __vModel__: key,
    label: `关联${key}`,
    to,
    ...more,
  });

  const amount = { tag: 'el-input-number', __vModel__: 'amount', label: '金额', precision: 2, unit: '元', isList: '1' };

  const FORMS = [
    definition('chCustomer', []),
    definition('chProject', [relation('customer', 'chCustomer')]),
    definition('chContract', [relation('project', 'chProject'), amount]),
    definition('chInvoice', [relation('contract', 'chContract'), relation('project', 'chProject'), amount]),
    definition('chReceipt', [relation('invoices', 'chInvoice', { multiple: true }), amount]),
    definition('chBudget', [
      relation('project', 'chProject'),
      { ...amount, __vModel__: 'cost', label: '成本', flowVisible: '0' },
      { ...amount, __vModel__: 'margin', label: '毛利', flowVisible: '0' },
      amount,
    ]),
    definition('chNote', [relation('project', 'chProject'), { ...amount, flowVisible: '0' }], { unitReads: '0' }),
  ];

  const made = async (client: Client, formKey: string, fieldsMap: object): Promise<string> => {
    const { data, msg } = await recordsOf(client, formKey).save({ fieldsMap } as never);
    expect(msg).toBe('保存成功');
    return data.id ?? '';
  };

  const ask = (client: Client, formKey: string, id: string, more: object = {}) =>
    client.post<Chain>(`/api/system/frmCrud/chain/${formKey}`, { id, ...more });

  const told = ({ below }: Chain) =>
    below.map(({ formKey, level, count, sums }) => [formKey, level, count, sums[0] && Number(sums[0].sum)]);

  describe('the chain of a record', () => {
    let project: string;
    let contract: string;

    beforeAll(async () => {
      const customer = await made(staff, 'chCustomer', { name: '城投' });
      project = await made(staff, 'chProject', { name: '大桥', customer });
      contract = await made(staff, 'chContract', { name: '一期', project, amount: 100 });
      const second = await made(staff, 'chContract', { name: '二期', project, amount: 50.5 });
      const invoice = await made(staff, 'chInvoice', { name: '票', contract, project, amount: 30 });
      await made(staff, 'chInvoice', { name: '票二', contract: second, project, amount: 20 });
      await made(staff, 'chReceipt', { name: '款', invoices: [invoice], amount: 30 });
      await made(staff, 'chNote', { name: '私记', project });
    });

    it('goes up and down along relations, each form once behind what it points at', async () => {
      const { data } = await ask(staff, 'chProject', project);
      expect(data.above).toMatchObject([{ formKey: 'chCustomer', title: '城投', label: '关联customer', level: 1 }]);
      expect(told(data)).toEqual([
        ['chContract', 1, 2, 150.5],
        ['chNote', 1, 1, undefined],
        ['chInvoice', 2, 2, 50],
        ['chReceipt', 3, 1, 30],
      ]);
      expect(data.below[0]?.records.map(({ title }) => title)).toEqual(['二期', '一期']);
      expect(data.below.find(({ formKey }) => formKey === 'chReceipt')?.via).toBe('invoices.project');
    });

    it('names what is missing, follows a contract both ways, and keeps to the forms that are named', async () => {
      const { data } = await ask(staff, 'chContract', contract);
      expect(data.above.map(({ formKey, level }) => [formKey, level])).toEqual([
        ['chProject', 1],
        ['chCustomer', 2],
      ]);
      expect(told(data)).toEqual([
        ['chInvoice', 1, 1, 30],
        ['chReceipt', 2, 1, 30],
      ]);
      const bare = await ask(staff, 'chProject', await made(staff, 'chProject', { name: '空' }));
      expect(bare.data.below).toEqual([]);
      expect(bare.data.missing.map(({ formKey }) => formKey)).toContain('chContract');
      const few = await ask(staff, 'chProject', project, { forms: ['chInvoice'] });
      expect(few.data.below.map(({ formKey }) => formKey)).toEqual(['chInvoice']);
    });

    it('counts a voided record as voided and leaves it out of the amounts', async () => {
      const own = await made(staff, 'chProject', { name: '另一座' });
      await made(staff, 'chContract', { name: '在', project: own, amount: 7 });
      const voided = await recordsOf(staff, 'chContract').save({
        fieldsMap: { name: '废', project: own, amount: 9 },
      } as never);
      await staff.post('/api/system/frmCrud/void/chContract', {
        id: voided.data.id,
        revision: voided.data.revision,
        reason: '签错',
      });
      const { data } = await ask(staff, 'chProject', own);
      expect(data.below[0]).toMatchObject({
        count: 2,
        states: [
          { flwState: '0', count: 1 },
          { flwState: '4', count: 1 },
        ],
        sums: [{ sum: '7' }],
      });
    });

    it('sums up the amounts that the person may see, even if those before them are hidden', async () => {
      const own = await made(staff, 'chProject', { name: '有预算的' });
      await made(staff, 'chBudget', { name: '预算', project: own, amount: 12 });
      const { data } = await ask(staff, 'chProject', own);
      expect(data.below[0]?.sums).toEqual([{ key: 'amount', label: '金额', sum: '12' }]);
    });

    it('shows nothing of records that the person may not read', async () => {
      await made(sealer, 'chNote', { name: '别人的', project });
      const { data } = await ask(staff, 'chProject', project);
      const notes = data.below.find(({ formKey }) => formKey === 'chNote');
      expect(notes).toMatchObject({ count: 1, records: [{ title: '私记' }] });
      expect((await ask(sealer, 'chProject', project)).code).toBe('404');
    });
  });

  describe('a record below which there are more forms than a page lists', () => {
    it('tells how many are left out, and lists those that the page names whatever their place', async () => {
      for (let n = 0; n < 62; n += 1) {
        const one = definition(`chWide${String(n).padStart(2, '0')}`, [relation('customer', 'chCustomer')]);
        await publishForm(server.context, { formKey: one.formKey, definition: one, note: '', author });
      }
      const customer = await made(staff, 'chCustomer', { name: '大客户' });
      await made(staff, 'chWide61', { name: '末', customer });
      const { data } = await ask(staff, 'chCustomer', customer);
      // 62, the project, and the five below it
      expect([data.below.length + data.missing.length, data.leftOut]).toEqual([60, 8]);
      const named = await ask(staff, 'chCustomer', customer, { forms: ['chWide61'] });
      expect([named.data.below.map(({ formKey }) => formKey), named.data.leftOut]).toEqual([['chWide61'], 0]);
    }, 120_000);
  });

  describe('a project of the demo company', () => {
    it('has its client above it, its contracts below, and their settlements and invoices behind these, on its page', async () => {
      const leader = await server.api('leader');
      const { data } = await ask(leader, 'projectRegister', 'projectRegister-0001');
      expect(data.above.map(({ formKey }) => formKey)).toContain('customerProfile');
      const level = Object.fromEntries(data.below.map((stage) => [stage.formKey, stage.count > 0 ? stage.level : 0]));
      expect(level).toMatchObject({ contractLedger: expect.any(Number), invoice: expect.any(Number) });
      expect(level['contractLedger']).toBeGreaterThan(0);
      expect(level['projectSettlement']).toBeGreaterThan(level['contractLedger'] ?? 0);
      const { data: page } = await leader.get<object>(
        '/api/system/screenDef/getLastVersionScreenDef?screenKey=officialDocument/projectRegister/detail',
      );
      expect(JSON.stringify(page)).toContain('"children":[{"tag":"chain"}]');
    });
  });
});
