import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { contractsOf } from '../support/contracts.ts';
import { startTestServer, type Answer, type TestServer } from '../support.ts';

let server: TestServer;
let business: ReturnType<typeof businessOf>;

const CUSTOMER = 'customerProfile-0001';
const own = { applicant: 'u-pm', deptId: 'dept-cl' };

const register = (projectName: string, more: Values = {}): Promise<string> =>
  business.save('sales', 'projectRegister', {
    projectName,
    projectKind: '房屋建筑',
    projectSource: '直接委托',
    projectState: '待进场',
    deptId: 'dept-cl',
    customer: CUSTOMER,
    contractAmount: 300_000,
    leader: 'u-pm',
    startDate: day(-30),
    endDate: day(60),
    ...more,
  });

/** A contract in force. */
async function sign(contractNo: string, more: Values): Promise<string> {
  const id = await business.submit('sales', 'contractLedger', {
    contractNo,
    contractName: `${contractNo}合同`,
    contractKind: '检测服务合同',
    counterparty: '江城城投',
    deptId: 'dept-jy',
    handler: 'u-sales',
    changeAmount: 0,
    originalCopies: 0,
    startDate: day(-20),
    signDate: day(-20),
    endDate: day(200),
    ...more,
  });
  const legal = ['legal', { riskLevel: '低', legalOpinion: '条款无异议' }] as const;
  await business.agree('contractLedger', id, legal, 'leader', 'manager');
  return id;
}

/** A settlement of a contract that its approval has finished. */
async function settle(contract: string, price: number): Promise<void> {
  const id = await business.submit(
    'pm',
    'projectSettlement',
    {
      ...(await business.begun('pm', 'projectSettlement', 'contractLedger', contract)),
      ...own,
      stage: '进度结算',
      needInvoice: '不需要',
      settleDate: day(0),
      deduct: 0,
      dueDate: day(30),
    },
    { items: [{ id: `row-${contract}`, fieldsMap: { itemName: '钢筋扫描', unit: '构件', quantity: 1, price } }] },
  );
  await business.agree('projectSettlement', id, 'dengguoqiang', 'finance', 'manager');
}

const projectOf = async (id: string): Promise<Values> => (await business.read('projectRegister', id)).fieldsMap;
const contractOf = async (id: string): Promise<Values> => (await business.read('contractLedger', id)).fieldsMap;
const press = async (account: string, action: string, id: string, dialog: Values = {}): Promise<Answer> =>
  (await business.as(account)).post('/api/system/frmCrud/action/projectRegister', {
    action,
    ids: [id],
    dialog: { fieldsMap: dialog, childTables: {} },
  });
const change = (project: string, fields: Values): Promise<Answer> =>
  business.at('pm', 'projectUpdate').then((records) =>
    records.run(
      {
        fieldsMap: { ...own, project, applyDate: day(0), reason: '双方会议纪要', ...fields },
        childTables: {},
      } as never,
      'submit',
    ),
  );
const idOf = (answer: Answer): string => {
  expect([answer.code, answer.msg]).toEqual(['1', answer.msg]);
  return (answer.data as { id: string }).id;
};
const toldTo = async (userId: string): Promise<string> =>
  (await server.context.db.selectFrom('sys_remind').select('title').where('user_id', '=', userId).execute())
    .map(({ title }) => title)
    .join('\n');

beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
});
afterAll(() => server?.dispose());

describe('the state of a project', () => {
  it('is changed by buttons of its leader after the registration, and by nobody in the form', async () => {
    const id = await register('状态大厦');
    expect(await projectOf(id)).toMatchObject({ projectState: '待进场' });
    const records = await business.at('sales', 'projectRegister');
    const { revision, fieldsMap } = (await records.get(id)).data;
    const typed = await records.save({ id, revision, fieldsMap: { ...fieldsMap, projectState: '已结算' } } as never);
    expect(typed.code).not.toBe('1');
    expect((await press('tester', 'begin', id)).code).not.toBe('1');
    expect((await press('pm', 'begin', id)).code).toBe('1');
    expect((await press('pm', 'finish', id)).code).toBe('1');
    const contract = await sign('HT-STATE', { project: id, amount: 100_000 });
    await settle(contract, 30_000.5);
    const early = await press('pm', 'settle', id);
    expect([early.code, early.msg]).toEqual(['EFFECT_REQUIRE', '项目还有 30000.50 元应收未收，请先完成回款认领']);
    expect((await press('leader', 'resume', id, { reason: '增加检测内容' })).code).toBe('1');
    expect(await projectOf(id)).toMatchObject({ projectState: '检测中' });
  });

  it('is not settled while a contract of it that earns money is in force', async () => {
    const id = await register('未结大厦', { projectState: '已完工' });
    const contract = await sign('HT-OPEN', { project: id, amount: 300_000 });
    await sign('HT-OPEN-PAY', { project: id, amount: 20_000, contractKind: '检测分包合同' });
    expect((await press('pm', 'settle', id)).msg).toContain('还有 1 份收入合同未履行完毕');
    const suspended = await (
      await business.as('leader')
    ).post('/api/system/frmCrud/action/contractLedger', {
      action: 'suspend',
      ids: [contract],
      dialog: { fieldsMap: { reason: '工程停建' }, childTables: {} },
    });
    expect(suspended.code).toBe('1');
    expect((await press('pm', 'settle', id)).code).toBe('1');
  });

  it('is corrected in the other fields by the leader of a department, whoever registered the project', async () => {
    const id = await register('更正大厦');
    const records = await business.at('leader', 'projectRegister');
    const { revision, fieldsMap } = (await records.get(id)).data;
    const saved = await records.save({ id, revision, fieldsMap: { ...fieldsMap, place: '开发区纬七路' } } as never);
    expect([saved.code, saved.msg]).toEqual(['1', saved.msg]);
    // the leader and the end are changed by what keeps a record of it
    for (const more of [{ leader: 'u-sales' }, { endDate: day(400) }]) {
      const refused = await records.save({
        id,
        revision: saved.data.revision,
        fieldsMap: { ...fieldsMap, ...more },
      } as never);
      expect([refused.code, JSON.stringify(refused.data)]).toEqual([
        'RECORD_FORBIDDEN',
        expect.stringContaining(Object.keys(more)[0] ?? ''),
      ]);
    }
  });
});

