import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { startTestServer, type Answer, type TestServer } from '../support.ts';

let server: TestServer;
let business: ReturnType<typeof businessOf>;

const enter = (account: string, customerName: string): Promise<string> =>
  business.save(account, 'customerProfile', {
    customerName,
    customerKind: '其他',
    customerLevel: '普通客户',
    contact: '李工',
    phone: '13912345678',
    manager: 'u-sales',
    deptId: 'dept-jy',
    settleMode: '按合同节点',
  });
const edit = async (account: string, formKey: string, id: string, more: Values): Promise<Answer> => {
  const records = await business.at(account, formKey);
  const { revision, fieldsMap } = (await records.get(id)).data;
  return records.save({ id, revision, fieldsMap: { ...fieldsMap, ...more } } as never);
};
const told = async (like: string): Promise<number> =>
  (await server.context.db.selectFrom('sys_remind').select('title').where('title', 'like', like).execute()).length;

beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
});
afterAll(() => server?.dispose());

describe('a customer', () => {
  it('is kept by the sales people, whoever entered it, and by nobody else', async () => {
    const id = await enter('staff', '云帆物业');
    expect((await edit('pm', 'customerProfile', id, { phone: '13800000000' })).code).not.toBe('1');
    const saved = await edit('sales', 'customerProfile', id, { phone: '13800000000' });
    expect([saved.code, saved.msg]).toEqual(['1', saved.msg]);
  });

  it('owes what is settled on an agreement without a project', async () => {
    const id = await enter('sales', '框架客户');
    const contract = await business.submit('sales', 'contractLedger', {
      contractNo: 'HT-FRAME',
      contractName: '年度检测框架协议',
      contractKind: '检测框架协议',
      counterparty: '框架客户',
      customer: id,
      deptId: 'dept-jy',
      handler: 'u-sales',
      changeAmount: 0,
      originalCopies: 0,
      startDate: day(-20),
      signDate: day(-20),
      amount: 300_000,
    });
    const legal = ['legal', { riskLevel: '低', legalOpinion: '条款无异议' }] as const;
    await business.agree('contractLedger', contract, legal, 'leader', 'manager');
    expect((await business.read('customerProfile', id)).fieldsMap).toMatchObject({ contractTotal: 300_000 });
    const settlement = await business.submit(
      'pm',
      'projectSettlement',
      {
        ...(await business.begun('pm', 'projectSettlement', 'contractLedger', contract)),
        applicant: 'u-pm',
        deptId: 'dept-cl',
        stage: '进度结算',
        needInvoice: '不需要',
        settleDate: day(0),
        deduct: 0,
        dueDate: day(30),
      },
      { items: [{ id: 'frame', fieldsMap: { itemName: '送检', unit: '项', quantity: 1, price: 40_000.5 } }] },
    );
    await business.agree('projectSettlement', settlement, 'dengguoqiang', 'finance', 'manager');
    expect((await business.read('customerProfile', id)).fieldsMap).toMatchObject({
      unpaidAmount: 40_000.5,
      creditLeft: -40_000.5,
    });

    // its amount is changed without a project
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4\n%%EOF\n']), '补充协议.pdf');
    const { data } = await (await business.as('pm')).post<{ id: string }>('/api/file/sys/file/upload', form);
    const change = await business.submit('pm', 'projectUpdate', {
      applicant: 'u-pm',
      deptId: 'dept-cl',
      applyDate: day(0),
      updateKind: '合同金额变更',
      contract,
      contractNo: 'HT-FRAME',
      oldAmount: 300_000,
      newAmount: 350_000.25,
      reason: '年度检测量增加',
      files: data.id,
    });
    await business.agree('projectUpdate', change, 'dengguoqiang', 'manager');
    expect((await business.read('customerProfile', id)).fieldsMap).toMatchObject({ contractTotal: 350_000.25 });
  });

  it('is quoted for a project that was registered without a customer', async () => {
    const customer = await enter('sales', '后建档客户');
    const project = await business.save('sales', 'projectRegister', {
      projectName: '先登记的项目',
      projectKind: '其他',
      projectSource: '直接委托',
      projectState: '待进场',
      entrustUnit: '后建档客户',
      deptId: 'dept-cl',
      contractAmount: 1000,
      leader: 'u-pm',
      startDate: day(0),
    });
    await business.submit(
      'sales',
      'projectQuote',
      {
        ...(await business.begun('sales', 'projectQuote', 'projectRegister', project)),
        customer,
        applicant: 'u-sales',
        deptId: 'dept-jy',
        quoteDate: day(0),
        round: '首次报价',
        validDate: day(60),
        payWay: '月结',
        discount: 100,
      },
      { items: [{ id: 'row-1', fieldsMap: { itemName: '钢筋扫描', unit: '构件', quantity: 1, price: 3000 } }] },
    );
  });
});

