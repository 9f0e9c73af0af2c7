import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let hr: Client;
beforeAll(async () => {
  server = await startTestServer();
  hr = await server.api('hr');
});
afterAll(() => server.dispose());

const item = (id: string, who: object, baseWage = 5000) => ({
  id,
  fieldsMap: { ...who, baseWage, postWage: 2000, siteAllowance: 300, insurance: 400, housingFund: 300, incomeTax: 20 },
});
const save = (salaryMonth: string, items: readonly object[], more: object = {}) =>
  recordsOf(hr, 'monthBasicSalary').save({
    fieldsMap: {
      salaryMonth,
      deptId: 'dept-cl',
      workDays: 21.75,
      compiler: 'u-hr',
      compileDate: '2031-02-01',
      payState: '已核对',
      ...more,
    },
    childTables: { salaryItems: items },
  } as never);
const saved = async (...given: Parameters<typeof save>) => {
  const answer = await save(...given);
  expect([answer.msg, answer.data]).toEqual(['保存成功', expect.anything()]);
  return answer.data;
};
const close = (id: string | undefined) =>
  hr.post('/api/system/frmCrud/action/monthBasicSalary', {
    action: 'close',
    ids: [id],
    dialog: { fieldsMap: { payDate: '2031-02-10' }, childTables: {} },
  });
const slipsOf = async (salaryMonth: string) => (await recordsOf(hr, 'getPaid').list({ salaryMonth })).data.data;

