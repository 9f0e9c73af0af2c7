import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { type Answer, startTestServer, type TestServer } from '../support.ts';
import { registerClaimedInvoices } from '../../../src/server/seed/claimedInvoices.ts';
import { contractsOf } from '../support/contracts.ts';
import { recordsIn } from '../support/recordsIn.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

describe('deposits', () => {
  let business: ReturnType<typeof businessOf>;
  beforeAll(async () => {
    business = businessOf(server);
  });

  const asked = (amount: number, more: Values = {}): Values => ({
    applicantId: 'u-liusiyu',
    applyDeptId: 'dept-jy',
    applyDate: day(0),
    bidProjectName: '江城云帆大厦第三方检测',
    bidNo: 'JCZB-2026-9001',
    tenderer: '江城云帆置业公司',
    bidWay: 'open',
    bidDomain: 'structure',
    openTime: `${day(20)} 09:00:00`,
    payDeadline: `${day(18)} 17:00:00`,
    estimate: 5_000_000,
    projectManager: 'u-pm',
    amount,
    payMode: 'transfer',
    payeeName: '江城招标代理公司',
    payeeBank: '建设银行江城支行',
    payeeAccount: '6200000000000001',
    expectRefundDate: day(50),
    ...more,
  });

  async function uploaded(account: string): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4\n%%EOF\n']), '回单.pdf');
    const { data } = await (await business.as(account)).post<{ id: string }>('/api/file/sys/file/upload', form);
    return data.id;
  }

  const state = async (id: string): Promise<unknown> =>
    (await (await business.at('finance', 'earnestMoney')).get(id)).data.fieldsMap['earnestState'];

  async function approve(account: string, id: string, more: Values): Promise<Answer> {
    const records = await business.at(account, 'earnestMoney');
    const { revision, fieldsMap, childTables } = (await records.get(id)).data;
    const record = { id, revision, fieldsMap: { ...fieldsMap, ...more }, childTables };
    return records.run(record as never, 'approve', { opinion: '同意' });
  }

  const paid = { payDate: day(0), payVoucherNo: '付-2600001' };

  const back = { bidResult: 'lost', refundKind: '退回', refundDate: day(0) };

  /** A deposit that finance has paid. */
  async function paidDeposit(amount: number): Promise<string> {
    const id = await business.submit('liusiyu', 'earnestMoney', asked(amount));
    await business.agree('earnestMoney', id, 'leader', ['finance', paid]);
    return id;
  }

  /** A figure of what is out. */
  async function out(key: string): Promise<number> {
    const { data } = await (
      await business.as('admin')
    ).post<{ figures: { key: string }[]; rows: { values: (string | null)[] }[] }[]>('/api/system/dataset/run', {
      questions: [{ datasetKey: 'bidding/deposits', by: [], figures: [key], params: {} }],
    });
    return Number(data[0]?.rows[0]?.values[data[0].figures.findIndex((one) => one.key === key)] ?? 0);
  }

  describe('the deposit of a bid', () => {
    it('is paid when finance has paid it, and returned when finance has the money back', async () => {
      const id = await business.submit('liusiyu', 'earnestMoney', asked(50_000));
      await business.agree('earnestMoney', id, 'leader');
      expect(await state(id)).toBe('pending');
      await business.agree('earnestMoney', id, ['finance', paid]);
      expect(await state(id)).toBe('paid');
      // the leader of the project reads what is out for it
      expect((await (await business.at('pm', 'earnestMoney')).get(id)).code).toBe('1');

      expect((await approve('liusiyu', id, { ...back, refundAmount: 500_000 })).msg).toContain('不能超过保证金 50000');
      expect((await approve('liusiyu', id, { ...back, refundAmount: 0, deductReason: '无' })).msg).toContain(
        '不予退还',
      );
      expect((await approve('liusiyu', id, { ...back, refundDate: day(-1), refundAmount: 50_000 })).code).toBe(
        'RECORD_INVALID',
      );
      expect((await approve('liusiyu', id, { ...back, refundAmount: 50_000 })).code).toBe('1');
      expect(await state(id)).toBe('paid');
      // finance confirms with the note of the bank
      expect((await approve('finance', id, {})).code).toBe('RECORD_INVALID');
      expect((await approve('finance', id, { refundVoucher: await uploaded('finance') })).code).toBe('1');
      expect(await state(id)).toBe('refunded');
    });

    it('that becomes a performance bond, or is lost, says so', async () => {
      const bond = await paidDeposit(30_000);
      const kept = { ...back, bidResult: 'won', refundKind: '转履约保证金', refundAmount: 30_000 };
      await business.agree('earnestMoney', bond, ['liusiyu', kept], 'finance');
      expect(await state(bond)).toBe('converted');
      const lost = await paidDeposit(20_000);
      const none = { ...back, bidResult: 'abandoned', refundKind: '不予退还', deductReason: '放弃中标' };
      expect((await approve('liusiyu', lost, { ...none, refundAmount: 1 })).msg).toContain('应填 0');
      await business.agree('earnestMoney', lost, ['liusiyu', { ...none, refundAmount: 0 }], 'finance');
      expect(await state(lost)).toBe('forfeited');
    });

    it('that was an insurance ends without money, and is no money that is out', async () => {
      const [all, cash] = [await out('amount'), await out('cash')];
      const period = [day(0), day(120)];
      const insured = {
        payMode: 'insurance',
        guarantor: '江城财产保险公司',
        guaranteePeriod: period,
        guaranteeFee: 1200,
      };
      const id = await business.submit('liusiyu', 'earnestMoney', asked(40_000, insured));
      await business.agree('earnestMoney', id, 'leader', ['finance', paid]);
      expect([await out('amount'), await out('cash')]).toEqual([all + 40_000, cash]);
      expect((await approve('liusiyu', id, { ...back, refundAmount: 40_000 })).msg).toContain('应填 0');
      await business.agree('earnestMoney', id, ['liusiyu', { ...back, refundAmount: 0 }], 'finance');
      expect(await state(id)).toBe('refunded');
      const { fieldsMap } = (await (await business.at('finance', 'earnestMoney')).get(id)).data;
      expect(fieldsMap['deductAmount']).toBe(0);
    });

    it('is late until finance has the money, whatever was registered', async () => {
      const before = await out('late');
      const old = { applyDate: day(-60), payDeadline: `${day(-42)} 17:00:00`, openTime: `${day(-40)} 09:00:00` };
      const id = await business.submit('liusiyu', 'earnestMoney', asked(7000, { ...old, expectRefundDate: day(-5) }));
      await business.agree('earnestMoney', id, 'leader', ['finance', paid]);
      await business.agree('earnestMoney', id, ['liusiyu', { ...back, refundAmount: 7000 }]);
      expect(await out('late')).toBe(before + 7000);
      await business.agree('earnestMoney', id, ['finance', { refundVoucher: await uploaded('finance') }]);
      expect(await out('late')).toBe(before);
      // nobody is offered a state that nothing sets any more
      const { data: states } = await (
        await business.as('finance')
      ).get<{ dictValue: string }[]>('/api/system/sys/dictItem/getDictItemByTypeCode?typeCode=earnestState');
      expect(states.map(({ dictValue }) => dictValue)).toEqual([
        'pending',
        'paid',
        'refunded',
        'converted',
        'forfeited',
      ]);
    });

    it('is neither due after the opening nor expected back before it', async () => {
      const records = await business.at('liusiyu', 'earnestMoney');
      const submit = (more: Values): Promise<Answer> =>
        records.run({ fieldsMap: asked(1_000, more) } as never, 'submit');
      expect((await submit({ payDeadline: `${day(20)} 17:00:00` })).code).toBe('RECORD_INVALID');
      expect((await submit({ expectRefundDate: day(10) })).code).toBe('RECORD_INVALID');
    });
  });
});

