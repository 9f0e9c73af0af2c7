import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from '../support/sealDemo.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../support.ts';
import { storyOf } from '../approval/story.ts';

let server: TestServer;
let leader: Client;
let sales: Client;
let pm: Client;
let hr: Client;
let projects: Listed[];
beforeAll(async () => {
  server = await startTestServer();
  [leader, sales, pm, hr] = await Promise.all([
    server.api('leader'),
    server.api('sales'),
    server.api('pm'),
    server.api('hr'),
  ]);
  const open = (await listOf(leader, 'projectRegister')).filter(
    ({ fieldsMap }) => fieldsMap['projectState'] !== '已中止' && fieldsMap['leader'] !== 'u-sales',
  );
  projects = open.slice(0, 3);
  expect(projects.length).toBe(3);
});
afterAll(() => server.dispose());

interface Listed {
  id: string;
  title: string;
  fieldsMap: Record<string, unknown>;
}

const listOf = async (client: Client, formKey: string, data: object = {}, call = 'list'): Promise<Listed[]> =>
  (await recordsOf(client, formKey).list(data, { pageNum: 1, pageSize: 100 }, call)).data.data as unknown as Listed[];

const leaderOf = async (id: string): Promise<unknown> =>
  (await recordsOf(leader, 'projectRegister').get(id)).data.fieldsMap['leader'];

const change = (client: Client, ids: readonly string[], fields: object = {}): Promise<Answer<{ count: number }>> =>
  client.post('/api/system/frmCrud/action/projectRegister', {
    action: 'principal',
    ids,
    dialog: {
      fieldsMap: { leader: 'u-sales', handDate: '2026-06-01', reason: '原负责人调往检测二部', ...fields },
      childTables: {},
    },
  });

const toldTo = async (userId: string): Promise<string[]> =>
  (
    await server.context.db
      .selectFrom('sys_remind')
      .select('title')
      .where('user_id', '=', userId)
      .where('kind', '=', 'effect')
      .execute()
  ).map(({ title }) => title);

const changes = (): Promise<Listed[]> => listOf(leader, 'principalChange');

describe('another person in charge of projects', () => {
  it('is refused for whoever has not the role, without a reason, and where one project cannot: nothing is half done', async () => {
    const [one, two] = projects as [Listed, Listed, Listed];
    const before = (await changes()).length;
    const old = await leaderOf(one.id);
    for (const person of [sales, pm]) {
      const [readable] = await listOf(person, 'projectRegister');
      expect((await change(person, [readable?.id ?? ''])).code).toBe('403');
    }
    expect((await change(leader, [one.id, two.id], { reason: '' })).code).toBe('RECORD_INVALID');
    expect((await change(leader, [one.id, two.id], { leader: 'nobody' })).code).toBe('RECORD_INVALID');
    expect((await change(leader, [one.id, 'nothing'])).code).toBe('404');
    // the second one has this leader already: the first one keeps its own
    const other = (await leaderOf(two.id)) as string;
    const differs = projects.find(({ fieldsMap }) => fieldsMap['leader'] !== other);
    if (differs) {
      const refused = await change(leader, [differs.id, two.id], { leader: other });
      expect(refused.code).toBe('EFFECT_REQUIRE');
      expect(refused.msg).toContain('的负责人已经是');
      expect(await leaderOf(differs.id)).toBe(differs.fieldsMap['leader']);
    } else {
      const refused = await change(leader, [two.id], { leader: other });
      expect(refused.code).toBe('EFFECT_REQUIRE');
    }
    expect(await leaderOf(one.id)).toBe(old);
    expect((await changes()).length).toBe(before);
  });

  it('changes all of a selection in one act, tells both people, keeps the reason and stands in the history and the audit log', async () => {
    const before = (await changes()).length;
    const [one] = projects as [Listed, Listed, Listed];
    const old = one.fieldsMap['leader'] as string;
    const told = (await toldTo('u-sales')).length;
    const answer = await change(
      leader,
      projects.map(({ id }) => id),
    );
    expect(answer).toMatchObject({ code: '1', msg: '更换负责人成功，共 3 条' });
    for (const { id } of projects) expect(await leaderOf(id)).toBe('u-sales');
    const made = (await changes()).filter(({ fieldsMap }) => fieldsMap['reason'] === '原负责人调往检测二部');
    expect(made.length).toBe((await changes()).length - before);
    expect(made.find(({ fieldsMap }) => fieldsMap['project'] === one.id)?.fieldsMap).toMatchObject({
      oldLeader: old,
      newLeader: 'u-sales',
      newLeaderLabel: expect.stringMatching(/./),
      operator: 'u-leader',
    });
    expect((await toldTo('u-sales')).length - told).toBe(3);
    expect((await toldTo('u-sales')).join()).toContain('您已成为项目');
    if (old !== 'u-leader') expect((await toldTo(old)).join()).toContain('的负责人已由您更换为');
    const logged = await server.context.db
      .selectFrom('frm_record_audit')
      .selectAll()
      .where('record_id', '=', one.id)
      .execute();
    expect(JSON.stringify(logged)).toContain('更换负责人');
  });
});

