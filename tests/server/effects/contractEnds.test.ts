import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../support.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { clientOf } from '../approval/story.ts';
import { author, recordsOf, type Saved } from '../support/sealDemo.ts';
import { recordsIn } from '../support/recordsIn.ts';

let server: TestServer;
let staff: Client;
let business: ReturnType<typeof businessOf>;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  business = businessOf(server);
  await publish(contract);
  await publish({ ...receipt, actions: [] } as never);
  await publish(claim);
  await publish(receipt);
});
afterAll(() => server.dispose());

async function figures(projectId: string): Promise<Values> {
  const { fieldsMap } = await business.read('projectRegister', projectId);
  return { contracts: fieldsMap['contractTotal'], settled: fieldsMap['settledTotal'], due: fieldsMap['due'] };
}

/** The reminders of a person about a contract, as text. */
const told = async (account: string, title: string): Promise<string> =>
  JSON.stringify(
    (await (await business.as(account)).post('/api/system/sysMsgRemind/msgRemindList', { data: { title }, page: {} }))
      .data,
  );

/** A project of one customer, with its contract in force. */
async function projectWithContract(name: string, contract: Values): Promise<{ project: string; contract: string }> {
  const project = await business.save('sales', 'projectRegister', {
    projectName: name,
    projectKind: '房屋建筑',
    projectSource: '直接委托',
    projectState: '检测中',
    deptId: 'dept-cl',
    customer: 'customerProfile-0001',
    contractAmount: contract['amount'],
    leader: 'u-pm',
    startDate: day(-200),
  });
  const id = await business.submit('sales', 'contractLedger', {
    ...(await business.begun('sales', 'contractLedger', 'projectRegister', project)),
    contractNo: `HT-${name}`,
    contractKind: '检测服务合同',
    deptId: 'dept-jy',
    handler: 'u-sales',
    changeAmount: 0,
    originalCopies: 4,
    originalsBack: 0,
    startDate: day(-200),
    signDate: day(-200),
    originalsDue: day(60),
    ...contract,
  });
  await business.agree(
    'contractLedger',
    id,
    ['legal', { riskLevel: '低', legalOpinion: '条款无异议' }],
    'leader',
    'manager',
  );
  return { project, contract: id };
}

