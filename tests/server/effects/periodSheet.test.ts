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

const item = (id: string, employee: string, baseWage: number) => ({
  id,
  fieldsMap: { employee, baseWage, postWage: 2000, absentDays: 0, insurance: 400, housingFund: 300, incomeTax: 20 },
});
const sheet = (salaryMonth: string, more: object = {}) => ({
  fieldsMap: {
    salaryMonth,
    deptId: 'dept-cl',
    workDays: 21.75,
    compiler: 'u-hr',
    compileDate: '2031-02-01',
    payState: '已核对',
    ...more,
  },
  childTables: { salaryItems: [item('a', 'u-staff', 5000), item('b', 'u-leader', 6000)] },
});
const sheets = () => recordsOf(hr, 'monthBasicSalary');
const close = (id: string, client = hr) =>
  client.post('/api/system/frmCrud/action/monthBasicSalary', {
    action: 'close',
    ids: [id],
    dialog: { fieldsMap: { payDate: '2031-02-10' }, childTables: {} },
  });

describe('a period sheet', () => {
  it('stands once for its month and department', async () => {
    const first = await sheets().save(sheet('2031-01') as never);
    expect(first.msg).toBe('保存成功');
    const again = await sheets().save(sheet('2031-01') as never);
    expect(again.code).toBe('RECORD_INVALID');
    expect(JSON.stringify(again.data)).toContain('VALUE_TAKEN');
    expect((await sheets().save(sheet('2031-01', { deptId: 'dept-jg' }) as never)).msg).toBe('保存成功');
  });

  it('begins with the rows of the period before', async () => {
    const last = await sheets().save(sheet('2031-02') as never);
    const offered = await hr.get<{ values: Record<string, unknown>; rows: Record<string, { fieldsMap: object }[]> }>(
      `/api/system/frmCrud/prefill/monthBasicSalary?from=monthBasicSalary&id=${last.data.id}&index=0`,
    );
    expect(offered.data.values).toMatchObject({ salaryMonth: '2031-03', deptId: 'dept-cl', lastSheet: last.data.id });
    expect(offered.data.rows['salaryItems']?.map(({ fieldsMap }) => fieldsMap)).toMatchObject([
      { employee: 'u-staff', baseWage: 5000, incomeTax: 0 },
      { employee: 'u-leader', baseWage: 6000, incomeTax: 0 },
    ]);
  });

  it('is locked by closing it, which gives everybody their own row and nobody another one', async () => {
    const saved = await sheets().save(sheet('2031-05') as never);
    const id = saved.data.id ?? '';
    expect((await close(id)).msg).toContain('已关账');
    const closed = await sheets().get(id);
    expect(closed.data.fieldsMap).toMatchObject({ payState: '已发放', payDate: '2031-02-10' });
    const refused = await sheets().save({
      ...closed.data,
      fieldsMap: { ...closed.data.fieldsMap, workDays: 20 },
    } as never);
    expect(refused.code).toBe('EFFECT_REQUIRE');
    expect(refused.msg).toContain('关账');
    expect((await close(id)).code).toBe('ACTION_WHEN');
    const staff = await server.api('staff');
    expect((await staff.get(`/api/system/frmCrud/getById/monthBasicSalary?id=${id}`)).code).not.toBe('1');
    const own = await recordsOf(staff, 'getPaid').list({ salaryMonth: '2031-05' });
    expect(own.data.data.map(({ fieldsMap }) => [fieldsMap['employee'], fieldsMap['netPay']])).toEqual([
      ['u-staff', 6280],
    ]);
    const all = await recordsOf(hr, 'getPaid').list({ salaryMonth: '2031-05' });
    expect(all.data.data.length).toBe(2);
  });

  it('cannot be unlocked by typing', async () => {
    const saved = await sheets().save(sheet('2031-06') as never);
    await close(saved.data.id ?? '');
    const closed = await sheets().get(saved.data.id ?? '');
    const forged = await sheets().save({
      ...closed.data,
      fieldsMap: { ...closed.data.fieldsMap, closedDate: '', payState: '已核对' },
    } as never);
    expect(forged.code).not.toBe('1');
    expect((await sheets().get(saved.data.id ?? '')).data.fieldsMap['closedDate']).not.toBe('');
  });
});