describe('an approved change of a project', () => {
  it('gives the project its new leader, tells both people and keeps a record of it', async () => {
    const id = await register('换人大厦');
    const same = await change(id, { updateKind: '负责人变更', newLeader: 'u-pm' });
    expect(same.msg).toContain('不必变更');
    const update = idOf(await change(id, { updateKind: '负责人变更', newLeader: 'u-sales' }));
    expect(await projectOf(id)).toMatchObject({ leader: 'u-pm' });
    await business.agree('projectUpdate', update, 'dengguoqiang', 'manager');
    expect(await projectOf(id)).toMatchObject({ leader: 'u-sales' });
    const changes = await (await business.at('manager', 'principalChange')).list({ project: id });
    expect(changes.data.data.map(({ fieldsMap }) => fieldsMap)).toMatchObject([
      { oldLeader: 'u-pm', newLeader: 'u-sales', operator: 'u-pm', handDate: day(0), reason: '双方会议纪要' },
    ]);
    expect(await toldTo('u-sales')).toContain('您已成为项目 换人大厦 的负责人');
    expect(await toldTo('u-pm')).toContain('项目 换人大厦 的负责人已变更为');
  });

  it('moves the end of the work, not before its beginning', async () => {
    const id = await register('延期大厦');
    const early = await change(id, { updateKind: '工期变更', newEndDate: day(-40) });
    expect(early.msg).toContain('早于项目计划进场日期');
    const update = idOf(await change(id, { updateKind: '工期变更', newEndDate: day(120) }));
    await business.agree('projectUpdate', update, 'dengguoqiang', 'manager');
    expect(await projectOf(id)).toMatchObject({ endDate: day(120) });
  });

  it('raises the amount of the contract, which can then be settled; not below what is settled, and no old amount', async () => {
    const id = await register('增补大厦');
    const contract = await sign('HT-MORE', { project: id, amount: 200_000.5 });
    await settle(contract, 150_000);
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4\n%%EOF\n']), '补充协议.pdf');
    const { data } = await (await business.as('pm')).post<{ id: string }>('/api/file/sys/file/upload', form);
    const withFile = (newAmount: number): Promise<Answer> =>
      change(id, {
        updateKind: '合同金额变更',
        contract,
        contractNo: 'HT-MORE',
        oldAmount: 200_000.5,
        newAmount,
        files: data.id,
      });
    const low = await withFile(100_000);
    expect([low.code, low.msg]).toEqual(['EFFECT_REQUIRE', '变更后金额不能低于合同已结算金额 150000.00 元']);
    const [first, second] = [idOf(await withFile(260_000.75)), idOf(await withFile(270_000))];
    await business.agree('projectUpdate', first, 'dengguoqiang', 'manager');
    expect(await contractOf(contract)).toMatchObject({ changeAmount: 60_000.25, finalAmount: 260_000.75 });
    expect(await projectOf(id)).toMatchObject({ contractTotal: 260_000.75 });
    await business.agree('projectUpdate', second, 'dengguoqiang');
    const records = await business.at('manager', 'projectUpdate');
    const { revision, fieldsMap } = (await records.get(second)).data;
    const late = await records.run({ id: second, revision, fieldsMap, childTables: {} } as never, 'approve', {
      opinion: '同意',
    });
    expect(late.msg).toContain('金额现为 260000.75 元，与申请时不同');
    expect(await contractOf(contract)).toMatchObject({ finalAmount: 260_000.75 });
  });
});

