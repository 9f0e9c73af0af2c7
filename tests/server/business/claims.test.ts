import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { startTestServer, type Answer, type TestServer } from '../support.ts';

let server: TestServer;
let business: ReturnType<typeof businessOf>;

const own = { applicant: 'u-pm', deptId: 'dept-cl' };

/** A framework contract in force, of which nothing is settled. */
async function contractOf(contractNo: string, amount: number): Promise<string> {
  const id = await business.submit('sales', 'contractLedger', {
    contractNo,
    contractName: `${contractNo}检测框架协议`,
    contractKind: '检测框架协议',
    customer: 'customerProfile-0001',
    counterparty: '江城云帆置业公司',
    deptId: 'dept-jy',
    handler: 'u-sales',
    signDate: day(-60),
    startDate: day(-60),
    originalCopies: 0,
    amount,
  });
  const legal = ['legal', { riskLevel: '低', legalOpinion: '条款无异议' }] as const;
  await business.agree('contractLedger', id, legal, 'leader', 'manager');
  return id;
}

async function settlementOf(contract: string, amount: number): Promise<string> {
  const id = await business.submit(
    'pm',
    'projectSettlement',
    {
      ...own,
      contract,
      stage: '进度结算',
      isLast: '否',
      needInvoice: '不需要',
      settleDate: day(-1),
      deduct: 0,
      dueDate: day(30),
    },
    { items: [{ id: 'one', fieldsMap: { itemName: '钢筋扫描', unit: '构件', quantity: 1, price: amount } }] },
  );
  await business.agree('projectSettlement', id, 'dengguoqiang', 'finance', 'manager');
  return id;
}

const receiptOf = (amount: number): Promise<string> =>
  business.save('finance', 'receipt', {
    receiptDate: day(-2),
    payWay: '银行转账',
    payer: '江城云帆置业公司',
    amount,
    bank: '中国银行江城分行',
  });

const claimValues = (receipt: string, contract: string, amount: number, more: Values = {}): Values => ({
  ...own,
  receipt,
  contract,
  amount,
  claimDate: day(0),
  claimKind: '检测费',
  ...more,
});
const claim = async (...values: Parameters<typeof claimValues>): Promise<Answer> =>
  (await business.at('pm', 'paymentClaim')).run({ fieldsMap: claimValues(...values) } as never, 'submit');
async function claimed(...values: Parameters<typeof claimValues>): Promise<string> {
  const id = await business.submit('pm', 'paymentClaim', claimValues(...values));
  await business.agree('paymentClaim', id, 'finance', 'dengguoqiang');
  return id;
}
const read = async (account: string, formKey: string, id: string): Promise<Values> =>
  (await (await business.at(account, formKey)).get(id)).data.fieldsMap;
const press = async (account: string, formKey: string, action: string, id: string, dialog: Values): Promise<Answer> =>
  (await business.as(account)).post(`/api/system/frmCrud/action/${formKey}`, {
    action,
    ids: [id],
    dialog: { fieldsMap: dialog, childTables: {} },
  });
/** The step of the person who has the task now. */
async function approve(account: string, formKey: string, id: string): Promise<Answer> {
  const records = await business.at(account, formKey);
  const { revision, fieldsMap, childTables } = (await records.get(id)).data;
  return records.run({ id, revision, fieldsMap, childTables } as never, 'approve', { opinion: '同意' });
}

beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
});
afterAll(() => server?.dispose());