describe('a merge of customers', () => {
  it('is done once: later only its reason changes, nobody is told again, and what was merged stays', async () => {
    const [twin, keep, third] = [
      await enter('sales', '重复单位'),
      await enter('sales', '正式单位'),
      await enter('sales', '无关单位'),
    ];
    const id = await business.save('leader', 'mergeCustomer', {
      ...(await business.begun('leader', 'mergeCustomer', 'customerProfile', twin)),
      keep,
      applicant: 'u-sales',
      mergeDate: day(0),
      reason: '重复',
      agreed: '同意',
    });
    expect((await business.read('customerProfile', twin)).flwState).toBe('4');
    expect(await told('%重复单位 已并入%')).toBe(1);
    expect((await edit('leader', 'mergeCustomer', id, { merged: third })).code).not.toBe('1');
    expect((await edit('leader', 'mergeCustomer', id, { keep: third })).code).not.toBe('1');
    expect((await business.read('customerProfile', third)).flwState).not.toBe('4');
    const saved = await edit('leader', 'mergeCustomer', id, { reason: '同一单位以简称登记' });
    expect([saved.code, saved.msg]).toEqual(['1', saved.msg]);
    expect(await told('%重复单位 已并入%')).toBe(1);
  });
});

describe('a merge of projects', () => {
  it('needs a role of the business and a check of both', async () => {
    const project = (projectName: string): Promise<string> =>
      business.save('sales', 'projectRegister', {
        projectName,
        projectKind: '其他',
        projectSource: '直接委托',
        projectState: '待进场',
        customer: 'customerProfile-0001',
        deptId: 'dept-cl',
        contractAmount: 1000,
        leader: 'u-pm',
        startDate: day(0),
      });
    const [merged, keep] = [await project('一期'), await project('二期')];
    const fields = { merged, keep, mergeDate: day(0), reason: '整理' };
    const save = async (account: string, more: Values): Promise<Answer> =>
      (await business.at(account, 'mergeProject')).save({
        fieldsMap: { ...fields, applicant: `u-${account}`, ...more },
      } as never);
    expect((await save('tester', { agreed: '同意' })).code).toBe('403');
    expect((await save('sales', {})).code).toBe('RECORD_INVALID');
    const done = await save('sales', { agreed: '同意' });
    expect([done.code, done.msg]).toEqual(['1', done.msg]);
    expect((await business.read('projectRegister', merged)).flwState).toBe('4');
  });
});

describe('a visit of a customer', () => {
  const visit = async (more: Values): Promise<Answer> =>
    (await business.at('sales', 'followRecord')).save({
      fieldsMap: {
        customer: 'customerProfile-0001',
        way: '电话',
        followDate: day(-3),
        follower: 'u-sales',
        subject: '付款沟通',
        content: '对方本月付款',
        ...more,
      },
    } as never);

  it('names no project of another customer', async () => {
    const { data } = await (
      await business.at('sales', 'projectRegister')
    ).list({ customer: 'customerProfile-0002' }, { pageNum: 1, pageSize: 1 });
    expect((await visit({ project: data.data[0]?.id })).code).toBe('RECORD_INVALID');
  });

  it('reminds whoever made it of the next one on its day', async () => {
    const made = await visit({ nextDate: day(0), nextPlan: '催收二季度检测费' });
    expect([made.code, made.msg]).toEqual(['1', made.msg]);
    const admin = await business.as('admin');
    expect((await admin.post('/api/system/sys/job/run', { id: 'remind:followRecord' })).code).toBe('1');
    await expect.poll(() => told('今天应跟进%催收二季度检测费'), { timeout: 20_000 }).toBe(1);
  });
});
