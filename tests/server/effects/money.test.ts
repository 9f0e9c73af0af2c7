import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { businessOf, day, type Values } from '../support/business.ts';
import { type Client, startTestServer, type TestServer } from '../support.ts';
import { clientOf, edge, flowFile, type Story, storyOf, task } from '../approval/story.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import { recordListeners } from '../../../src/server/records/index.ts';
import { author, recordsOf } from '../support/sealDemo.ts';
import { recordsIn } from '../support/recordsIn.ts';
import { usualOrLong } from '../../support/tier.ts';

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  const flow = flowFile(
    'ftSettlement',
    task('check user u-leader') + edge('f1', 'apply', 'check') + edge('f2', 'check', 'e'),
  );
  await publishFlow(server.context, { xml: flow, note: '', author });
  await publish(receipt);
  await publish({ ...contract, fields: contract.fields.slice(0, 4) } as never);
  await publish({ ...settlement, effects: [] } as never);
  await publish(contract);
  await publish(settlement);
  recordListeners.add(server.context, async (_context, trx, { event, row }) => {
    if (event !== 'finished' || row.form_key !== 'ftSettlement' || kills === 0) return null;
    kills -= 1;
    if (process.env['DATABASE_URL']) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    throw new Error('the server died between the effects and the commit');
  });
});
afterAll(() => server.dispose());

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

const access = { createRoles: ['*'] };

const text = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });

const number = (key: string, more: object = {}) => ({ tag: 'el-input-number', __vModel__: key, label: key, ...more });

const contract = {
  formKey: 'ftContract',
  formName: '合同',
  access,
  unitReads: '1',
  titleTemplate: '${name}',
  fields: [
    text('name', { isTitle: '1' }),
    text('remark'),
    number('amount'),
    number('count'),
    {
      ...number('settled'),
      rollup: { from: 'ftSettlement', via: 'contract', fn: 'sum', of: 'sum' },
    },
  ],
};

const receipt = {
  formKey: 'ftReceipt',
  formName: '登记',
  access,
  unitReads: '1',
  fields: [text('no', { isTitle: '1' })],
};

const settlement = {
  formKey: 'ftSettlement',
  formName: '结算',
  access,
  flowKey: 'ftSettlement',
  titleTemplate: '${title}',
  fields: [
    text('title', { isTitle: '1' }),
    { tag: 'recordSelector', __vModel__: 'contract', label: '合同', to: 'ftContract' },
    number('sum'),
  ],
  effects: [
    { on: 'finished', set: 'contract', fields: { count: 'contract.count + 1' } },
    { on: 'finished', create: 'ftReceipt', fields: { no: 'title' } },
    {
      on: 'finished',
      require: 'contract.settled <= contract.amount',
      message: '结算合计将达 ${contract.settled} 元，超过 ${contract.name} 的 ${contract.amount} 元',
    },
  ],
};

const publish = (definition: { formKey: string; formName: string }) =>
  publishForm(server.context, { ...definition, note: '', author, definition });

const made = async (fieldsMap: object): Promise<string> => {
  const answer = await recordsOf(staff, 'ftContract').save({ fieldsMap } as never);
  expect(answer.msg).toBe('保存成功');
  return answer.data.id ?? '';
};

const read = async (id: string) => (await recordsOf(staff, 'ftContract').get(id)).data;

const receipts = async (no: string): Promise<number> =>
  (
    await server.context.db
      .selectFrom(await recordsIn(server, 'ftReceipt'))
      .select('id')
      .where(sql`fields ->> 'no'`, '=', no)
      .execute()
  ).length;

const submitted = async (fieldsMap: object): Promise<Story> => {
  const answer = await recordsOf(await clientOf(server, 'staff'), 'ftSettlement').run({ fieldsMap } as never, 'submit');
  expect(answer.msg).toContain('成功');
  return storyOf(server, 'ftSettlement', answer.data.id ?? '');
};

/**
 * Ends the connection of the next step after its effects have run, before it is committed: as when its server dies
 * there.
 */
let kills = 0;

describe('effects under faults', () => {
  it('let one of two people settle the rest of a contract, and tell the other one why not', async () => {
    const id = await made({ name: '甲', amount: 100, count: 0 });
    const both = await Promise.all([
      submitted({ title: '结算一', contract: id, sum: 60 }),
      submitted({ title: '结算二', contract: id, sum: 60 }),
    ]);
    const answers = await Promise.all(both.map((story) => story.act('leader', 'approve')));
    const codes = answers.map(({ code }) => code).toSorted();
    // who had to wait may be asked to press again; then the sentence of the condition is told
    const late = await Promise.all(
      both.map(async (story, index) =>
        answers[index]?.code === '1' ? answers[index] : story.act('leader', 'approve'),
      ),
    );
    expect(codes.filter((code) => code === '1').length).toBe(1);
    const refused = late.find(({ code }) => code !== '1');
    expect(refused).toMatchObject({
      code: 'EFFECT_REQUIRE',
      msg: '结算合计将达 120 元，超过 甲 的 100 元',
    });
    const stored = await read(id);
    expect(stored.fieldsMap).toMatchObject({ settled: 60, count: 1 });
    expect((await receipts('结算一')) + (await receipts('结算二'))).toBe(1);
  });

  it('tell who edits the record that it was changed, and lose nothing of either', async () => {
    const id = await made({ name: '乙', amount: 100, count: 0 });
    const opened = await read(id);
    const story = await submitted({ title: '结算三', contract: id, sum: 10 });
    expect((await story.act('leader', 'approve')).code).toBe('1');
    const mine = { ...opened.fieldsMap, remark: '我正在改' };
    const stale = await recordsOf(staff, 'ftContract').save({
      id,
      revision: opened.revision ?? 0,
      fieldsMap: mine,
    } as never);
    expect(stale.code).toBe('RECORD_STALE');
    expect((await read(id)).fieldsMap).toMatchObject({ count: 1, settled: 10 });
    const now = await read(id);
    const merged = await recordsOf(staff, 'ftContract').save({
      ...now,
      fieldsMap: { ...now.fieldsMap, remark: '我正在改' },
    } as never);
    expect(merged.msg).toBe('保存成功');
    expect((await read(id)).fieldsMap).toMatchObject({ count: 1, settled: 10, remark: '我正在改' });
  });

  it('happen once, or not at all, where the server dies between them and the commit', async () => {
    const id = await made({ name: '丙', amount: 1000, count: 0 });
    const rounds = Number(process.env['EFFECT_KILLS'] ?? usualOrLong(2, 8));
    for (let round = 0; round < rounds; round += 1) {
      const story = await submitted({ title: `杀${round}`, contract: id, sum: 1 });
      kills = 1;
      const died = await story.act('leader', 'approve');
      expect(died.code).not.toBe('1');
      expect(kills).toBe(0);
      expect(await story.state()).toBe('1');
      expect(await receipts(`杀${round}`)).toBe(0);
      expect((await read(id)).fieldsMap).toMatchObject({ count: round, settled: round });
      await expect.poll(async () => (await story.act('leader', 'approve')).code, { timeout: 20_000 }).toBe('1');
      expect(await receipts(`杀${round}`)).toBe(1);
      expect((await read(id)).fieldsMap).toMatchObject({ count: round + 1, settled: round + 1 });
    }
  }, 600_000);
});