describe('a claim of received money', () => {
  const ids = { contract: '', other: '', settlement: '', foreign: '', receipt: '', claim: '' };

  it('takes no more than the receipt holds, the contract owes and its settlement waits for', async () => {
    ids.contract = await contractOf('HT-认领-1', 80_000);
    ids.other = await contractOf('HT-认领-2', 50_000);
    ids.settlement = await settlementOf(ids.contract, 30_000.5);
    ids.foreign = await settlementOf(ids.other, 20_000);
    ids.receipt = await receiptOf(500_000);
    expect((await claim(ids.receipt, ids.contract, 500_001, { claimKind: '预付款' })).msg).toContain('未认领的 500000');
    expect((await claim(ids.receipt, ids.contract, 30_000.51)).msg).toMatch(/超过应收.*预付款/);
    expect((await claim(ids.receipt, ids.contract, 80_000.01, { claimKind: '预付款' })).msg).toContain('超过合同金额');
    expect((await claim(ids.receipt, ids.contract, 0)).code).not.toBe('1');
    const split = { claimKind: '预付款', settlement: ids.settlement };
    expect((await claim(ids.receipt, ids.contract, 40_000, split)).msg).toContain('未回款 30000.5');
    ids.claim = await claimed(ids.receipt, ids.contract, 30_000.5, { settlement: ids.settlement });
    expect(await read('finance', 'receipt', ids.receipt)).toMatchObject({ claimState: '部分认领', left: 469_999.5 });
    expect(await read('pm', 'projectSettlement', ids.settlement)).toMatchObject({ unpaid: 0 });
  });

  it('names no settlement of another contract, though it was chosen before the contract was changed', async () => {
    const records = await business.at('pm', 'paymentClaim');
    const draft = await records.save({
      fieldsMap: claimValues(ids.receipt, ids.other, 1_000, { settlement: ids.foreign }),
    } as never);
    const { id, revision } = draft.data;
    const more = { settlement: ids.foreign, claimKind: '预付款' };
    const changed = { id, revision, fieldsMap: claimValues(ids.receipt, ids.contract, 1_000, more) };
    const answer = await records.run(changed as never, 'submit');
    expect(answer).toMatchObject({ code: 'EFFECT_REQUIRE', msg: expect.stringContaining('不属于合同 HT-认领-1') });
  });

  it('is taken back by finance, which gives contract and receipt their money back', async () => {
    const reason = { reason: '认领到了另一份合同' };
    expect((await press('pm', 'paymentClaim', 'undo', ids.claim, reason)).code).toBe('403');
    expect((await press('finance', 'paymentClaim', 'undo', ids.claim, {})).code).toBe('RECORD_INVALID');
    expect(await press('finance', 'paymentClaim', 'undo', ids.claim, reason)).toMatchObject({ code: '1' });
    expect(await read('sales', 'contractLedger', ids.contract)).toMatchObject({ receivedAmount: 0, due: 30_000.5 });
    expect(await read('finance', 'receipt', ids.receipt)).toMatchObject({ claimState: '待认领', left: 500_000 });
    expect((await press('finance', 'paymentClaim', 'undo', ids.claim, reason)).code).not.toBe('1');
    ids.claim = await claimed(ids.receipt, ids.contract, 80_000, { claimKind: '预付款' });
    expect(await read('sales', 'contractLedger', ids.contract)).toMatchObject({ receivedAmount: 80_000 });
  });

  it('opens a contract again that it had ended', async () => {
    const rest = await settlementOf(ids.contract, 49_999.5);
    // the money that came before is set off against it
    expect((await press('finance', 'projectSettlement', 'offset', rest, { total: 0 })).code).toBe('1');
    expect((await press('finance', 'paymentClaim', 'undo', ids.claim, { reason: '重来' })).code).toBe('1');
    const first = await claimed(ids.receipt, ids.contract, 30_000.5, { settlement: ids.settlement });
    const id = await claimed(ids.receipt, ids.contract, 49_999.5, { settlement: rest });
    expect(await read('sales', 'contractLedger', ids.contract)).toMatchObject({ contractState: '已履行完毕' });
    for (const one of [id, first])
      expect((await press('finance', 'paymentClaim', 'undo', one, { reason: '银行退票' })).code).toBe('1');
    expect(await read('sales', 'contractLedger', ids.contract)).toMatchObject({ contractState: '履行中' });
  });

  it('names its settlement when finance confirms it', async () => {
    const contract = await contractOf('HT-认领-4', 60_000);
    const [first, second] = [await settlementOf(contract, 20_000), await settlementOf(contract, 10_000)];
    const id = await business.submit('pm', 'paymentClaim', claimValues(await receiptOf(20_000), contract, 20_000));
    const confirm = async (settlement: string): Promise<Answer> => {
      const records = await business.at('finance', 'paymentClaim');
      const { revision, fieldsMap } = (await records.get(id)).data;
      const record = { id, revision, fieldsMap: { ...fieldsMap, settlement } };
      return records.run(record as never, 'approve', { opinion: '同意' });
    };
    expect((await confirm('')).msg).toContain('请选择这笔回款对应的结算单');
    expect((await confirm(second)).msg).toContain('未回款 10000.00 元');
    expect(await confirm(first)).toMatchObject({ code: '1' });
    await business.agree('paymentClaim', id, 'dengguoqiang');
    expect(await read('pm', 'projectSettlement', first)).toMatchObject({ unpaid: 0 });
  });

  it('of a deposit that comes back needs no contract, and is no payment of one', async () => {
    const before = await read('sales', 'contractLedger', ids.other);
    await claimed(ids.receipt, ids.other, 60_000, { claimKind: '保证金退回' });
    await claimed(ids.receipt, '', 5_000, { claimKind: '保证金退回' });
    expect((await claim(ids.receipt, '', 5_000)).code).toBe('RECORD_INVALID');
    expect(await read('sales', 'contractLedger', ids.other)).toMatchObject({
      receivedAmount: before['receivedAmount'],
      due: before['due'],
    });
    expect(await read('finance', 'receipt', ids.receipt)).toMatchObject({ claimed: 65_000 });
  });

  it('is refused at its end on a contract that was voided meanwhile', async () => {
    const contract = await contractOf('HT-认领-3', 90_000);
    const running = await business.submit(
      'pm',
      'paymentClaim',
      claimValues(ids.receipt, contract, 10_000, { claimKind: '预付款' }),
    );
    const gone = await business.submit('sales', 'contractVoid', {
      ...(await business.begun('sales', 'contractVoid', 'contractLedger', contract)),
      applicant: 'u-sales',
      deptId: 'dept-jy',
      voidDate: day(0),
      voidReason: '工程取消或停建',
      reasonDetail: '工程停建',
      performedAmount: 0,
      settledAmount: 0,
      originals: '已全部收回',
    });
    await business.agree('contractVoid', gone, 'leader', ['finance', { financeNote: '无往来款' }], 'manager');
    await business.agree('paymentClaim', running, 'finance');
    expect(await approve('dengguoqiang', 'paymentClaim', running)).toMatchObject({
      code: 'EFFECT_REQUIRE',
      msg: expect.stringContaining('已作废'),
    });
  });

  it('leaves no receipt with less than was claimed of it', async () => {
    const records = await business.at('finance', 'receipt');
    const { revision, fieldsMap, childTables } = (await records.get(ids.receipt)).data;
    const saved = await records.save({
      id: ids.receipt,
      revision,
      childTables,
      fieldsMap: { ...fieldsMap, amount: 64_999 },
    } as never);
    expect(saved).toMatchObject({ code: 'EFFECT_REQUIRE', msg: expect.stringContaining('已认领的 65000') });
  });
});