describe('business handed over', () => {
  it('goes to its receiver, whatever was chosen of the project, and of no other project', async () => {
    const contracts = await listOf(leader, 'contractLedger', { flwState: '3' });
    const first = contracts.find(({ fieldsMap }) => fieldsMap['project'] && fieldsMap['handler'] !== 'u-sales');
    const project = first?.fieldsMap['project'] as string;
    const own = contracts.filter(({ fieldsMap }) => fieldsMap['project'] === project);
    const foreign = contracts.find(({ fieldsMap }) => fieldsMap['project'] !== project) as Listed;
    const fields = {
      project,
      contracts: own.map(({ id }) => id),
      operator: 'u-leader',
      receiver: 'u-sales',
      handDate: '2026-06-01',
      reason: '经办人长期驻外',
    };
    const save = (more: object) =>
      recordsOf(leader, 'businessHandover').save({ fieldsMap: { ...fields, ...more } } as never);
    expect((await save({ contracts: [foreign.id] })).code).toBe('RECORD_INVALID');
    expect(await save({ contracts: [] })).toMatchObject({ code: 'EFFECT_REQUIRE', msg: '请至少选择一项合同或报价' });
    const done = await save({});
    expect(done.msg, JSON.stringify(done.data)).toContain('成功');
    for (const { id } of own)
      expect((await recordsOf(leader, 'contractLedger').get(id)).data.fieldsMap['handler']).toBe('u-sales');
    expect((await recordsOf(leader, 'contractLedger').get(foreign.id)).data.fieldsMap['handler']).toBe(
      foreign.fieldsMap['handler'],
    );
    expect((await toldTo('u-sales')).join()).toContain(`合同 ${own.length} 份`);
  });

  it('lets its receiver read a quotation that was not theirs before', async () => {
    const quotes = await listOf(leader, 'projectQuote', { flwState: '3' });
    const quote = quotes.find(({ fieldsMap }) => fieldsMap['project']) as Listed;
    const tester = await server.api('tester');
    const read = async (who: Client): Promise<string> => (await recordsOf(who, 'projectQuote').get(quote.id)).code;
    expect(await read(tester)).not.toBe('1');
    const done = await recordsOf(leader, 'businessHandover').save({
      fieldsMap: {
        project: quote.fieldsMap['project'],
        quotes: [quote.id],
        operator: 'u-leader',
        receiver: 'u-tester',
        handDate: '2026-06-01',
        reason: '经办人调往外地项目',
      },
    } as never);
    expect(done.msg, JSON.stringify(done.data)).toContain('成功');
    expect(await read(tester)).toBe('1');
  });
});

const entry = (more: object = {}) => ({
  employeeNo: 'HZ9001',
  userName: '秦入职',
  gender: '女',
  idCard: '110105199003070025',
  phone: '13800138000',
  education: '本科',
  entryState: '待报到',
  deptId: 'd-test',
  post: '检测员',
  entryDate: '2026-11-02',
  contractKind: '固定期限',
  trialEnd: '2027-02-01',
  mentor: 'u-leader',
  baseSalary: 8000,
  trialRatio: 80,
  papers: ['身份证复印件'],
  ...more,
});

