import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { contractsOf, rowOf } from '../support/contracts.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let business: ReturnType<typeof businessOf>;
let office: ReturnType<typeof contractsOf>;

beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
  office = contractsOf(business);
});
afterAll(() => server?.dispose());

const settlement = async (id: string): Promise<Values> =>
  (await (await business.at('finance', 'projectSettlement')).get(id)).data.fieldsMap;

describe('a settlement', () => {
  it('is of something, and within what is left of the contract', async () => {
    const contract = await office.signed('余额');
    const values = await office.settlement(contract);
    expect(await office.refusal('pm', 'projectSettlement', { ...values, deduct: 120_000 }, rowOf(12_000))).toContain(
      '应大于 0',
    );
    await office.settled(contract, 60_000);
    const refused = await office.refusal('pm', 'projectSettlement', values, rowOf(50_000));
    expect(refused).toContain('已结算 60000.00 元合计');
    expect(refused).toContain('项目变更');
  });

  it('shows what was received of it, and is taken back by finance only where nothing was', async () => {
    const contract = await office.signed('撤回');
    const paid = await office.settled(contract, 30_000);
    await office.paid(contract, 12_000, { settlement: paid });
    expect(await settlement(paid)).toMatchObject({ receivedAmount: 12_000, unpaid: 18_000, invoicedAmount: 0 });
    const press = (account: string, id: string) =>
      office.press(account, 'projectSettlement', id, 'cancel', { reason: '审计核减' });
    expect((await press('finance', paid)).msg).toContain('请先撤销认领');

    const open = await office.settled(contract, 20_000);
    expect((await press('pm', open)).code).not.toBe('1');
    expect(await press('finance', open)).toMatchObject({ code: '1' });
    expect((await (await business.at('finance', 'projectSettlement')).get(open)).data).toMatchObject({
      flwState: '4',
      fieldsMap: { cancelNote: expect.stringContaining('审计核减') },
    });
    expect(await office.contract(contract)).toMatchObject({ settledAmount: 30_000, due: 18_000, prepaid: 0 });
  });

  it('of a contract that became void meanwhile does not end', async () => {
    const contract = await office.signed('同时');
    const id = await business.submit('pm', 'projectSettlement', await office.settlement(contract), rowOf(5000));
    await business.agree('projectSettlement', id, 'dengguoqiang', 'finance');
    const { db } = server.context;
    const ask = await business.submit('sales', 'contractVoid', {
      ...(await business.begun('sales', 'contractVoid', 'contractLedger', contract)),
      applicant: 'u-sales',
      deptId: 'dept-jy',
      performedAmount: 0,
      settledAmount: 0,
      originals: '尚未寄出',
      voidReason: '合同文本有误',
      voidDate: day(0),
      reasonDetail: '重签',
    });
    expect(db).toBeDefined();
    await business.agree('contractVoid', ask, 'leader', ['finance', { financeNote: '无' }], 'manager');
    expect((await office.agreement('manager', 'projectSettlement', id)).msg).toContain('已作废');
  });
});

describe('a contract is fulfilled', () => {
  it('also where the money came before the settlement, and is in force again where the settlement is taken back', async () => {
    const contract = await office.signed('预付');
    await office.paid(contract, 100_000, { claimKind: '预付款' });
    expect(await office.contract(contract)).toMatchObject({ contractState: '履行中', due: 0, prepaid: 100_000 });
    const id = await office.settled(contract, 100_000);
    expect(await office.contract(contract)).toMatchObject({ contractState: '已履行完毕', prepaid: 0 });
    expect((await office.press('finance', 'projectSettlement', id, 'cancel', { reason: '重算' })).code).toBe('1');
    expect(await office.contract(contract)).toMatchObject({ contractState: '履行中' });
  });

  it('by its last settlement below the amount of the contract, after which none is submitted', async () => {
    const contract = await office.signed('审减');
    await office.paid(contract, 80_000, { claimKind: '预付款' });
    await office.settled(contract, 80_000, { isLast: '是', stage: '竣工结算' });
    expect(await office.contract(contract)).toMatchObject({ contractState: '已履行完毕', unsettledAmount: 20_000 });
    const values = await office.settlement(contract);
    expect(await office.refusal('pm', 'projectSettlement', values, rowOf(1000))).toContain('“取消末次”');
  });

  it('goes on where its last settlement was none', async () => {
    const contract = await office.signed('补充');
    const first = await office.settled(contract, 80_000, { isLast: '是', stage: '竣工结算' });
    await office.paid(contract, 80_000, { settlement: first });
    expect(await office.contract(contract)).toMatchObject({ contractState: '已履行完毕' });
    const press = (account: string) => office.press(account, 'projectSettlement', first, 'notLast', {});
    expect((await press('pm')).code).not.toBe('1');
    expect(await press('finance')).toMatchObject({ code: '1' });
    expect(await office.contract(contract)).toMatchObject({ contractState: '履行中', lastSettlements: 0 });
    expect((await press('finance')).code).not.toBe('1');
    await office.settled(contract, 20_000);
    expect(await office.contract(contract)).toMatchObject({ contractState: '履行中', due: 20_000 });
  });

  it('and settled further after that, owes again', async () => {
    const contract = await office.signed('续作');
    await office.paid(contract, 30_000, { settlement: await office.settled(contract, 30_000) });
    const done = await office.press('leader', 'contractLedger', contract, 'complete', { reason: '不再结算' });
    expect([done.code, (await office.contract(contract))['contractState']]).toEqual(['1', '已履行完毕']);
    await office.settled(contract, 5_000.5);
    expect(await office.contract(contract)).toMatchObject({ contractState: '履行中', due: 5_000.5 });
  });
});