describe('an invoice', () => {
  const taxed = { invoiceKind: '电子专用发票', taxNo: '91320100MA1000017X', taxRate: '6%', applyDate: day(-1) };
  const ids = { settlement: '' };
  const ask = async (amount: number, more: Values = {}): Promise<Answer<{ id?: string }>> =>
    (await business.at('pm', 'invoice')).run(
      { fieldsMap: { ...own, ...taxed, settlement: ids.settlement, amount, ...more } } as never,
      'submit',
    ) as never;

  it('asks for no more than its settlement, what is under way included', async () => {
    ids.settlement = await settlementOf(await contractOf('HT-开票-1', 100_000), 60_000);
    expect((await ask(600_000)).msg).toContain('超过结算金额 60000');
    // finance fills in what it issues
    expect((await ask(60_000, { invoiceNo: '24322000000012345600' })).code).not.toBe('1');
    const { id = '' } = (await ask(40_000)).data;
    expect((await ask(20_000.01)).msg).toContain('请改小开票金额');
    await business.agree('invoice', id, 'dengguoqiang', [
      'finance',
      { invoiceNo: '24322000000012345601', invoiceDate: day(0), drawer: 'u-finance' },
    ]);
    expect(await business.begun('pm', 'invoice', 'projectSettlement', ids.settlement)).toMatchObject({
      amount: 20_000,
    });
    const red = { redDate: day(0), reason: '购买方名称有误' };
    expect((await press('pm', 'invoice', 'red', id, red)).code).toBe('403');
    expect(await press('finance', 'invoice', 'red', id, { ...red, redDate: day(-9) })).toMatchObject({
      code: 'EFFECT_REQUIRE',
    });
    expect((await press('finance', 'invoice', 'red', id, { ...red, redDate: day(1) })).msg).toContain('晚于今天');
    expect(await press('finance', 'invoice', 'red', id, red)).toMatchObject({ code: '1' });
    expect(await read('pm', 'projectSettlement', ids.settlement)).toMatchObject({ invoicedAmount: 0 });
    expect((await ask(60_000)).code).toBe('1');
  });
});

