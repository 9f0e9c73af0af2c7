import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { callAsAdmin } from '../designer/caller.ts';
import { startProduct, type Product } from '../support.ts';
import { callsOf, personAt, type Person, type Values } from './people.ts';

/**
 * From a new customer to the money on the account, each step by the person whose work it is. What is written is written
 * in the browser; agreements without a word of their own come by call from the people who give them.
 */
describe('the chain of money', () => {
  const mark = String(Date.now()).slice(-6);
  const customer = `江城云帆置业${mark}公司`;
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
  const later = new Date(Date.now() + 60 * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
  const ids: Record<string, string> = {};
  const people = new Map<string, Person>();
  let browser: Browser;
  let product: Product;
  const at = async (account: string): Promise<Person> => {
    const known = people.get(account) ?? (await personAt(browser, product, account));
    people.set(account, known);
    return known;
  };
  const calls = new Map<string, ReturnType<typeof callsOf>>();
  const callsFor = (account: string): ReturnType<typeof callsOf> => {
    const known = calls.get(account) ?? callsOf(product, account);
    calls.set(account, known);
    return known;
  };
  const agree = async (formKey: string, ...accounts: string[]): Promise<void> => {
    for (const account of accounts) await (await callsFor(account)).agree(formKey, ids[formKey] ?? '');
  };
  const id = (formKey: string): string => ids[formKey] ?? '';
  const isFinished = async (formKey: string): Promise<void> =>
    expect((await (await callsFor('manager')).read(formKey, id(formKey))).flwState).toBe('3');

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail' && process.env.E2E_PICTURES)
      for (const [account, { page }] of people)
        await page.screenshot({ path: `${process.env.E2E_PICTURES}/money-${account}.png` });
  });

  it('begins with a customer and a project of a salesman', async () => {
    const sales = await at('sales');
    await sales.begin('/customerManagement/customerProfile', 'customerName');
    await sales.write('customerName', customer);
    await sales.choose('customerKind', '建设单位');
    await sales.write('creditCode', `91320100MA1${mark}7`);
    await sales.choose('customerLevel', '普通客户');
    await sales.write('contact', '李工');
    await sales.write('phone', '13912345678');
    await sales.choose('settleMode', '按合同节点');
    ids.customerProfile = await sales.send('save');
    await sales.begin('/officialDocument/projectRegister', 'projectName');
    await sales.write('projectName', `云帆大厦${mark}`);
    await sales.choose('projectKind', '房屋建筑');
    await sales.choose('projectSource', '直接委托');
    await sales.relate('customer', customer);
    await expect.poll(() => sales.field('entrustUnit').innerText()).toContain(customer);
    await sales.write('contractAmount', '300000');
    await sales.pickPerson('leader', '唐振邦');
    await sales.date('startDate', today);
    ids.projectRegister = await sales.send('save');
    expect(sales.faults()).toEqual([]);
  });

  it('goes on from the project with a quotation that its leaders approve', async () => {
    const sales = await at('sales');
    await sales.open('projectRegister', id('projectRegister'));
    await sales.picture('money-1-project');
    await sales.goOn('新增报价', 'quoteName');
    await expect.poll(() => sales.field('customer').innerText()).toContain(customer);
    await sales.choose('round', '首次报价');
    expect(await sales.field('quoteName').locator('input').inputValue()).toBe(`云帆大厦${mark}检测报价`);
    await sales.date('validDate', later);
    await sales.choose('payWay', '按进度支付');
    await sales.addRow('items', { itemName: '钢筋扫描', unit: '构件', quantity: '100', price: '3000' });
    await sales.write('discount', '100');
    await expect.poll(() => sales.field('total').innerText()).toContain('300,000');
    await sales.picture('money-2-quote');
    ids.projectQuote = await sales.send('submit');
    await agree('projectQuote', 'leader', 'manager');
    await isFinished('projectQuote');
    expect(sales.faults()).toEqual([]);
  });

  it('becomes a contract: the lawyer says the risk, the seal keeper seals it', async () => {
    const sales = await at('sales');
    await sales.open('projectRegister', id('projectRegister'));
    await sales.goOn('新签合同', 'contractName');
    await sales.write('contractNo', `HT-CHAIN-${mark}`);
    await sales.choose('contractKind', '检测服务合同');
    await sales.date('signDate', today);
    await sales.date('startDate', today);
    await sales.date('endDate', later);
    await sales.write('amount', '300000');
    await sales.date('originalsDue', later);
    await sales.picture('money-3-contract');
    ids.contractLedger = await sales.send('submit');
    const legal = await at('legal');
    await legal.agree('contractLedger', id('contractLedger'), async () => {
      await legal.check('riskLevel', '低');
      await legal.write('legalOpinion', '条款无异议');
      await legal.picture('money-4-legal');
    });
    await agree('contractLedger', 'leader', 'manager');
    await isFinished('contractLedger');
    await sales.open('contractLedger', id('contractLedger'));
    await sales.goOn('申请用印', 'seals');
    await sales.check('seals', '合同专用章');
    await sales.check('isFirst', '对方已盖');
    await sales.check('mail', '当面递交');
    await sales.upload('files', '合同.pdf');
    ids.contractSeal = await sales.send('submit');
    await agree('contractSeal', 'leader', 'manager');
    const sealer = await at('sealer');
    await sealer.agree('contractSeal', id('contractSeal'), async () => {
      await sealer.relate('seal', '检测合同专用章');
      await sealer.date('sealDate', today);
      await sealer.upload('scan', '盖章扫描件.pdf');
      await sealer.picture('money-5-seal');
    });
    await isFinished('contractSeal');
    for (const person of [sales, legal, sealer]) expect(person.faults()).toEqual([]);
  });

  it('is settled in part: the project manager asks for it and for the invoice, finance writes the number', async () => {
    const pm = await at('pm');
    await pm.open('contractLedger', id('contractLedger'));
    await pm.goOn('新增结算', 'stage');
    await pm.choose('stage', '进度结算');
    await pm.addRow('items', { itemName: '钢筋扫描', unit: '构件', quantity: '40', price: '3000' });
    await pm.check('needInvoice', '需要');
    await pm.date('dueDate', later);
    await expect.poll(() => pm.field('amount').innerText()).toContain('120,000');
    await pm.picture('money-6-settlement');
    ids.projectSettlement = await pm.send('submit');
    await agree('projectSettlement', 'dengguoqiang', 'finance', 'manager');
    await isFinished('projectSettlement');
    await pm.open('projectSettlement', id('projectSettlement'));
    await pm.goOn('申请开票', 'taxNo');
    await pm.choose('invoiceKind', '增值税专用发票');
    await pm.write('taxNo', `91320100MA1${mark}7`);
    await pm.choose('taxRate', '6%');
    await pm.write('amount', '120000');
    ids.invoice = await pm.send('submit');
    await agree('invoice', 'dengguoqiang');
    const finance = await at('finance');
    await finance.agree('invoice', id('invoice'), async () => {
      await finance.write('invoiceNo', '24322000000012345678');
      await finance.date('invoiceDate', today);
      await finance.pickPerson('drawer', '冯雅琴');
      await finance.picture('money-7-invoice');
    });
    await isFinished('invoice');
    for (const person of [pm, finance]) expect(person.faults()).toEqual([]);
  });

  it('ends with a part of the money, which is claimed, and every figure says so', async () => {
    const finance = await at('finance');
    await finance.begin('/administration/receipt', 'payer');
    await finance.choose('payWay', '银行转账');
    await finance.write('payer', customer);
    await finance.relate('customer', customer);
    await finance.write('amount', '100000');
    await finance.write('bank', '中国银行江城分行');
    ids.receipt = await finance.send('save');
    const pm = await at('pm');
    await pm.begin('/officialDocument/paymentClaim', 'claimDate');
    await pm.relate('receipt', customer);
    await expect.poll(() => pm.field('receiptAmount').innerText()).toContain('100,000');
    await pm.relate('contract', `HT-CHAIN-${mark}`);
    await pm.write('amount', '100000');
    await pm.choose('claimKind', '检测费');
    await pm.picture('money-8-claim');
    ids.paymentClaim = await pm.send('submit');
    await (
      await callsFor('finance')
    ).agree('paymentClaim', id('paymentClaim'), { settlement: id('projectSettlement') });
    await agree('paymentClaim', 'dengguoqiang');
    await isFinished('paymentClaim');
    const sales = await at('sales');
    await sales.open('projectRegister', id('projectRegister'));
    const figures = async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        await Promise.all(
          ['contractTotal', 'settledTotal', 'invoicedTotal', 'receivedAmount', 'due'].map(async (key) => [
            key,
            (await sales.field(key).innerText()).match(/-?[\d,]+\.\d+/)?.[0],
          ]),
        ),
      );
    await expect.poll(figures).toEqual({
      contractTotal: '300,000.00',
      settledTotal: '120,000.00',
      invoicedTotal: '120,000.00',
      receivedAmount: '100,000.00',
      due: '20,000.00',
    });
    await sales.picture('money-9-project');
    await sales.open('customerProfile', id('customerProfile'));
    await expect.poll(() => sales.field('unpaidAmount').innerText()).toContain('20,000.00');
    await sales.picture('money-10-customer');
    for (const person of people.values()) expect(person.faults()).toEqual([]);
  });

  const day = (from: number): string =>
    new Date(Date.now() + from * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
  /** Values without what the server works out. */
  const written = (values: Values, ...left: string[]): Values => {
    const worked =
      /^(\w+No|\w+Total|final\w+|affirmed\w+|settled\w+|unsettled\w+|invoiced\w+|received\w+|unreceived\w+|due|unpaid|prepaid|side|contractState|lastSettlements|originalsState|originalsOut|scale|planDays|listAmount)$/;
    return Object.fromEntries(Object.entries(values).filter(([key]) => !worked.test(key) && !left.includes(key)));
  };
  /** A contract like the first one, reviewed and agreed by call. */
  const signAnother = async (changed: Values): Promise<string> => {
    const sales = await callsFor('sales');
    const { fieldsMap } = await sales.read('contractLedger', id('firstContract'));
    const { id: made } = await sales.submit('contractLedger', {
      ...written(fieldsMap, 'riskLevel', 'legalOpinion', 'sealedFiles', 'originalsBack', 'originalsBackDate'),
      ...changed,
    });
    await (await callsFor('legal')).agree('contractLedger', made, { riskLevel: '低', legalOpinion: '条款无异议' });
    for (const account of ['leader', 'manager']) await (await callsFor(account)).agree('contractLedger', made);
    return made;
  };
  const figuresOf = async (projectId: string): Promise<Values> => {
    const { fieldsMap } = await (await callsFor('sales')).read('projectRegister', projectId);
    const keys = ['contractTotal', 'settledTotal', 'invoicedTotal', 'receivedAmount', 'due'];
    return Object.fromEntries(keys.map((key) => [key, fieldsMap[key]]));
  };

  it('goes on where a contract ran out unpaid: people are told, and a letter of the lawyer follows from it', async () => {
    ids.firstContract = id('contractLedger');
    const [sales, pm] = [await callsFor('sales'), await callsFor('pm')];
    const { fieldsMap: project } = await sales.read('projectRegister', id('projectRegister'));
    const second = { ...written(project), projectName: `滨江配套${mark}` };
    ids.secondProject = (await sales.save('projectRegister', second)).id;
    const contractNo = `HT-LATE-${mark}`;
    const ran = { startDate: day(-200), signDate: day(-200), endDate: day(-3), originalsDue: day(60) };
    const of = {
      project: ids.secondProject,
      projectName: second.projectName,
      contractName: `${second.projectName}检测合同`,
    };
    ids.lateContract = await signAnother({ contractNo, amount: 80_000, ...of, ...ran });
    const { fieldsMap: settlement } = await pm.read('projectSettlement', id('projectSettlement'));
    const rows = {
      items: [{ id: 'late-1', fieldsMap: { itemName: '钢筋扫描', unit: '构件', quantity: 10, price: 3000 } }],
    };
    const linked = {
      contract: ids.lateContract,
      project: of.project,
      projectName: of.projectName,
      contractAmount: 80_000,
    };
    const late = await pm.submit('projectSettlement', { ...written(settlement, 'amount'), ...linked }, rows);
    ids.projectSettlement = late.id;
    await agree('projectSettlement', 'dengguoqiang', 'finance', 'manager');
    expect(await figuresOf(of.project)).toMatchObject({ contractTotal: 80_000, settledTotal: 30_000, due: 30_000 });

    // reminders wait for a working day: today is one, whatever day of the week it is
    await callAsAdmin(product, 'sys/dictType/saveOrUpdate', {
      typeCode: 'workCalendar',
      typeName: '工作日历',
      items: [-1, 0, 1].map((days) => ({ dictLabel: '上班', dictValue: day(days), listClass: 'workday' })),
    });
    // the reminders of a day are given at eight; an administrator need not wait for it
    const { page: office } = await at('admin');
    await office.goto(`${product.url}/#/systemManagement/job`);
    await office.getByPlaceholder('名称或用途').fill('合同台账');
    await office.getByRole('button', { name: /查\s*询/ }).click();
    const job = office.getByRole('row').filter({ hasText: '到期提醒：合同台账' });
    await job.getByText('立即执行').click();
    await office.getByRole('dialog').getByRole('button', { name: '立即执行' }).click();

    const desk = await at('sales');
    await desk.page.goto(`${product.url}/#/taskCenter/remindList`);
    const told = desk.page.getByText(`合同 ${contractNo}`).filter({ hasText: '仍有 30000' }).first();
    await desk.page.getByPlaceholder('提醒标题').fill(contractNo);
    await expect
      .poll(
        async () => {
          await desk.page.getByRole('button', { name: /查\s*询/ }).click();
          return told.isVisible();
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await desk.picture('money-11-overdue');
    await desk.open('contractLedger', id('lateContract'));
    await desk.goOn('发起律师函', 'facts');
    await expect.poll(() => desk.field('debt').locator('input').inputValue()).toMatch(/30,?000/);
    expect(await desk.field('dueDate').locator('input').inputValue()).toBe(day(-3));
    await desk.write('facts', '合同到期，已结算三万元，至今未付');
    await desk.write('demand', '收函七日内付清');
    await desk.picture('money-12-letter');
    ids.lawyerLetter = await desk.send('submit');
    await agree('lawyerLetter', 'leader', 'manager');
    const legal = await at('legal');
    await legal.agree('lawyerLetter', id('lawyerLetter'), async () => {
      await legal.write('lawyer', '江城正衡律师事务所');
      await legal.date('sendDate', today);
    });
    await isFinished('lawyerLetter');
    for (const person of [desk, legal]) expect(person.faults()).toEqual([]);
  });

  it('keeps every figure right when a contract becomes void and two projects become one', async () => {
    const before = await figuresOf(id('projectRegister'));
    ids.third = await signAnother({ contractNo: `HT-VOID-${mark}`, amount: 50_000 });
    expect(await figuresOf(id('projectRegister'))).toEqual({ ...before, contractTotal: 350_000 });
    const sales = await at('sales');
    await sales.open('contractLedger', id('third'));
    await sales.goOn('申请作废', 'voidReason');
    await sales.choose('voidReason', '工程取消或停建');
    await sales.date('voidDate', today);
    await sales.write('reasonDetail', '二标段停建，双方同意');
    ids.contractVoid = await sales.send('submit');
    await agree('contractVoid', 'leader');
    await (await callsFor('finance')).agree('contractVoid', id('contractVoid'), { financeNote: '未收款，无需退款' });
    await agree('contractVoid', 'manager');
    expect(await figuresOf(id('projectRegister'))).toEqual(before);

    await sales.open('projectRegister', id('secondProject'));
    await sales.goOn('并入其他项目', 'keep');
    await sales.relate('keep', `云帆大厦${mark}`);
    await sales.write('reason', '两期合并管理');
    await sales.check('agreed', '已核对两个项目的合同与到款，同意合并（合并后不能撤回）');
    await sales.picture('money-13-merge');
    await sales.send('save');
    expect(await figuresOf(id('projectRegister'))).toEqual({
      contractTotal: 380_000,
      settledTotal: 150_000,
      invoicedTotal: 120_000,
      receivedAmount: 100_000,
      due: 50_000,
    });
    await sales.open('customerProfile', id('customerProfile'));
    await expect.poll(() => sales.field('unpaidAmount').innerText()).toContain('50,000.00');
    expect(sales.faults()).toEqual([]);
  });
});