describe('money that came before the settlement', () => {
  it('is set off when it is settled, as finance says, and not taken back under it', async () => {
    const contract = await office.signed('冲抵');
    await office.paid(contract, 60_000.5, { claimKind: '预付款' });
    expect(await office.contract(contract)).toMatchObject({ receivedFree: 60_000.5 });
    const first = await office.settled(contract, 50_000);
    const second = await office.settled(contract, 40_000);
    expect(await settlement(first)).toMatchObject({ receivedOffset: 50_000, unpaid: 0 });
    expect(await settlement(second)).toMatchObject({ receivedOffset: 10_000.5, unpaid: 29_999.5 });
    expect(await office.contract(contract)).toMatchObject({ receivedFree: 0, due: 29_999.5 });

    const offset = (id: string, total: number, account = 'finance') =>
      office.press(account, 'projectSettlement', id, 'offset', { total });
    expect((await offset(first, 20_000, 'pm')).code).not.toBe('1');
    expect((await offset(second, 10_001)).msg).toContain('不够冲抵');
    expect((await offset(first, 50_001)).msg).toContain('不能超过两者之差');
    expect((await offset(first, 20_000)).code).toBe('1');
    expect(await settlement(first)).toMatchObject({ unpaid: 30_000 });
    expect(await office.contract(contract)).toMatchObject({ receivedFree: 30_000 });

    const claims = await (await business.at('finance', 'paymentClaim')).list({ contract });
    const claim = claims.data.data[0]?.id ?? '';
    const undo = () => office.press('finance', 'paymentClaim', claim, 'undo', { reason: '银行退票' });
    expect((await undo()).msg).toContain('改小冲抵金额');
    expect([(await offset(first, 0)).code, (await offset(second, 0)).code]).toEqual(['1', '1']);
    expect((await undo()).code).toBe('1');
    expect(await office.contract(contract)).toMatchObject({ receivedFree: 0, receivedAmount: 0, due: 90_000 });
  });
});

describe('the output of a month', () => {
  const sheet = (more: Values): Values => ({
    applicant: 'u-pm',
    deptId: 'dept-cl',
    outputDept: 'dept-jg',
    affirmDate: day(0),
    ...more,
  });
  const rows = (...lines: readonly Values[]): Values => ({
    rows: lines.map((fieldsMap, index) => ({ id: `row-${index}`, fieldsMap })),
  });

  it('names a contract once, goes on from what was affirmed, and is corrected with a reason', async () => {
    const contract = await office.signed('产值', { startDate: day(30) });
    const first = sheet({ period: '2031-01' });
    expect(
      await office.refusal(
        'pm',
        'monthlyOutputAffirm',
        first,
        rows({ contract, thisMonth: 10_000 }, { contract, thisMonth: 10_000 }),
      ),
    ).toContain('contract');
    const january = await business.submit('pm', 'monthlyOutputAffirm', first, rows({ contract, thisMonth: 30_000 }));
    // the leader of the department whose output it is, and not of whoever typed it
    expect((await office.agreement('dengguoqiang', 'monthlyOutputAffirm', january)).code).not.toBe('1');
    await business.agree('monthlyOutputAffirm', january, 'hanlei', 'finance');
    expect(await office.contract(contract)).toMatchObject({ affirmedAmount: 30_000, contractState: '履行中' });

    // what the page of the next month begins with is complete, so that no row asks for a note
    const next = await (
      await business.as('pm')
    ).get<{ values: Values; rows: Record<string, { id: string; fieldsMap: Values }[]> }>(
      `/api/system/frmCrud/prefill/monthlyOutputAffirm?from=monthlyOutputAffirm&id=${january}&index=0`,
    );
    const { projectName, finalAmount } = await office.contract(contract);
    const [line] = next.data.rows['rows'] ?? [];
    expect(line?.fieldsMap).toMatchObject({ before: 30_000, contractAmount: finalAmount, rowProject: projectName });
    const begun = await (
      await business.at('pm', 'monthlyOutputAffirm')
    ).save({ fieldsMap: sheet(next.data.values), childTables: next.data.rows } as never);
    expect([begun.code, begun.msg]).toEqual(['1', begun.msg]);
    await (await business.at('pm', 'monthlyOutputAffirm')).remove(begun.data.id ?? '');

    const second = sheet({ period: '2031-02' });
    const less = { contract, thisMonth: -5000 };
    expect(await office.refusal('pm', 'monthlyOutputAffirm', second, rows(less))).toContain('note');
    expect(
      await office.refusal('pm', 'monthlyOutputAffirm', second, rows({ contract, thisMonth: -40_000, note: '冲减' })),
    ).toContain('小于 0');
    const february = await business.submit(
      'pm',
      'monthlyOutputAffirm',
      second,
      rows({ ...less, note: '冲减 1 月多计' }),
    );
    await business.agree('monthlyOutputAffirm', february, 'hanlei', 'finance');
    expect(await office.contract(contract)).toMatchObject({ affirmedAmount: 25_000 });
    const stored = await (await business.at('pm', 'monthlyOutputAffirm')).get(february);
    expect(stored.data.childTables['rows']?.[0]?.fieldsMap).toMatchObject({ before: 30_000, after: 25_000 });
  });
});
