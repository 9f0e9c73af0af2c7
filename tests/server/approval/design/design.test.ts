import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holderKey } from '../../../../src/server/flow/index.ts';
import { unknownHolders } from '../../../../src/server/flowDocuments/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trial } from '../../../../src/server/approval/design/runTrial.ts';
import { importFlow } from '../../../../src/server/approval/design/importFlow.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { begin, edge, flowFile, publishStory } from '../story.ts';
import { flowText } from '../../flow/flowText.ts';

const BASE = '/api/system/flowDef';
const CASES = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'cases', 'bpmn');
const files = existsSync(CASES) ? readdirSync(CASES) : [];

const task = (id: string, candidates: string): string =>
  `<userTask id="${id}" name="${id}"><extensionElements>${candidates}</extensionElements></userTask>`;
const one = (key: string): string =>
  flowFile(
    key,
    `${edge('f1', 'apply', 'one')}${task('one', '<sf:candidates type="user" value="leader"/><sf:field key="note" visible="1" editable="1"/>')}${edge('f2', 'one', 'e')}`,
  );
const choice = (key: string): string =>
  flowFile(
    key,
    [
      edge('f1', 'apply', 'g'),
      '<exclusiveGateway id="g" name="多少" default="small"/>',
      '<sequenceFlow id="big" name="大额" sourceRef="g" targetRef="boss"><conditionExpression>amount &gt; 100</conditionExpression></sequenceFlow>',
      edge('small', 'g', 'tell'),
      task('boss', '<sf:candidates type="user" value="manager"/>'),
      edge('f2', 'boss', 'tell'),
      '<sendTask id="tell" name="知会"><extensionElements><sf:cc type="user" value="hr"/></extensionElements></sendTask>',
      edge('f3', 'tell', 'one'),
      task('one', '<sf:candidates type="user" value="leader"/><sf:field key="note" visible="0"/>'),
      edge('f4', 'one', 'e'),
    ].join(''),
  );

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
  await publishStory(server, 'drawn', one('drawn'));
});
afterAll(() => server.dispose());

describe('the life of a process', () => {
  it('goes from draft to a new version; a running approval stays on its own', async () => {
    const running = await begin(server, 'drawn');
    const { data } = await admin.post<{ problems: unknown[]; revision: number }>(`${BASE}/saveDraft`, {
      flowKey: 'drawn',
      flowName: '新',
      definition: choice('drawn'),
    });
    expect(
      (
        await admin.post(`${BASE}/saveDraft`, {
          flowKey: 'drawn',
          definition: choice('drawn'),
          revision: data.revision - 1,
        })
      ).code,
    ).toBe('RECORD_STALE');
    const published = (
      await admin.post<{ version: number }>(`${BASE}/publish`, {
        flowKey: 'drawn',
        note: '大额由分管领导审批',
        revision: data.revision,
      })
    ).data;
    const versions = (await admin.get<{ version: number; running: number }[]>(`${BASE}/versions?flowKey=drawn`)).data;
    expect(versions.map(({ version, running: count }) => [version, count])).toEqual([
      [published.version, 0],
      [published.version - 1, 1],
    ]);
    expect(
      (
        await admin.get<{ list: { recordId: string; formKey: string }[] }>(
          `${BASE}/running?flowKey=drawn&version=${published.version - 1}`,
        )
      ).data.list,
    ).toMatchObject([{ recordId: running.id, formKey: 'drawn' }]);
    expect(
      (await admin.get<{ formKey: string }[]>(`${BASE}/forms?flowKey=drawn`)).data.map(({ formKey }) => formKey),
    ).toEqual(['drawn']);
    expect((await running.act('leader', 'approve', { opinion: '同意' })).code).toBe('1');
    expect(await running.state()).toBe('3');
  });

  it('is not published under another name, nor while it has errors', async () => {
    const named = await admin.post<{ problems: { message: string }[] }>(`${BASE}/saveDraft`, {
      flowKey: 'mine',
      definition: one('other'),
    });
    expect(named.data.problems.map(({ message }) => message)).toEqual([expect.stringContaining('应为“mine”')]);
    expect((await admin.post(`${BASE}/publish`, { flowKey: 'mine' })).code).toBe('DOC_DRAFT_ONLY');
  });

  it('may name a post that somebody holds only in a further department', async () => {
    await server.context.db
      .insertInto('sys_user_unit')
      .values({ user_id: 'u-staff', unit_id: 'unit-zx', dept_id: null, sn: 9, post: '内审员' })
      .execute();
    const { data } = await admin.get<{ posts: string[] }>(`${BASE}/holders`);
    expect(data.posts).toContain('内审员');
    const unknown = await unknownHolders(server.context.db, [
      { type: 'post', value: '内审员' },
      { type: 'post', value: '无此岗位' },
    ]);
    expect([...unknown]).toEqual([holderKey({ type: 'post', value: '无此岗位' })]);
  });

  it('is for administrators alone', async () => {
    for (const call of [
      'list',
      'versions?flowKey=drawn',
      'getDraft?flowKey=drawn',
      'forms?flowKey=drawn',
      'holders',
      'running?flowKey=drawn',
    ])
      expect([call, (await staff.get(`${BASE}/${call}`)).code]).toEqual([call, '403']);
    const body = { flowKey: 'drawn', definition: one('drawn'), version: 1, formKey: 'drawn', applicantId: 'u-staff' };
    for (const call of ['saveDraft', 'publish', 'rollback', 'check', 'import', 'trial'])
      expect([call, (await staff.post(`${BASE}/${call}`, body)).code]).toEqual([call, '403']);
  });
});

