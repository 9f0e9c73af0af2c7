import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { signIn, startProduct, visitor, type Product } from '../support.ts';
import { callsOf, personAt, type Person } from './people.ts';

const day = (ahead = 0): string =>
  new Date(Date.now() + ahead * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });

/**
 * From the entrust order of a contract to the report that the client signs for, each step by the person whose work it
 * is, and a modification that sends the report back along the chain. What is written is written in the browser;
 * agreements without a word of their own come by call from the people who give them.
 */
describe('the chain of the laboratory', () => {
  const mark = String(Date.now()).slice(-6);
  const sampleNo = `YP-L${mark}`;
  const ids: Record<string, string> = {};
  const people = new Map<string, Person>();
  const calls = new Map<string, ReturnType<typeof callsOf>>();
  let browser: Browser;
  let product: Product;
  const at = async (account: string): Promise<Person> => {
    const known = people.get(account) ?? (await personAt(browser, product, account));
    people.set(account, known);
    return known;
  };
  const callsFor = (account: string): ReturnType<typeof callsOf> => {
    const known = calls.get(account) ?? callsOf(product, account);
    calls.set(account, known);
    return known;
  };
  const id = (name: string): string => ids[name] ?? '';
  const read = async (account: string, formKey: string, name = formKey) =>
    (await callsFor(account)).read(formKey, id(name));
  /** The records of a form whose field holds a text, as the list of this person shows them. */
  const found = async (account: string, formKey: string, field: string, value: string) =>
    (await callsFor(account)).call<{ data: { id: string; flwState: string; fieldsMap: Record<string, unknown> }[] }>(
      `list/${formKey}`,
      { page: { pageNum: 1, pageSize: 10 }, data: { conditions: [{ field, op: 'eq', value }] } },
    );
  /** Where the sample stands, as its page says. */
  const stands = async (person: Person, stage: string): Promise<void> => {
    await person.open('sampleInfo', id('sampleInfo'));
    await expect.poll(() => person.field('stage').innerText()).toContain(stage);
  };

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
        await page.screenshot({ path: `${process.env.E2E_PICTURES}/laboratory-${account}.png` });
  });

  it('begins with an entrust order that the project manager makes from the contract', async () => {
    const sales = await callsFor('sales');
    const project = await sales.save('projectRegister', {
      projectName: `实验楼${mark}`,
      projectKind: '房屋建筑',
      projectSource: '直接委托',
      projectState: '检测中',
      entrustUnit: '江城云帆置业公司',
      contractAmount: 100_000,
      leader: 'u-pm',
      deptId: 'dept-cl',
      startDate: day(),
    });
    const contract = await sales.submit('contractLedger', {
      contractNo: `HT-L-${mark}`,
      contractName: `实验楼${mark}检测合同`,
      contractKind: '检测服务合同',
      project: project.id,
      counterparty: '江城云帆置业公司',
      signDate: day(),
      startDate: day(),
      endDate: day(60),
      originalsDue: day(60),
      amount: 100_000,
      deptId: 'dept-jy',
      handler: 'u-sales',
    });
    ids.contractLedger = contract.id;
    await (await callsFor('legal')).agree('contractLedger', contract.id, { riskLevel: '低', legalOpinion: '无异议' });
    for (const account of ['leader', 'manager']) await (await callsFor(account)).agree('contractLedger', contract.id);

    const pm = await at('pm');
    await pm.open('contractLedger', contract.id);
    await pm.goOn('委托检测', 'entruster');
    expect(await pm.field('entrustUnit').locator('input').inputValue()).toBe('江城云帆置业公司');
    await expect.poll(() => pm.field('projectName').innerText()).toContain(`实验楼${mark}`);
    await pm.choose('entrustKind', '一般送样');
    await pm.write('entruster', '李工');
    await pm.write('entrusterPhone', '13912345678');
    await pm.addRow('samples', {
      sampleNo,
      sampleName: '混凝土试块',
      spec: '150×150×150',
      grade: 'C30',
      quantity: '3',
    });
    await pm.chooseCell('samples', 0, 'sampleKind', '主体结构材料', '混凝土试块');
    await pm.chooseCell('samples', 0, 'testItems', '抗压强度');
    await pm.writeCell('samples', 0, 'moldDate', day(-28));
    await pm.choose('sampleDisposal', '留样保存');
    await pm.date('expectDate', day(7));
    await pm.picture('lab-1-order');
    ids.testEntrustRegistration = await pm.send('submit');
    expect(pm.faults()).toEqual([]);
  });

  it('makes the sample when the sample keeper receives it, with its label', async () => {
    const sampler = await at('sampler');
    const receive = async (): Promise<void> => {
      await sampler.agree('testEntrustRegistration', id('testEntrustRegistration'), async () => {
        await sampler.pickPerson('receiver', '蔡玉梅');
        await sampler.date('receiveDate', day());
        await sampler.chooseCell('samples', 0, 'sampleState', '完好');
        await sampler.writeCell('samples', 0, 'storeNo', 'A-01-01');
        await sampler.picture('lab-2-receive');
      });
    };
    expect((await found('sampler', 'sampleInfo', 'sampleNo', sampleNo)).data).toEqual([]);
    await receive();
    const { data } = await found('sampler', 'sampleInfo', 'sampleNo', sampleNo);
    expect(data).toHaveLength(1);
    ids.sampleInfo = data[0]?.id ?? '';
    expect(data[0]?.fieldsMap).toMatchObject({ stage: '已收', quantity: 3, age: 28, storePlace: 'A-01-01' });

    // sent back by the head of the department and received again: the same sample, brought up to date
    const order = await read('dengguoqiang', 'testEntrustRegistration');
    await (
      await callsFor('dengguoqiang')
    ).call('runProcess/testEntrustRegistration', {
      record: { ...order, fieldsMap: order.fieldsMap },
      action: 'return',
      target: 'receive',
      opinion: '请核对存放位置',
    });
    await sampler.agree('testEntrustRegistration', id('testEntrustRegistration'), () =>
      sampler.writeCell('samples', 0, 'storeNo', 'A-02-08'),
    );
    const again = (await found('sampler', 'sampleInfo', 'sampleNo', sampleNo)).data;
    expect(again.map((one) => [one.id, one.fieldsMap.storePlace])).toEqual([[id('sampleInfo'), 'A-02-08']]);

    await sampler.page.goto(`${product.url}/#/entrustManagement/sampleInfo`);
    const row = sampler.page.locator('tr', { hasText: sampleNo }).locator('visible=true').first();
    await row.waitFor();
    await sampler.picture('lab-3-samples');
    await row.getByText('更多').click();
    const [label] = await Promise.all([
      sampler.page.context().waitForEvent('page'),
      sampler.page.getByRole('menuitem', { name: '标签' }).click(),
    ]);
    await label.getByText(sampleNo).locator('visible=true').first().waitFor();
    if (process.env['PICTURES_TO']) await label.screenshot({ path: `${process.env['PICTURES_TO']}/lab-4-label.png` });
    await label.close();
    expect(sampler.faults()).toEqual([]);
  });

  it('gives the sample to a tester: allocating it makes the task, and tells the tester', async () => {
    const head = await at('dengguoqiang');
    expect((await found('dengguoqiang', 'testTask', 'sample', id('sampleInfo'))).data).toEqual([]);
    await head.agree('testEntrustRegistration', id('testEntrustRegistration'), async () => {
      await head.pickPerson('mainTester', '石磊');
      await head.pickPersonCell('samples', 0, 'tester', '石磊');
      await head.relateCell('samples', 0, 'item', '混凝土立方体抗压强度');
      await head.writeCell('samples', 0, 'planDate', day(1));
      await head.picture('lab-5-task');
    });
    const { data } = await found('dengguoqiang', 'testTask', 'sample', id('sampleInfo'));
    expect(data.map(({ fieldsMap }) => fieldsMap)).toMatchObject([
      {
        tester: 'u-tester',
        itemLabel: '混凝土立方体抗压强度',
        planDate: day(1),
        dueDate: day(7),
        taskState: '待检',
        sampleName: '混凝土试块',
        quantity: 3,
      },
    ]);
    ids.testTask = data[0]?.id ?? '';
    await stands(head, '已收');
    const tester = await at('tester');
    await tester.page.goto(`${product.url}/#/taskCenter/remindList`);
    await tester.page.getByText('检测任务已分配给您').locator('visible=true').first().waitFor();
    for (const person of [head, tester]) expect(person.faults()).toEqual([]);
  });

  it('is tested and recorded by the tester, and reviewed by another one', async () => {
    const tester = await at('tester');
    await tester.open('testTask', id('testTask'));
    await tester.page.getByRole('button', { name: '开始检测' }).locator('visible=true').first().click();
    await tester.page.getByText('已开始检测').first().waitFor();
    await stands(tester, '检测中');
    await tester.open('testTask', id('testTask'));
    await tester.goOn('填写记录', 'temperature');
    await tester.relate('device', '万能试验机');
    await tester.write('temperature', '20');
    await tester.write('humidity', '55');
    for (const [specimenNo, load] of [
      ['1', '801'],
      ['2', '802'],
      ['3', '803'],
    ] as const)
      await tester.addRow('values', { specimenNo, length: '150', width: '150', load });
    await tester.write('limitValue', '30');
    await expect.poll(() => tester.field('meanText').innerText()).toContain('35.6');
    await tester.choose('conclusion', '合格');
    await tester.picture('lab-6-record');
    ids.testRecord = await tester.send('submit');
    expect((await read('tester', 'testTask')).fieldsMap.taskState).toBe('待复核');
    await tester.agree('testEntrustRegistration', id('testEntrustRegistration'), async () => {
      await tester.writeCell('samples', 0, 'testResult', '35.6');
      await tester.chooseCell('samples', 0, 'conclusion', '合格');
    });
    expect((await read('pm', 'testEntrustRegistration')).flwState).toBe('3');

    const reviewer = await at('reviewer');
    await reviewer.agree('testRecord', id('testRecord'), async () => {
      await reviewer.write('reviewNote', '数据真实、计算正确');
      await reviewer.picture('lab-7-review');
    });
    expect((await read('tester', 'testTask')).fieldsMap.taskState).toBe('已完成');
    await stands(reviewer, '检毕');
    for (const person of [tester, reviewer]) expect(person.faults()).toEqual([]);
  });

  it('becomes a report: checked, audited, approved, issued, sealed and signed for', async () => {
    const reporter = await at('reporter');
    await reporter.open('testRecord', id('testRecord'));
    await reporter.goOn('编制报告', 'copies');
    expect(await reporter.field('reportName').locator('input').inputValue()).toBe('混凝土试块检测报告');
    await expect.poll(() => reporter.field('sample').innerText()).toContain(sampleNo);
    await expect.poll(() => reporter.page.getByText('不小于 30').locator('visible=true').count()).toBe(3);
    await reporter.picture('lab-8-report');
    ids.reportData = await reporter.send('submit');
    const report = id('reportData');
    await (await callsFor('reviewer')).agree('reportData', report, { checkNote: '与原始记录一致' });
    await (await callsFor('shenzhiyuan')).agree('reportData', report, { auditNote: '结论正确' });
    const approver = await at('approver');
    await approver.agree('reportData', report, async () => {
      await approver.write('ratifyNote', '同意签发');
      await approver.picture('lab-9-approve');
    });
    await reporter.agree('reportData', report, () => reporter.date('issueDate', day()));
    const sealer = await at('sealer');
    await sealer.agree('reportData', report, async () => {
      await sealer.check('sealKinds', '检测专用章');
      await sealer.relate('seal', '检测专用章（1）');
      await sealer.write('printCopies', '3');
      await sealer.date('sealDate', day());
      await sealer.picture('lab-10-seal');
    });
    const kept = (await found('sampler', 'sampleRetention', 'sampleNo', sampleNo)).data;
    ids.sampleRetention = kept[0]?.id ?? '';
    expect(kept.map(({ fieldsMap }) => fieldsMap)).toMatchObject([
      { sample: id('sampleInfo'), keeper: 'u-sampler', place: 'A-02-08', retainDate: day(), dueDate: day(30) },
    ]);
    // the register of seals has an entry of it, which points back at the report
    expect(
      (await found('sealer', 'sealDetails', 'report', report)).data.map(({ fieldsMap }) => fieldsMap),
    ).toMatchObject([
      { sealIdLabel: 'YZ-JC-004 检测专用章（1）', copies: 3, sealDate: day(), handler: 'u-sealer', isRiding: '0' },
    ]);
    const reception = await at('reception');
    await reception.agree('reportData', report, async () => {
      await reception.write('signer', '李工');
      await reception.date('signDate', day());
      await reception.check('signWay', '自取');
      await reception.picture('lab-11-sign');
    });
    expect((await read('reporter', 'reportData')).flwState).toBe('3');
    for (const person of [reporter, approver, sealer, reception]) expect(person.faults()).toEqual([]);
  });

  it('shows on the page of the sample where it stands and what came of it, on a phone too', async () => {
    const sampler = await at('sampler');
    await stands(sampler, '留样');
    const { page } = sampler;
    const figure = (title: string) => page.locator('.sc-stat', { hasText: title }).locator('visible=true').first();
    await expect.poll(() => figure('检测报告').innerText()).toMatch(/\b1\b/);
    for (const title of ['检测任务', '检测记录', '留样'])
      await expect.poll(() => figure(title).innerText()).toMatch(/\b1\b/);
    await sampler.picture('lab-12-sample');
    const phone = await visitor(browser, { width: 390, height: 844 });
    await signIn(phone.page, product.url, 'sampler', `/commonEntry/detail?formKey=sampleInfo&id=${id('sampleInfo')}`);
    await phone.page.locator('[data-field="stage"]').waitFor();
    expect(
      await phone.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0);
    if (process.env['PICTURES_TO'])
      await phone.page.screenshot({ path: `${process.env['PICTURES_TO']}/lab-13-phone.png`, fullPage: true });
    expect(phone.faults()).toEqual([]);
    await phone.close();
  });

  it('goes back along the chain when the report is modified: the old one is void, a new one is prepared', async () => {
    const reporter = await at('reporter');
    await reporter.open('reportData', id('reportData'));
    await reporter.goOn('申请修改', 'modifyReason');
    await reporter.choose('modifyKind', '检测结论');
    await reporter.write('modifyReason', '结论表述与委托要求不一致');
    await reporter.addRow('items', { place: '检测结论', before: '合格', after: '符合 C30 的要求' });
    await reporter.picture('lab-14-modify');
    ids.reportModify = await reporter.send('submit');
    await (await callsFor('reviewer')).agree('reportModify', id('reportModify'), { checkNote: '情况属实' });
    await (await callsFor('approver')).agree('reportModify', id('reportModify'));
    const number = `${String((await read('reporter', 'reportData')).fieldsMap.reportNo)}-G1`;
    await reporter.agree('reportModify', id('reportModify'), async () => {
      await reporter.write('newReportNo', number);
      await reporter.check('originalsBack', '已收回');
      await reporter.date('doneDate', day());
    });
    expect((await read('reporter', 'reportData')).flwState).toBe('4');
    const [reissued] = (await found('reporter', 'reportData', 'reportNo', number)).data;
    expect(reissued).toMatchObject({ flwState: '0', fieldsMap: { replaces: id('reportData'), conclusion: 'pass' } });
    ids.reissued = reissued?.id ?? '';

    const { page } = reporter;
    await page.goto(`${product.url}/#/commonEntry/detail?formKey=reportData&id=${id('reissued')}&isEdit=1`);
    await reporter.field('conclusionText').waitFor();
    await reporter.addRow('items', { itemName: '抗压强度', requirement: '不小于 30', result: '35.6', unit: 'MPa' });
    await reporter.write('conclusionText', '该组试件抗压强度符合设计强度等级 C30 的要求');
    await reporter.picture('lab-15-reissued');
    await reporter.send('submit');
    expect(await read('reporter', 'reportData', 'reissued')).toMatchObject({ flwState: '1', taskNode: '报告校核' });
    // what was retained for the first report is there once
    await (await callsFor('reviewer')).agree('reportData', id('reissued'));
    expect((await found('sampler', 'sampleRetention', 'sampleNo', sampleNo)).data).toHaveLength(1);
    await reporter.open('reportData', id('reportData'));
    await page.getByText('已作废').locator('visible=true').first().waitFor();
    await reporter.picture('lab-16-void');
    for (const person of people.values()) expect(person.faults()).toEqual([]);
  });

  it('keeps from others what is not their work, and begins no record for who may not', async () => {
    for (const [account, formKey] of [
      ['sales', 'sampleInfo'],
      ['hr', 'sampleInfo'],
      ['tester2', 'testRecord'],
      ['tester2', 'testTask'],
      ['sales', 'reportData'],
      ['hr', 'sampleRetention'],
    ] as const) {
      expect(id(formKey), formKey).not.toBe('');
      await expect((await callsFor(account)).read(formKey, id(formKey)), `${account} ${formKey}`).rejects.toThrow(
        '404',
      );
    }
    const tester = await at('tester');
    await tester.page.goto(`${product.url}/#/parameterManagement/itemConfig`);
    await tester.page
      .locator('[data-action="search"], [data-action="refresh"]')
      .locator('visible=true')
      .first()
      .waitFor();
    expect(await tester.page.locator('[data-action="create"]').locator('visible=true').count()).toBe(0);
    await tester.page.goto(`${product.url}/#/commonEntry/detail?formKey=itemConfig`);
    await tester.page.getByText('您没有新增“检测项目').locator('visible=true').first().waitFor();
    await tester.picture('lab-17-refused');
  });
});
