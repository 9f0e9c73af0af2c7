import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from '../support/sealDemo.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../support.ts';

interface Listed {
  id: string;
  title: string;
  fieldsMap: Record<string, unknown>;
}
let server: TestServer;
let leader: Client;
let sales: Client;
let pm: Client;
let projects: Listed[];

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

beforeAll(async () => {
  server = await startTestServer();
  [leader, sales, pm] = await Promise.all([server.api('leader'), server.api('sales'), server.api('pm')]);
  const open = (await listOf(leader, 'projectRegister')).filter(
    ({ fieldsMap }) => fieldsMap['projectState'] !== '已中止' && fieldsMap['leader'] !== 'u-sales',
  );
  projects = open.slice(0, 3);
  expect(projects.length).toBe(3);
});
afterAll(() => server.dispose());

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