describe('the end of a contract', () => {
  const late = { project: '', contract: '' };

  it('that ran out unpaid is told to people, and a letter of the lawyer begins with its debt', async () => {
    Object.assign(late, await projectWithContract('到期未付', { amount: 80_000, endDate: day(-3) }));
    const settlement = await business.submit(
      'pm',
      'projectSettlement',
      {
        ...(await business.begun('pm', 'projectSettlement', 'contractLedger', late.contract)),
        stage: '进度结算',
        needInvoice: '需要',
        applicant: 'u-pm',
        deptId: 'dept-cl',
        settleDate: day(0),
        deduct: 0,
        dueDate: day(30),
      },
      { items: [{ id: 'late-1', fieldsMap: { itemName: '钢筋扫描', unit: '构件', quantity: 10, price: 3000 } }] },
    );
    await business.agree('projectSettlement', settlement, 'dengguoqiang', 'finance', 'manager');
    expect(await figures(late.project)).toEqual({ contracts: 80_000, settled: 30_000, due: 30_000 });

    // reminders wait for a working day: today is one, whatever day of the week it is
    const items = [-1, 0, 1].map((days) => ({ dictLabel: '上班', dictValue: day(days), listClass: 'workday' }));
    const admin = await business.as('admin');
    await admin.post('/api/system/sys/dictType/saveOrUpdate', {
      typeCode: 'workCalendar',
      typeName: '工作日历',
      items,
    });
    expect((await admin.post('/api/system/sys/job/run', { id: 'remind:contractLedger' })).code).toBe('1');
    await expect
      .poll(() => told('sales', 'HT-到期未付'), { timeout: 20_000 })
      .toMatch(/合同 HT-到期未付 [^"]*已于 [-\d]+ 到期，仍有 30000.00 元未收，可发起律师函/);

    // what has expired does not expire soon
    expect(await told('sales', 'HT-到期未付')).not.toContain('将于');

    const begins = await business.begun('sales', 'lawyerLetter', 'contractLedger', late.contract);
    expect(begins).toMatchObject({ debt: 30_000, dueDate: day(-3), project: late.project });
    const letter = await business.submit('sales', 'lawyerLetter', {
      ...begins,
      applicant: 'u-sales',
      deptId: 'dept-jy',
      applyDate: day(0),
      reminded: 1,
      facts: '至今未付',
      demand: '七日内付清',
    });
    await business.agree('lawyerLetter', letter, 'leader', 'manager', [
      'legal',
      { lawyer: '正衡所', sendDate: day(0) },
    ]);
    expect((await business.read('lawyerLetter', letter)).flwState).toBe('3');
  });

  it('that becomes void takes its figures from the project and tells finance', async () => {
    const { project, contract } = await projectWithContract('作废', { amount: 50_000, endDate: day(60) });
    expect(await figures(project)).toEqual({ contracts: 50_000, settled: 0, due: 0 });
    const id = await business.submit('sales', 'contractVoid', {
      ...(await business.begun('sales', 'contractVoid', 'contractLedger', contract)),
      applicant: 'u-sales',
      deptId: 'dept-jy',
      performedAmount: 0,
      settledAmount: 0,
      originals: '已全部收回',
      voidReason: '工程取消或停建',
      voidDate: day(0),
      reasonDetail: '停建，双方同意',
    });
    await business.agree('contractVoid', id, 'leader', ['finance', { financeNote: '未收款，无需退款' }], 'manager');
    expect(await business.read('contractLedger', contract)).toMatchObject({
      flwState: '4',
      fieldsMap: { contractState: '已作废' },
    });
    expect(await figures(project)).toEqual({ contracts: 0, settled: 0, due: 0 });
    expect(await told('finance', 'HT-作废')).toMatch(/合同 HT-作废 [^"]*已作废：工程取消或停建/);
  });

  it('goes with its project into another one, figures and all; two customers do not become one that way', async () => {
    const kept = await projectWithContract('保留', { amount: 200_000, endDate: day(60) });
    const merge = async (keep: string, merged: string): Promise<Values> => ({
      ...(await business.begun('sales', 'mergeProject', 'projectRegister', merged)),
      keep,
      applicant: 'u-sales',
      mergeDate: day(0),
      reason: '两期合并管理',
      agreed: '同意',
    });
    await business.save('sales', 'mergeProject', await merge(kept.project, late.project));
    expect(await figures(kept.project)).toEqual({ contracts: 280_000, settled: 30_000, due: 30_000 });
    expect((await business.read('contractLedger', late.contract)).fieldsMap['project']).toBe(kept.project);
    expect((await business.read('projectRegister', late.project)).flwState).toBe('4');
    const { fieldsMap } = await business.read('projectRegister', kept.project);
    const other = await business.save('sales', 'projectRegister', {
      projectName: '另一客户',
      projectKind: '房屋建筑',
      projectSource: '直接委托',
      projectState: '检测中',
      deptId: 'dept-cl',
      customer: 'customerProfile-0002',
      contractAmount: 1,
      leader: 'u-pm',
      startDate: fieldsMap['startDate'],
    });
    const refused = await (
      await business.at('sales', 'mergeProject')
    ).save({
      fieldsMap: await merge(kept.project, other),
    } as never);
    expect(refused.msg).toContain('客户不同，不能合并');
  });
});

const access = { createRoles: ['*'] };

const text = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });

const number = (key: string, more: object = {}) => ({ tag: 'el-input-number', __vModel__: key, label: key, ...more });

const contract = {
  formKey: 'axContract',
  formName: '合同',
  access,
  unitReads: '1',
  titleTemplate: '${name}',
  fields: [text('name', { isTitle: '1' }), number('due'), text('secret')],
};

const receipt = {
  formKey: 'axReceipt',
  formName: '到款',
  access,
  unitReads: '1',
  titleTemplate: '${payer}',
  fields: [
    text('payer', { isTitle: '1' }),
    number('amount'),
    number('claimed'),
    {
      tag: 'subTable',
      __vModel__: 'lines',
      label: '明细',
      canOp: '1',
      commonAdd: '1',
      children: [text('what'), number('count')],
    },
  ],
  actions: [
    {
      key: 'claim',
      label: '认领',
      at: ['row', 'page'],
      when: 'row.claimed < row.amount',
      roles: ['staff'],
      dialog: [
        {
          tag: 'recordSelector',
          __vModel__: 'contract',
          label: '合同',
          to: 'axContract',
          where: 'it.due > 0',
          required: true,
        },
        number('amount', { required: true }),
      ],
      effects: [
        { require: 'row.claimed + dialog.amount <= row.amount', message: '最多可认领 ${amount} 元' },
        { create: 'axClaim', fields: { receipt: 'row.id', contract: 'dialog.contract', amount: 'dialog.amount' } },
        { set: 'this', fields: { claimed: 'claimed + dialog.amount' } },
      ],
      done: '${payer} 已认领 ${dialog.amount} 元',
    },
    {
      key: 'close',
      label: '结清',
      at: 'selection',
      effects: [{ set: 'this', fields: { claimed: 'amount' } }],
      open: '/page?payer=${payer}&id=${id}',
    },
  ],
};

const claim = {
  formKey: 'axClaim',
  formName: '认领',
  access,
  unitReads: '1',
  titleTemplate: '${receiptLabel} 认领',
  fields: [
    { tag: 'recordSelector', __vModel__: 'receipt', label: '到款', to: 'axReceipt' },
    { tag: 'recordSelector', __vModel__: 'contract', label: '合同', to: 'axContract' },
    number('amount'),
    text('payer', { isTitle: '1' }),
    { tag: 'subTable', __vModel__: 'rows', label: '行', canOp: '1', commonAdd: '1', children: [text('name')] },
  ],
  createFrom: [
    {
      from: 'axReceipt',
      label: '新增认领',
      relation: 'receipt',
      when: 'it.claimed < it.amount',
      fields: { amount: 'it.amount - it.claimed', payer: 'it.payer' },
      rows: { rows: { each: 'lines', when: 'row.count > 0', fields: { name: 'row.what' } } },
    },
  ],
};

const publish = async (definition: { formKey: string; formName: string }) =>
  publishForm(server.context, { ...definition, note: '', author, definition });

const made = async (formKey: string, fieldsMap: object, childTables: object = {}): Promise<Saved['data']> => {
  const answer = await recordsOf(staff, formKey).save({ fieldsMap, childTables } as never);
  expect(answer.msg).toBe('保存成功');
  return answer.data;
};

const press = (client: Client, body: object, headers?: Record<string, string>): Promise<Answer<{ done: string }>> =>
  client.post('/api/system/frmCrud/action/axReceipt', body, headers);

const claims = async () =>
  server.context.db
    .selectFrom(await recordsIn(server, 'axClaim'))
    .selectAll()
    .execute();

const dialog = (fieldsMap: object) => ({ fieldsMap, childTables: {} });

describe('a button of a form', () => {
  it('does what it says with what was filled in, once for one key', async () => {
    const target = await made('axContract', { name: '合同甲', due: 100 });
    const source = await made('axReceipt', { payer: '甲方', amount: 100, claimed: 0 });
    const body = { action: 'claim', ids: [source.id], dialog: dialog({ contract: target.id, amount: 40 }) };
    const key = { 'Idempotency-Key': 'ax-claim-1' };
    const [first, second] = [await press(staff, body, key), await press(staff, body, key)];
    expect(first).toMatchObject({ code: '1', msg: '甲方 已认领 40 元' });
    expect(second.code).toBe('1');
    expect((await claims()).map(({ fields }) => fields)).toMatchObject([
      { amount: 40, receipt: source.id, receiptLabel: '甲方', contractLabel: '合同甲' },
    ]);
    expect((await recordsOf(staff, 'axReceipt').get(source.id ?? '')).data.fieldsMap).toMatchObject({ claimed: 40 });
    // pressed anew it makes another one
    expect((await press(staff, body)).code).toBe('1');
    expect((await claims()).length).toBe(2);
    const over = await press(staff, body);
    expect(over).toMatchObject({ code: 'EFFECT_REQUIRE', msg: '最多可认领 100 元' });
    expect((await claims()).length).toBe(2);
  });

  it('is refused where its condition, its role, its dialog or the right to the record fail', async () => {
    const paid = await made('axContract', { name: '合同乙', due: 0 });
    const source = await made('axReceipt', { payer: '乙方', amount: 10, claimed: 0 });
    const call = (fieldsMap: object) => ({ action: 'claim', ids: [source.id], dialog: dialog(fieldsMap) });
    expect((await press(staff, call({ amount: 1 }))).code).toBe('RECORD_INVALID');
    expect((await press(staff, call({ contract: paid.id, amount: 1 }))).code).toBe('RECORD_INVALID');
    expect((await press(await clientOf(server, 'hr'), call({ contract: paid.id, amount: 1 }))).code).toMatch(
      /^40[34]$/,
    );
    expect((await press(staff, { action: 'nothing', ids: [source.id] })).code).toBe('404');
    const full = await made('axReceipt', { payer: '满', amount: 10, claimed: 10 });
    expect(
      (await press(staff, { action: 'claim', ids: [full.id], dialog: dialog({ contract: paid.id, amount: 1 }) })).code,
    ).toMatch(/ACTION_WHEN|RECORD_INVALID/);
  });

  it('acts on several records, all or none', async () => {
    const [one, two] = [
      await made('axReceipt', { payer: '一', amount: 5, claimed: 0 }),
      await made('axReceipt', { payer: '二&#', amount: 6, claimed: 0 }),
    ];
    expect((await press(staff, { action: 'close', ids: [one.id, 'nothing'] })).code).toBe('404');
    expect((await recordsOf(staff, 'axReceipt').get(one.id ?? '')).data.fieldsMap).toMatchObject({ claimed: 0 });
    const last = [one.id ?? '', two.id ?? ''].toSorted().at(-1);
    expect(await press(staff, { action: 'close', ids: [one.id, two.id] })).toMatchObject({
      code: '1',
      msg: '结清成功，共 2 条',
      // of the last record; a value does not end the address
      data: { open: `/page?payer=${last === two.id ? '%E4%BA%8C%26%23' : '%E4%B8%80'}&id=${last}` },
    });
    expect((await recordsOf(staff, 'axReceipt').get(two.id ?? '')).data.fieldsMap).toMatchObject({ claimed: 6 });
  });
});

describe('a record made from another one', () => {
  it('begins with the values of its rule, and the source tells what was made already', async () => {
    const source = await made(
      'axReceipt',
      { payer: '丙方', amount: 100, claimed: 30 },
      {
        lines: [
          { id: 'a', fieldsMap: { what: '桩基', count: 2 } },
          { id: 'b', fieldsMap: { what: '空', count: 0 } },
        ],
      },
    );
    const offers = async () =>
      (
        await staff.get<{ actions: unknown[]; createFrom: { count: number; isOffered: boolean }[] }>(
          `/api/system/frmCrud/offers/axReceipt?id=${source.id}`,
        )
      ).data;
    expect(await offers()).toMatchObject({
      actions: [{ key: 'claim', isOffered: true }],
      createFrom: [{ formKey: 'axClaim', label: '新增认领', isOffered: true, count: 0 }],
    });
    const { data } = await staff.get<{
      relation: string;
      values: object;
      rows: Record<string, { fieldsMap: object }[]>;
    }>(`/api/system/frmCrud/prefill/axClaim?from=axReceipt&id=${source.id}&index=0`);
    expect(data).toMatchObject({ relation: 'receipt', values: { receipt: source.id, amount: 70, payer: '丙方' } });
    expect(data.rows['rows']?.map(({ fieldsMap }) => fieldsMap)).toEqual([{ name: '桩基' }]);
    await made('axClaim', data.values, data.rows);
    expect((await offers()).createFrom).toMatchObject([{ count: 1, records: [{ title: '丙方 认领' }] }]);
  });

  it('is refused where the condition of its rule does not hold', async () => {
    const source = await made('axReceipt', { payer: '丁方', amount: 1, claimed: 1 });
    const refused = await staff.get(`/api/system/frmCrud/prefill/axClaim?from=axReceipt&id=${source.id}&index=0`);
    expect(refused.code).toBe('ACTION_WHEN');
  });
});