describe('reimbursements', () => {
  let business: ReturnType<typeof businessOf>;
  beforeAll(async () => {
    business = businessOf(server);
  });

  const FORM = 'expenseReimbursement';

  let invoices = 0;

  /** The number of an invoice that no claim has yet. */
  const newInvoice = (): string => `243220000000${String((invoices += 1)).padStart(8, '0')}`;

  const item = (id: string, more: Values = {}) => ({
    id,
    fieldsMap: {
      expenseDate: day(-2),
      expenseKind: 'office',
      content: '打印纸',
      quantity: 1,
      price: 600,
      invoiceType: 'normal',
      invoiceNo: newInvoice(),
      ...more,
    },
  });

  const claim = (account: string, deptId: string, more: Values = {}): Values => ({
    reimburser: `u-${account}`,
    deptId,
    applyDate: day(0),
    companyId: 'unit-jc',
    category: 'daily',
    reason: '办公用品',
    payMode: 'card',
    ...more,
  });

  async function approve(account: string, id: string, fields: Values = {}): Promise<Answer> {
    const records = await business.at(account, FORM);
    const { revision, fieldsMap, childTables } = (await records.get(id)).data;
    const record = { id, revision, fieldsMap: { ...fieldsMap, ...fields }, childTables };
    return records.run(record as never, 'approve', { opinion: '同意' });
  }

  describe('a reimbursement', () => {
    it('is not agreed to by whoever gets the money or filed it, and pays at most what was claimed', async () => {
      const own = claim('finance', 'dept-cw', { hasLoan: '1', loanAmount: 300 });
      const id = await business.submit('duruoxi', FORM, own, { expenseItems: [item('a')] });
      expect(await approve('maguixiang', id)).toMatchObject({ code: '1' });
      const checked = { checkedAmount: 520, payDate: day(0), financeNote: '核减 80 元' };
      const bySelf = await approve('finance', id, checked);
      expect([bySelf.code, bySelf.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('不能审核本人的报销')]);
      const tooMuch = await approve('panyuhan', id, { ...checked, checkedAmount: 5200 });
      expect([tooMuch.code, tooMuch.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('超过报销总额')]);
      // everything refused needs a reason as a part does
      const bare = await approve('panyuhan', id, { ...checked, checkedAmount: 0, financeNote: '' });
      expect(bare.data).toMatchObject({ problems: [{ path: ['fieldsMap', 'financeNote'] }] });
      expect(await approve('panyuhan', id, checked)).toMatchObject({ code: '1' });
      expect((await (await business.at('duruoxi', FORM)).get(id)).data).toMatchObject({
        flwState: '3',
        fieldsMap: { totalAmount: 600, checkedAmount: 520, payAmount: 220 },
      });
    });

    it('that somebody files for the leader goes to another leader', async () => {
      const id = await business.submit('liusiyu', FORM, claim('leader', 'dept-jy'), { expenseItems: [item('a')] });
      const bySelf = await approve('leader', id);
      expect([bySelf.code, bySelf.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('不能审批本人的报销')]);
    });

    it('that finance sends back is reckoned with what is claimed anew', async () => {
      const id = await business.submit('staff', FORM, claim('staff', 'dept-jy'), { expenseItems: [item('a')] });
      expect(await approve('leader', id)).toMatchObject({ code: '1' });
      const finance = await business.at('finance', FORM);
      const { revision, fieldsMap, childTables } = (await finance.get(id)).data;
      const record = { id, revision, fieldsMap: { ...fieldsMap, checkedAmount: 100 }, childTables };
      expect(await finance.run(record as never, 'return', { opinion: '发票抬头有误' })).toMatchObject({ code: '1' });
      const staff = await business.at('staff', FORM);
      const { revision: again, ...returned } = (await staff.get(id)).data;
      const values = { id, revision: again, fieldsMap: returned.fieldsMap, childTables: returned.childTables };
      expect(await staff.run(values as never, 'submit')).toMatchObject({ code: '1' });
      expect((await staff.get(id)).data.fieldsMap).toMatchObject({ totalAmount: 600, payAmount: 600 });
    });

    it('holds each invoice once, no cost of a later day, and the rate of a special invoice', async () => {
      const staff = await business.at('staff', FORM);
      const run = (...items: object[]): Promise<Answer> =>
        staff.run({ fieldsMap: claim('staff', 'dept-jy'), childTables: { expenseItems: items } } as never, 'submit');
      const invoiceNo = newInvoice();
      expect((await run(item('a', { invoiceNo }), item('b', { invoiceNo }))).code).toBe('RECORD_INVALID');
      expect((await run(item('a', { invoiceType: 'special' }))).code).toBe('RECORD_INVALID');
      expect((await run(item('a', { expenseDate: day(1) }))).code).toBe('EFFECT_REQUIRE');
      expect(await run(item('a'), item('b'))).toMatchObject({ code: '1' });
    });

    it('takes an invoice that no other claim has, until that one is refused', async () => {
      const invoiceNo = newInvoice();
      const own = await business.submit('staff', FORM, claim('staff', 'dept-jy'), {
        expenseItems: [item('a', { invoiceNo })],
      });
      const other = await business.at('liusiyu', FORM);
      const run = (): Promise<Answer> =>
        other.run(
          {
            fieldsMap: claim('liusiyu', 'dept-jy'),
            childTables: { expenseItems: [item('a', { invoiceNo })] },
          } as never,
          'submit',
        );
      const twice = await run();
      expect([twice.code, twice.msg]).toEqual(['EFFECT_REFUSED', expect.stringContaining(invoiceNo)]);
      const staff = await business.as('staff');
      const back = await staff.post('/api/task/flow/process/takeBackFlow', { formKey: FORM, recordId: own });
      expect([back.code, back.msg]).toEqual(['1', back.msg]);
      const mine = await business.at('staff', FORM);
      const { revision, fieldsMap, childTables } = (await mine.get(own)).data;
      expect(await mine.run({ id: own, revision, fieldsMap, childTables } as never, 'submit')).toMatchObject({
        code: '1',
      });
      expect((await run()).code).toBe('EFFECT_REFUSED');
      const leader = await business.at('leader', FORM);
      const { data } = await leader.get(own);
      const record = { id: own, revision: data.revision, fieldsMap: data.fieldsMap, childTables: data.childTables };
      expect(await leader.run(record as never, 'reject', { opinion: '不是公务' })).toMatchObject({ code: '1' });
      expect(await run()).toMatchObject({ code: '1' });
    });

    it('that was there before the register has its invoices in it, and gives them free when it is withdrawn', async () => {
      const finished = await server.context.db
        .selectFrom(await recordsIn(server, FORM))
        .selectAll()
        .where('id', 'like', `${FORM}-%`)
        .where('flw_state', '=', '3')
        .execute();
      const numberIn = ({ child_tables: tables }: (typeof finished)[number]): string =>
        String(
          (tables['expenseItems'] ?? []).find(({ fieldsMap }) => fieldsMap['invoiceNo'])?.fieldsMap['invoiceNo'] ?? '',
        );
      const paid = finished.find((one) => numberIn(one) !== '');
      const [other, finance] = [await business.at('duruoxi', FORM), await business.at('finance', 'expenseInvoice')];
      const run = (invoiceNo = ''): Promise<Answer> =>
        other.run(
          {
            fieldsMap: claim('duruoxi', 'dept-rl'),
            childTables: { expenseItems: [item('a', { invoiceNo })] },
          } as never,
          'submit',
        );
      const entryOf = async (invoiceNo: string) => (await finance.list({ invoiceNo })).data.data[0];
      const invoiceNo = paid ? numberIn(paid) : '';
      const twice = await run(invoiceNo);
      expect([twice.code, twice.msg]).toEqual(['EFFECT_REFUSED', expect.stringContaining(invoiceNo)]);
      expect((await entryOf(invoiceNo))?.fieldsMap).toMatchObject({
        claim: paid?.id,
        reimburser: paid?.fields['reimburser'],
      });

      // a running claim as a version without the register left it
      const older = newInvoice();
      const own = await business.submit('staff', FORM, claim('staff', 'dept-jy'), {
        expenseItems: [item('a', { invoiceNo: older })],
      });
      expect((await finance.remove((await entryOf(older))?.id ?? '')).code).toBe('1');
      const { db } = server.context;
      await db.deleteFrom('frm_effect').where('record_id', '=', own).execute();
      await db.deleteFrom('frm_effect_change').where('record_id', '=', own).execute();
      await db.deleteFrom('sys_seed').where('kind', '=', 'claimedInvoices').execute();
      await registerClaimedInvoices(server.context);
      expect((await run(older)).code).toBe('EFFECT_REFUSED');
      const staff = await business.as('staff');
      const back = await staff.post('/api/task/flow/process/takeBackFlow', { formKey: FORM, recordId: own });
      expect([back.code, back.msg]).toEqual(['1', back.msg]);
      expect(await run(older)).toMatchObject({ code: '1' });
    });

    it('for a colleague of another department goes to the leader there, and is read by whoever leads its project', async () => {
      const project = await contractsOf(business).projectOf('报销大厦');
      const filed = (more: Values): Promise<string> =>
        business.submit('liusiyu', FORM, claim('tester', 'dept-cl', more), { expenseItems: [item('a')] });
      const id = await filed({ category: 'project', project });
      expect((await approve('leader', id)).code).not.toBe('1');
      const pm = await business.at('pm', FORM);
      expect((await pm.get(id)).data.fieldsMap).toMatchObject({ project, projectLeader: 'u-pm' });
      expect(await approve('dengguoqiang', id)).toMatchObject({ code: '1' });
      const daily = await filed({});
      expect((await pm.get(daily)).code).toBe('404');
      const listed = await pm.list({}, { pageNum: 1, pageSize: 50 });
      expect(listed.data.data.map((one) => one.id)).toEqual([id]);
    });

    it('of a journey counts under its project, one of another kind under none', async () => {
      const project = { project: 'projectRegister-0002' };
      const trip = { tripPlace: '苏州', tripStart: day(-3), tripEnd: day(-2) };
      const travel = await business.submit(
        'manager',
        FORM,
        claim('manager', 'dept-ld', { category: 'travel', ...project, ...trip }),
        {
          expenseItems: [item('a')],
        },
      );
      const manager = await business.at('manager', FORM);
      const draft = await manager.save({
        fieldsMap: claim('manager', 'dept-ld', { category: 'project', ...project }),
      } as never);
      expect(draft).toMatchObject({ code: '1' });
      const { id: daily = '', revision, fieldsMap } = draft.data;
      const other = {
        id: daily,
        revision,
        fieldsMap: { ...fieldsMap, category: 'daily' },
        childTables: { expenseItems: [item('a')] },
      };
      expect(await manager.run(other as never, 'submit')).toMatchObject({ code: '1' });
      const read = async (id: string): Promise<Values> => (await manager.get(id)).data.fieldsMap;
      expect(await read(travel)).toMatchObject(project);
      expect((await read(daily))['project'] ?? '').toBe('');
      expect((await read(daily))['projectName'] ?? '').toBe('');
    });
  });
});
