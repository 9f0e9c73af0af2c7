import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

/** Uploads a file and answers its id, which is the value of a field. */
async function uploaded(client: Client, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.4\n%%EOF\n']), name);
  const { code, msg, data } = await client.post<{ id: string }>('/api/file/sys/file/upload', form);
  expect([code, msg]).toEqual(['1', msg]);
  return data.id;
}

/** From a new customer to the money on the account, by call; `tests/e2e/chains/money.test.ts` writes it in a browser. */
describe('the chain of money', () => {
  let server: TestServer;
  let business: ReturnType<typeof businessOf>;
  const ids: Record<string, string> = {};
  const id = (formKey: string): string => ids[formKey] ?? '';
  const begun = (account: string, formKey: string, from: string): Promise<Values> =>
    business.begun(account, formKey, from, id(from));
  const row = (quantity: number): Values => ({
    items: [{ id: 'row-1', fieldsMap: { itemName: '钢筋扫描', unit: '构件', quantity, price: 3000 } }],
  });
  const isFinished = async (formKey: string): Promise<void> =>
    expect([formKey, (await (await business.at('manager', formKey)).get(id(formKey))).data.flwState]).toEqual([
      formKey,
      '3',
    ]);

  beforeAll(async () => {
    server = await startTestServer();
    business = businessOf(server);
  });
  afterAll(() => server?.dispose());

  it('begins with a customer and a project, which takes the name of its customer', async () => {
    ids.customerProfile = await business.save('sales', 'customerProfile', {
      customerName: '江城云帆置业公司',
      customerKind: '建设单位',
      creditCode: '91320100MA1000017X',
      customerLevel: '普通客户',
      contact: '李工',
      phone: '13912345678',
      manager: 'u-sales',
      deptId: 'dept-jy',
      settleMode: '按合同节点',
    });
    ids.projectRegister = await business.save('sales', 'projectRegister', {
      projectName: '云帆大厦',
      projectKind: '房屋建筑',
      projectSource: '直接委托',
      projectState: '待进场',
      deptId: 'dept-cl',
      customer: id('customerProfile'),
      contractAmount: 300_000,
      leader: 'u-pm',
      startDate: day(0),
    });
    expect((await business.read('projectRegister', id('projectRegister'))).fieldsMap).toMatchObject({
      entrustUnit: '江城云帆置业公司',
    });
  });

  it('goes on with a quotation of its rows, a contract and its seal, each from the one before', async () => {
    const quote = await begun('sales', 'projectQuote', 'projectRegister');
    expect(quote).toMatchObject({ customer: id('customerProfile'), quoteName: '云帆大厦检测报价' });
    const own = { applicant: 'u-sales', deptId: 'dept-jy' };
    ids.projectQuote = await business.submit(
      'sales',
      'projectQuote',
      {
        ...quote,
        ...own,
        quoteDate: day(0),
        round: '首次报价',
        validDate: day(60),
        payWay: '按进度支付',
        discount: 90,
      },
      row(100),
    );
    await business.agree('projectQuote', id('projectQuote'), 'leader', 'manager');
    await isFinished('projectQuote');
    expect((await business.read('projectQuote', id('projectQuote'))).fieldsMap).toMatchObject({
      listTotal: 300_000,
      total: 270_000,
    });

    ids.contractLedger = await business.submit('sales', 'contractLedger', {
      ...(await begun('sales', 'contractLedger', 'projectRegister')),
      contractNo: 'HT-MONEY',
      contractKind: '检测服务合同',
      deptId: 'dept-jy',
      handler: 'u-sales',
      changeAmount: 0,
      originalCopies: 3,
      originalsBack: 0,
      startDate: day(0),
      signDate: day(0),
      endDate: day(60),
      originalsDue: day(60),
      amount: 300_000,
    });
    await business.agree(
      'contractLedger',
      id('contractLedger'),
      ['legal', { riskLevel: '低', legalOpinion: '条款无异议' }],
      'leader',
      'manager',
    );
    await isFinished('contractLedger');

    const seal = await begun('sales', 'contractSeal', 'contractLedger');
    expect(seal).toMatchObject({ copies: 3, contractAmount: 300_000, project: id('projectRegister') });
    ids.contractSeal = await business.submit('sales', 'contractSeal', {
      ...seal,
      ...own,
      unitId: 'unit-jc',
      applyDate: day(0),
      seals: ['合同专用章'],
      isFirst: '对方已盖',
      mail: '当面递交',
      files: await uploaded(await business.as('sales'), '合同.pdf'),
    });
    const seals = await (await business.at('sealer', 'sealImpressionInfo')).list({ sealName: '检测合同专用章' });
    const scan = await uploaded(await business.as('sealer'), '盖章扫描件.pdf');
    await business.agree('contractSeal', id('contractSeal'), 'leader', 'manager', [
      'sealer',
      { seal: seals.data.data[0]?.id, sealDate: day(0), scan },
    ]);
    await isFinished('contractSeal');
  });

  it('is settled in part, by the rows of the settlement, and an invoice of it written by finance', async () => {
    const own = { applicant: 'u-pm', deptId: 'dept-cl' };
    ids.projectSettlement = await business.submit(
      'pm',
      'projectSettlement',
      {
        ...(await begun('pm', 'projectSettlement', 'contractLedger')),
        ...own,
        stage: '进度结算',
        needInvoice: '需要',
        settleDate: day(0),
        deduct: 0,
        dueDate: day(60),
      },
      row(40),
    );
    await business.agree('projectSettlement', id('projectSettlement'), 'dengguoqiang', 'finance', 'manager');
    await isFinished('projectSettlement');

    const invoice = await begun('pm', 'invoice', 'projectSettlement');
    expect(invoice).toMatchObject({
      contract: id('contractLedger'),
      project: id('projectRegister'),
      settleAmount: 120_000,
    });
    ids.invoice = await business.submit('pm', 'invoice', {
      ...invoice,
      ...own,
      applyDate: day(0),
      invoiceKind: '增值税专用发票',
      taxNo: '91320100MA1000017X',
      taxRate: '6%',
      amount: 120_000,
    });
    await business.agree('invoice', id('invoice'), 'dengguoqiang', [
      'finance',
      { invoiceNo: '24322000000012345678', invoiceDate: day(0), drawer: 'u-finance' },
    ]);
    await isFinished('invoice');
  });

  it('ends with a part of the money, which is claimed, and every figure says so', async () => {
    ids.receipt = await business.save('finance', 'receipt', {
      receiptDate: day(0),
      payWay: '银行转账',
      payer: '江城云帆置业公司',
      customer: id('customerProfile'),
      amount: 150_000,
      bank: '中国银行江城分行',
      claimState: '待认领',
    });
    ids.paymentClaim = await business.submit('pm', 'paymentClaim', {
      receipt: id('receipt'),
      applicant: 'u-pm',
      deptId: 'dept-cl',
      claimDate: day(0),
      contract: id('contractLedger'),
      amount: 100_000,
      claimKind: '检测费',
    });
    const named = { settlement: id('projectSettlement') };
    await business.agree('paymentClaim', id('paymentClaim'), ['finance', named], 'dengguoqiang');
    await isFinished('paymentClaim');
    const claim = (await (await business.at('pm', 'paymentClaim')).get(id('paymentClaim'))).data;
    expect(claim.fieldsMap).toMatchObject({ payer: '江城云帆置业公司', receiptAmount: 150_000 });

    expect((await business.read('projectRegister', id('projectRegister'))).fieldsMap).toMatchObject({
      contractTotal: 300_000,
      settledTotal: 120_000,
      invoicedTotal: 120_000,
      receivedAmount: 100_000,
      due: 20_000,
    });
    expect((await business.read('customerProfile', id('customerProfile'))).fieldsMap).toMatchObject({
      unpaidAmount: 20_000,
    });
    const receipt = (await (await business.at('finance', 'receipt')).get(id('receipt'))).data;
    expect(receipt.fieldsMap).toMatchObject({ claimed: 100_000, left: 50_000, claimState: '部分认领' });
  });
});