describe('a salary sheet', () => {
  it('computes what is due to the insurance within the bounds of the standard', async () => {
    const { childTables } = await saved('2031-01', [
      item('a', { employee: 'u-staff' }, 3600),
      item('b', { employee: 'u-leader' }, 30_000),
      item('c', { employee: 'u-pm' }, 5000),
    ]);
    expect(
      childTables?.['salaryItems']?.map(({ fieldsMap }) => [fieldsMap['insuranceDue'], fieldsMap['fundDue']]),
    ).toEqual([
      [471.87, 359.52],
      [2524.41, 1923.36],
      [525, 400],
    ]);
  });

  it('is paid by closing it alone', async () => {
    const typed = await save('2031-02', [item('a', { employee: 'u-staff' })], { payState: '已发放' });
    expect([typed.code, typed.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('关账')]);
  });

  it('tells everybody of their slip, which holds what the wage is made of', async () => {
    const { id } = await saved('2031-03', [item('a', { employee: 'u-staff' })]);
    expect((await close(id)).msg).toContain('已关账');
    expect((await slipsOf('2031-03'))[0]?.fieldsMap).toMatchObject({
      baseWage: 5000,
      postWage: 2000,
      siteAllowance: 300,
    });
    const told = await server.context.db
      .selectFrom('sys_remind')
      .select('title')
      .where('user_id', '=', 'u-staff')
      .where('kind', '=', 'effect')
      .execute();
    expect(told.map(({ title }) => title)).toEqual([expect.stringContaining('2031-03 的工资条已发出')]);
  });

  it('corrects a month that is closed, up or down and with a reason', async () => {
    const less = { employee: 'u-staff', adjust: -800 };
    expect((await save('2031-08', [item('a', less)])).code).toBe('RECORD_INVALID');
    const more = { employee: 'u-leader', adjust: 120.5, itemNote: '补发 4 月外业补贴' };
    const { id, childTables } = await saved('2031-08', [
      item('a', { ...less, itemNote: '扣回 4 月多发' }),
      item('b', more),
    ]);
    expect(childTables?.['salaryItems']?.map(({ fieldsMap }) => [fieldsMap['grossPay'], fieldsMap['netPay']])).toEqual([
      [6500, 5780],
      [7420.5, 6700.5],
    ]);
    expect((await close(id)).msg).toContain('已关账');
    const slip = (await slipsOf('2031-08')).find(({ fieldsMap }) => fieldsMap['employee'] === 'u-staff');
    expect(slip?.fieldsMap).toMatchObject({ adjust: -800, grossPay: 6500, netPay: 5780 });
  });

  it('names who was paid by another sheet', async () => {
    const first = await saved('2031-04', [item('a', { employee: 'u-staff' })]);
    const second = await saved('2031-04', [item('a', { employee: 'u-staff' })], { deptId: 'dept-jg' });
    await close(first.id);
    const refused = await close(second.id);
    expect([refused.code, refused.msg]).toEqual([
      'EFFECT_REQUIRE',
      expect.stringContaining('周明轩 2031-04 的工资已在工资表'),
    ]);
    expect(refused.msg).toContain(String(first.fieldsMap?.['sheetNo']));
    // the way out that the message names
    const stored = (await recordsOf(hr, 'monthBasicSalary').get(second.id ?? '')).data;
    await recordsOf(hr, 'monthBasicSalary').save({
      ...stored,
      childTables: { salaryItems: [item('b', { employee: 'u-leader' })] },
    } as never);
    expect((await close(second.id)).msg).toContain('已关账');
  });

  it('pays somebody who has a personnel file and no account', async () => {
    const file = await recordsOf(hr, 'userFiles').save({
      fieldsMap: {
        employeeNo: 'HZ9201',
        userName: '石师傅',
        deptId: 'dept-cl',
        post: '司机',
        staffState: '在职',
        entryDate: '2026-01-05',
      },
    });
    const { id, childTables } = await saved('2031-05', [
      item('a', { person: file.data.id }),
      item('b', { employee: 'u-staff' }),
    ]);
    expect(childTables?.['salaryItems']?.map(({ fieldsMap }) => fieldsMap['staffState'])).toEqual(['在职', '在职']);
    expect((await close(id)).msg).toContain('已关账');
    const slips = await slipsOf('2031-05');
    expect(slips.map(({ title }) => title).sort()).toEqual(['HZ9201 石师傅 2031-05 工资条', '周明轩 2031-05 工资条']);
  });

  it('shows who has left, and leaves them out of the next month', async () => {
    const file = await recordsOf(hr, 'userFiles').save({
      fieldsMap: {
        employeeNo: 'HZ9202',
        userName: '柳离职',
        deptId: 'dept-cl',
        post: '司机',
        staffState: '离职',
        entryDate: '2026-01-05',
      },
    });
    // who leaves after the sheet was drafted stands in it as employed
    const records = recordsOf(hr, 'userFiles');
    const later = await records.save({
      fieldsMap: {
        employeeNo: 'HZ9203',
        userName: '后离职',
        deptId: 'dept-cl',
        post: '司机',
        staffState: '在职',
        entryDate: '2026-01-05',
      },
    });
    const { id } = await saved('2031-07', [
      item('a', { person: file.data.id }),
      item('b', { employee: 'u-staff' }),
      item('c', { person: later.data.id }),
    ]);
    const { revision, fieldsMap } = (await records.get(later.data.id ?? '')).data;
    const left = await records.save({
      id: later.data.id,
      revision,
      fieldsMap: { ...fieldsMap, staffState: '离职' },
    } as never);
    expect(left.code).toBe('1');
    const offered = await hr.get<{ rows: Record<string, { fieldsMap: Record<string, unknown> }[]> }>(
      `/api/system/frmCrud/prefill/monthBasicSalary?from=monthBasicSalary&id=${id}&index=0`,
    );
    expect(offered.data.rows['salaryItems']?.map(({ fieldsMap }) => fieldsMap['employee'])).toEqual(['u-staff']);
  });
});

describe('a standard of insurance', () => {
  it('has a lower bound below the upper one', async () => {
    const fieldsMap = {
      rateName: '新标准',
      fromDate: '2032-01-01',
      inForce: '是',
      personRate: 10,
      companyRate: 27,
      personFundRate: 8,
    };
    const wrong = await recordsOf(hr, 'insuranceRate').save({
      fieldsMap: { ...fieldsMap, lowest: 5000, highest: 4000 },
    });
    expect(wrong.code).toBe('EFFECT_REQUIRE');
    const right = await recordsOf(hr, 'insuranceRate').save({
      fieldsMap: { ...fieldsMap, lowest: 4000, highest: 5000 },
    });
    expect(right.code).toBe('1');
  });
});
