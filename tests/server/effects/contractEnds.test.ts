import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let business: ReturnType<typeof businessOf>;

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

beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
});
afterAll(() => server?.dispose());

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