describe('a trial', () => {
  const tried = (values: object) =>
    admin.post<Trial>(`${BASE}/trial`, {
      definition: choice('drawn'),
      formKey: 'drawn',
      applicantId: 'u-staff',
      values,
    });

  it('says which way it goes and why, who gets what, and what each may fill in; nothing is stored', async () => {
    const before = await server.context.db
      .selectFrom('flw_task')
      .select((query) => query.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const { data } = await tried({ amount: 500 });
    expect(data).toMatchObject({ isFinished: true, fault: '' });
    expect(data.steps.map(({ nodeId }) => nodeId)).toEqual(['apply', 'boss', 'tell', 'one']);
    expect(data.steps[1]).toMatchObject({ judged: [{ edge: 'big', holds: true }], people: [{ id: 'u-manager' }] });
    expect(data.steps[2]).toMatchObject({ kind: 'copy', people: [{ id: 'u-hr' }] });
    expect(data.steps[3]?.hidden).toContain('意见');
    expect(data.edges).toEqual(expect.arrayContaining(['big', 'f2', 'f4']));
    expect(data.edges).not.toContain('small');
    expect(
      await server.context.db
        .selectFrom('flw_task')
        .select((query) => query.fn.countAll().as('count'))
        .executeTakeFirstOrThrow(),
    ).toEqual(before);
  });

  it('takes the other way with other values', async () => {
    const { data } = await tried({ amount: 5 });
    expect(data.steps.map(({ nodeId }) => nodeId)).toEqual(['apply', 'tell', 'one']);
    expect(data.steps[1]?.judged).toMatchObject([{ edge: 'big', holds: false }]);
  });

  it('says that a task passes by itself only where it would', async () => {
    const remarkWith = async (more: string): Promise<string | undefined> => {
      const definition = flowFile(
        'drawn',
        `${edge('f1', 'apply', 'one')}${task('one', '<sf:candidates type="user" value="leader"/>')}${edge('f2', 'one', 'two')}${task('two', `<sf:candidates type="user" value="leader"/>${more}`)}${edge('f3', 'two', 'e')}`,
      );
      const { data } = await admin.post<Trial>(`${BASE}/trial`, {
        definition,
        formKey: 'drawn',
        applicantId: 'u-staff',
      });
      return data.steps[2]?.remark;
    };
    expect(await remarkWith('<sf:settings same="1"/>')).toBe('与上一步办理人相同，自动通过');
    expect(await remarkWith('<sf:settings same="1" signature="1"/>')).toBe('');
    expect(await remarkWith('<sf:settings same="1"/><sf:field key="note" editable="1" required="1"/>')).toBe('');
  });

  it('stops where nobody would be found', async () => {
    const definition = one('drawn').replace('value="leader"', 'value="nobody"');
    const { data } = await admin.post<Trial>(`${BASE}/trial`, { definition, formKey: 'drawn', applicantId: 'u-staff' });
    expect(data).toMatchObject({
      isFinished: false,
      steps: [{ nodeId: 'apply' }, { nodeId: 'one', isStopped: true, people: [] }],
    });
  });
});

describe('a node that sends copies', () => {
  it('lets those people read what its rules show, and the approval goes on', async () => {
    await publishStory(server, 'told', choice('told'));
    const story = await begin(server, 'told');
    expect(await story.at()).toBe('one');
    const hr = await server.api('hr');
    expect((await hr.get(`/api/system/frmCrud/get?formKey=told&id=${story.id}`)).code).not.toBe('403');
  });
});

describe('a parallel join', () => {
  const joined = (split: string) =>
    flowText(
      ['startEvent s', 'userTask a', `${split} g`, 'userTask x', 'userTask y', 'parallelGateway j', 'endEvent e'],
      [
        'f1: s -> a',
        'f2: a -> g',
        'f3: g -> x [n == 1]',
        'f4: g -> y [n == 2]',
        'f5: x -> j',
        'f6: y -> j',
        'f7: j -> e',
      ],
    );
  const warnings = async (text: string): Promise<string[]> =>
    (await parseFlow(text)).problems
      .filter(({ message }) => message.includes('并行汇聚'))
      .map(({ path }) => String(path[0]));

  it('behind a choice of one way is warned of: it waits for ever', async () => {
    expect(await warnings(joined('exclusiveGateway'))).toEqual(['j']);
    expect(await warnings(joined('inclusiveGateway'))).toEqual(['j']);
  });
  it('behind a parallel split is right, also where one of its ways has a choice that comes together again', async () => {
    expect(
      await warnings(joined('parallelGateway').replaceAll(/<conditionExpression>.*?<\/conditionExpression>/g, '')),
    ).toEqual([]);
    expect(
      await warnings(
        flowText(
          [
            'startEvent s',
            'userTask a',
            'parallelGateway g',
            'exclusiveGateway c',
            'userTask x',
            'userTask y',
            'userTask z',
            'exclusiveGateway m',
            'parallelGateway j',
            'endEvent e',
          ],
          [
            'f1: s -> a',
            'f2: a -> g',
            'f3: g -> c',
            'f4: g -> z',
            'f5: c -> x [n == 1]',
            'f6: c -> y',
            'f7: x -> m',
            'f8: y -> m',
            'f9: m -> j',
            'f10: z -> j',
            'f11: j -> e',
          ],
        ),
      ),
    ).toEqual([]);
  });
});

describe.skipIf(files.length === 0)('files of other designers', () => {
  it.each(files)('%s is read into our words under our key, and what it could be run for stays so', async (file) => {
    const text = readFileSync(join(CASES, file), 'utf8');
    const before = await parseFlow(text);
    const { definition, report } = await importFlow(text, { key: 'brought' });
    const after = await parseFlow(definition);
    expect(after.definition?.key).toBe('brought');
    const holders = (flow: typeof after): unknown =>
      Object.values(flow.definition?.nodes ?? {})
        .filter(({ kind, rules }) => kind === 'userTask' && !rules?.isStart)
        .map(({ id, candidates, settings }) => [id, candidates, settings?.sign]);
    expect(holders(after)).toEqual(holders(before));
    expect(
      Object.values(after.definition?.edges ?? {})
        .map(({ condition }) => condition)
        .filter(Boolean)
        .sort(),
    ).toEqual(
      Object.values(before.definition?.edges ?? {})
        .map(({ condition }) => condition)
        .filter(Boolean)
        .sort(),
    );
    expect(after.problems.filter(({ level }) => level === 'error').length).toBeLessThanOrEqual(
      before.problems.filter(({ level }) => level === 'error').length,
    );
    expect(report.length).toBeGreaterThan(0);
  });
});