const fileOf = async (employeeNo: string) =>
  (await recordsOf(hr, 'userFiles').list({ conditions: [{ field: 'employeeNo', op: 'eq', value: employeeNo }] })).data
    .data[0];

/** Departments of the demo company, as its personnel files name them. */
const depts = async (): Promise<string[]> => [
  ...new Set((await recordsOf(hr, 'userFiles').list({})).data.data.map(({ fieldsMap }) => String(fieldsMap['deptId']))),
];

const submit = async (formKey: string, fieldsMap: object) => {
  const answer = await recordsOf(hr, formKey).run({ fieldsMap } as never, 'submit');
  expect([answer.msg, JSON.stringify(answer.data)]).toEqual([expect.stringContaining('成功'), expect.anything()]);
  return storyOf(server, formKey, answer.data.id ?? '');
};

describe('personnel', () => {
  it('an entry makes a personnel file when it is approved, and none before or when it is refused', async () => {
    const [deptId] = await depts();
    const story = await submit('userEntry', entry({ deptId }));
    expect(await fileOf('HZ9001')).toBeUndefined();
    expect((await story.act('manager', 'approve')).msg).toContain('成功');
    expect((await fileOf('HZ9001'))?.fieldsMap).toMatchObject({
      userName: '秦入职',
      idCard: '110105199003070025',
      deptId,
      post: '检测员',
      staffState: '试用',
      entryDate: '2026-11-02',
      trialEnd: '2027-02-01',
    });
    const told = await server.context.db
      .selectFrom('sys_remind')
      .select(['user_id', 'title'])
      .where('kind', '=', 'effect')
      .execute();
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ user_id: 'u-leader', title: expect.stringContaining('秦入职') }),
      ]),
    );
    const other = await submit('userEntry', entry({ deptId, employeeNo: 'HZ9002', idCard: '440524198801010011' }));
    expect((await other.act('manager', 'reject', { opinion: '编制已满' })).code).toBe('1');
    expect(await fileOf('HZ9002')).toBeUndefined();
  });

  it('an entry under a number that another file has is refused at approval, and stays to be approved', async () => {
    const known = {
      employeeNo: 'HZ9003',
      userName: '早已在职',
      deptId: 'dept-cl',
      staffState: '在职',
      entryDate: '2020-03-02',
    };
    expect((await recordsOf(hr, 'userFiles').save({ fieldsMap: known })).msg).toBe('保存成功');
    const story = await submit(
      'userEntry',
      entry({
        deptId: known.deptId,
        employeeNo: known.employeeNo,
        idCard: '44052419880101002X',
      }),
    );
    const refused = await story.act('manager', 'approve');
    expect(refused.code).not.toBe('1');
    expect(await story.state()).toBe('1');
  });

  it('an approved change moves the file to its department and post, and ends a trial', async () => {
    const [file] = (
      await recordsOf(hr, 'userFiles').list({ conditions: [{ field: 'staffState', op: 'eq', value: '试用' }] })
    ).data.data;
    const to = (await depts()).find((id) => id !== file?.fieldsMap['deptId']);
    const change = {
      person: file?.id,
      changeKind: '转正',
      changeDate: '2026-11-20',
      toDeptId: to,
      toPost: '检测工程师',
      reason: '试用期满',
    };
    const story = await submit('userChanges', change);
    const now = async () => (await recordsOf(hr, 'userFiles').get(file?.id ?? '')).data.fieldsMap;
    expect((await now())['deptId']).toBe(file?.fieldsMap['deptId']);
    expect((await story.act('manager', 'approve')).msg).toContain('成功');
    expect(await now()).toMatchObject({
      deptId: to,
      post: '检测工程师',
      staffState: '在职',
      positiveDate: '2026-11-20',
    });
    const left = await submit('userChanges', { ...change, changeKind: '离职', toDeptId: '', toPost: '' });
    expect((await left.act('manager', 'approve')).msg).toContain('成功');
    expect(await now()).toMatchObject({ deptId: to, post: '检测工程师', staffState: '离职' });
  });
});

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