describe('a settlement that was taken back', () => {
  it('is neither invoiced nor paid nor asked for by what was written before', async () => {
    const settlement = await settlementOf(await contractOf('HT-撤回-1', 100_000), 60_000);
    const drafts = [
      await draft('invoice', {
        settlement,
        amount: 60_000,
        taxRate: '6%',
        invoiceKind: '电子普通发票',
        applyDate: day(0),
      }),
      await draft('paymentRequest', {
        ...(await business.begun('pm', 'paymentRequest', 'projectSettlement', settlement)),
        requestDate: day(0),
        hopeDate: day(20),
        letter: '否',
        reason: '约定付款日已到',
      }),
      await draft(
        'paymentClaim',
        claimValues(await receiptOf(60_000), await contractOfSettlement(settlement), 60_000, { settlement }),
      ),
    ] as const;
    expect((await press('finance', 'projectSettlement', 'cancel', settlement, { reason: '审计核减' })).code).toBe('1');
    for (const submit of drafts)
      expect(await submit()).toMatchObject({
        code: 'EFFECT_REQUIRE',
        msg: expect.stringMatching(/结算单 JS-.* 已作废/),
      });
  });

  const contractOfSettlement = async (id: string): Promise<string> =>
    String((await read('pm', 'projectSettlement', id))['contract']);
  /** Stores a draft, and answers how it is submitted. */
  async function draft(formKey: string, values: Values): Promise<() => Promise<Answer>> {
    const records = await business.at('pm', formKey);
    const fieldsMap = { ...own, ...values };
    const { code, msg, data } = await records.save({ fieldsMap } as never);
    expect([formKey, code, msg]).toEqual([formKey, '1', msg]);
    return async () => {
      const stored = (await records.get(data.id ?? '')).data;
      return records.run({ id: data.id, revision: stored.revision, fieldsMap: stored.fieldsMap } as never, 'submit');
    };
  }
});

describe('a request for payment', () => {
  it('asks for no more than is owed, and a letter that it wants reaches the lawyers', async () => {
    const contract = await contractOf('HT-请款-1', 100_000);
    await settlementOf(contract, 12_345.67);
    const values = { ...own, contract, requestDate: day(0), hopeDate: day(20), letter: '是', reason: '约定付款日已到' };
    const ask = async (amount: number, more: Values = {}): Promise<Answer> =>
      (await business.at('pm', 'paymentRequest')).run({ fieldsMap: { ...values, amount, ...more } } as never, 'submit');
    expect((await ask(12_345.68)).msg).toContain('请先办理结算');
    // a settlement is named with at most what is unpaid of it
    const settlement = await settlementOf(contract, 2_000);
    expect((await ask(12_345.67, { settlement })).msg).toContain('未回款 2000.00 元');
    const id = await business.submit('pm', 'paymentRequest', { ...values, amount: 12_345.67 });
    await business.agree('paymentRequest', id, 'dengguoqiang', 'finance');
    const told = async (): Promise<string> =>
      JSON.stringify(
        (
          await (
            await business.as('legal')
          ).post('/api/system/sysMsgRemind/msgRemindList', { data: { title: '请款' }, page: {} })
        ).data,
      );
    await expect.poll(told, { timeout: 10_000 }).toContain('需发催款函');
  });
});