describe('a change of the amount of a contract', () => {
  it('goes not below what was received, and ends a contract that is settled and paid with it', async () => {
    const office = contractsOf(business);
    const contract = await office.signed('减项', { amount: 100_000 });
    const settlement = await office.settled(contract, 80_000);
    await office.paid(contract, 80_000, { settlement });
    await office.paid(contract, 10_000, { claimKind: '预付款' });
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4\n%%EOF\n']), '补充协议.pdf');
    const { data } = await (await business.as('pm')).post<{ id: string }>('/api/file/sys/file/upload', form);
    const asked = { updateKind: '合同金额变更', contract, contractNo: 'HT-减项', oldAmount: 100_000, files: data.id };
    const { project } = await office.contract(contract);
    expect((await change(String(project), { ...asked, newAmount: 85_000 })).msg).toContain('合同已回款 90000.00 元');

    const paid = await office.signed('减项付清', { amount: 100_000 });
    await office.paid(paid, 80_000, { settlement: await office.settled(paid, 80_000) });
    const less = { ...asked, contract: paid, contractNo: 'HT-减项付清', newAmount: 80_000 };
    const update = idOf(await change(String((await office.contract(paid))['project']), less));
    await business.agree('projectUpdate', update, 'dengguoqiang', 'manager');
    expect(await office.contract(paid)).toMatchObject({ finalAmount: 80_000, contractState: '已履行完毕' });
  });
});

describe('the end of a project', () => {
  const terminate = async (project: string, endReason: string): Promise<Answer> =>
    (await business.at('pm', 'projectTermination')).run(
      {
        fieldsMap: {
          ...own,
          project,
          endDate: day(0),
          endReason,
          performedAmount: 0,
          reports: '已交清',
          samples: '已处置',
          reason: '双方协商一致',
        },
        childTables: {},
      } as never,
      'submit',
    );
  const agreed = (id: string): Promise<void> =>
    business.agree('projectTermination', id, 'dengguoqiang', 'finance', 'manager');

  it('is refused as fulfilled while money is due, and stops the project for another reason, once', async () => {
    const id = await register('停建大厦');
    await settle(await sign('HT-STOP', { project: id, amount: 100_000 }), 20_000);
    const refused = await terminate(id, '合同履行完毕');
    expect([refused.code, refused.msg]).toEqual([
      'EFFECT_REQUIRE',
      '项目还有 20000.00 元应收未收，不能按“合同履行完毕”终止，请先完成回款认领',
    ]);
    await agreed(idOf(await terminate(id, '工程停建')));
    expect(await projectOf(id)).toMatchObject({ projectState: '已中止' });
    expect(await toldTo('u-pm')).toContain('还有 1 份收入合同未履行完毕');
    expect((await terminate(id, '工程停建')).msg).toContain('项目已中止');
    const offered = await (
      await business.as('sales')
    ).get<{ createFrom: { formKey: string; isOffered: boolean }[] }>(
      `/api/system/frmCrud/offers/projectRegister?id=${id}`,
    );
    expect(offered.data.createFrom.find(({ formKey }) => formKey === 'projectQuote')?.isOffered).not.toBe(true);
  });

  it('closes a project that owes nothing and has no contract in force', async () => {
    const open = await register('在建大厦', { projectState: '已完工' });
    await sign('HT-GOING', { project: open, amount: 100_000 });
    expect((await terminate(open, '合同履行完毕')).msg).toContain('还有 1 份收入合同未履行完毕');
    const id = await register('完结大厦', { projectState: '已完工' });
    await agreed(idOf(await terminate(id, '合同履行完毕')));
    expect(await projectOf(id)).toMatchObject({ projectState: '已结算' });
  });
});

describe('the division of output', () => {
  const share = (id: string, part: number, dept: string): object => ({
    id,
    fieldsMap: { shareDept: dept, work: '检测', share: part },
  });
  const divide = async (project: string, contractAmount: number, ...shares: object[]): Promise<Answer> =>
    (await business.at('pm', 'projectDivision')).save({
      fieldsMap: { ...own, project, contractAmount, divideDate: day(0) },
      childTables: { shares },
    } as never);

  it('adds up to the whole of a signed contract, once for a project', async () => {
    const id = await register('划分大厦');
    const whole = [share('a', 60.5, 'dept-cl'), share('b', 39.5, 'dept-jg')];
    expect((await divide(id, 0, ...whole)).msg).toContain('还没有已签合同');
    await sign('HT-DIVIDE', { project: id, amount: 100_000 });
    expect((await divide(id, 100_000, share('a', 60, 'dept-cl'), share('b', 10, 'dept-jg'))).msg).toBe(
      '各部门比例合计为 70.00%，应为 100%',
    );
    expect((await divide(id, 100_000, share('a', 50, 'dept-cl'), share('b', 50, 'dept-cl'))).code).not.toBe('1');
    idOf(await divide(id, 100_000, ...whole));
    expect((await divide(id, 100_000, ...whole)).msg).toContain('已有产值划分');
  });
});

describe('the money of a project', () => {
  it('counts what the company earns, not what it pays to others', async () => {
    const id = await register('分包大厦', { contractAmount: 600_000 });
    await sign('HT-EARN', { project: id, amount: 120_000 });
    await sign('HT-PAY', { project: id, amount: 50_000, contractKind: '检测分包合同' });
    expect(await projectOf(id)).toMatchObject({ contractTotal: 120_000, receivedAmount: 0, unreceivedAmount: 120_000 });
  });
});
