import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../../../../src/server/flow/definition.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, flowFile, publishStory, type Story, storyOf } from '../../approval/story.ts';
import type { FlowFormConfig } from '../../../../src/grammar/documents.ts';
import { isTooDeep } from '../../../../src/server/flow/parse/xmlDepth.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const CASES = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'cases', 'bpmn');

const files = existsSync(CASES) ? readdirSync(CASES) : [];

/** A choice of one branch whose parallel join waits for all of them: no engine gets through it. */
const WAITS_FOR_EVER = '20';

/** What the others need is not ours: scripts, business rules, messages, programs of their engine. */
const RUNNABLE = new Set(['02', '04', '06', '08', '10', '12', '14', '16', '18', '22', '26']);

/** A field for each name that a condition compares with something, of the type it is compared with. */
function fieldsOf(flow: FlowDefinition): { tag: string; __vModel__: string; label: string }[] {
  const names = new Map<string, string>();
  for (const { condition } of Object.values(flow.edges)) {
    for (const [, name = '', literal = ''] of (condition ?? '').matchAll(
      /(\w+)\s*(?:==|!=|>=|<=|>|<)\s*('[^']*'|"[^"]*"|[\d.]+)/g,
    ))
      names.set(name, /^['"]/.test(literal) ? 'el-input' : 'el-input-number');
  }
  return [
    { tag: 'el-input', __vModel__: 'title', label: '标题' },
    ...[...names].map(([name, tag]) => ({ tag, __vModel__: name, label: name })),
  ];
}

/** Values that make the first condition of each name true, and those of the second. */
function valuesOf(flow: FlowDefinition, choice: number): Record<string, unknown> {
  const values: Record<string, unknown[]> = {};
  for (const { condition } of Object.values(flow.edges)) {
    for (const [, name = '', operator = '', literal = ''] of (condition ?? '').matchAll(
      /(\w+)\s*(==|!=|>=|<=|>|<)\s*('[^']*'|"[^"]*"|[\d.]+)/g,
    )) {
      const value = /^['"]/.test(literal)
        ? literal.slice(1, -1)
        : Number(literal) + (operator === '>' ? 1 : operator === '<' ? -1 : 0);
      values[name] = [...(values[name] ?? []), value];
    }
  }
  return Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list[choice % list.length]]));
}

const MOST = 40;

/** Whoever holds a task agrees to it, until the process has ended. Answers the nodes on the way. */
async function walk(story: Story): Promise<string[]> {
  const way: string[] = [];
  while (way.length < MOST && (await story.state()) !== '3') {
    const [who] = await story.holders();
    if (who === undefined) throw new Error(`nobody holds it after ${way.join(' → ')}`);
    way.push(await story.at());
    const task = await story.todo(who);
    const acted = await story.act(who, (await story.state()) === '2' ? 'submit' : 'approve', { taskId: task?.taskId });
    if (acted.code !== '1') throw new Error(`${acted.code} ${acted.msg} after ${way.join(' → ')}`);
  }
  return way;
}

describe.skipIf(files.length === 0)(`process files of other engines (skipped where ${CASES} is absent)`, () => {
  it.each(files.filter((file) => RUNNABLE.has(file.slice(0, 2))))(
    '%s is published with a form and runs to its end',
    async (file) => {
      const { definition, problems } = await parseFlow(readFileSync(join(CASES, file), 'utf8'));
      if (!definition) throw new Error('no process');
      expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
      const key = `real${file.slice(0, 2)}`;
      const xml = readFileSync(join(CASES, file), 'utf8').replaceAll(`"${definition.key}"`, `"${key}"`);
      await publishStory(server, key, xml, fieldsOf(definition));
      const staff = recordsOf(await clientOf(server, 'staff'), key);
      const { code, msg, data } = await staff.run(
        { fieldsMap: { title: '事项', ...valuesOf(definition, 0) } },
        'submit',
      );
      expect({ code, msg }).toEqual({ code: '1', msg: '办理成功' });
      const way = await walk(storyOf(server, key, data.id ?? ''));
      expect(way.length).toBeGreaterThan(0);
      expect(way.length).toBeLessThan(MOST);
    },
  );

  it.each(files.filter((file) => file.startsWith(WAITS_FOR_EVER)))(
    '%s, drawn so that it waits for ever, is refused by name at the step that would hang',
    async (file) => {
      const text = readFileSync(join(CASES, file), 'utf8');
      const { definition } = await parseFlow(text);
      if (!definition) throw new Error('no process');
      await publishStory(server, 'waiting', text.replaceAll(`"${definition.key}"`, '"waiting"'), fieldsOf(definition));
      const { data } = await recordsOf(await clientOf(server, 'staff'), 'waiting').run(
        { fieldsMap: { title: '事项', money: 5000 } },
        'submit',
      );
      await expect(walk(storyOf(server, 'waiting', data.id ?? ''))).rejects.toThrow(/DOC_FLOW .*等待的分支不会到达/);
    },
  );

  it.each(files.filter((file) => !RUNNABLE.has(file.slice(0, 2)) && !file.startsWith(WAITS_FOR_EVER)))(
    '%s opens, and what it needs of its own engine is named as errors',
    async (file) => {
      const { definition, problems } = await parseFlow(readFileSync(join(CASES, file), 'utf8'));
      expect(Object.keys(definition?.nodes ?? {}).length).toBeGreaterThan(2);
      const errors = problems.filter(({ level }) => level === 'error');
      expect(errors.length).toBeGreaterThan(0);
      for (const { params } of errors) expect(String(params['detail'])).toMatch(/不支持|不会执行|不能自动转换/);
    },
  );
});

const node = (extensions: string): string =>
  `<userTask id="one" name="one"><extensionElements><sf:candidates type="user" value="leader"/>${extensions}</extensionElements></userTask>`;

const file = (key: string, extensions: string): string =>
  flowFile(key, `${edge('f1', 'apply', 'one')}${node(extensions)}${edge('f2', 'one', 'e')}`);

describe('the buttons of a node', () => {
  it('are what the file lists and names; unknown ones and long names are errors', async () => {
    const { definition, problems } = await parseFlow(
      file(
        'p',
        '<sf:actions value="approve,reject"/><sf:button action="approve" name="核准"/><sf:button action="transfer"/><sf:button action="shred" name="粉碎"/><sf:button action="cc" name="抄送给公司全体同事并请他们回复"/>',
      ),
    );
    expect(definition?.nodes['one']?.rules).toMatchObject({
      actions: ['approve', 'reject', 'transfer', 'cc'],
      actionNames: { approve: '核准' },
    });
    expect(problems.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      expect.stringContaining('shred'),
      expect.stringContaining('过长'),
    ]);
  });
  it('without a list are those that are named alone', async () => {
    expect(
      (await parseFlow(file('p', '<sf:button action="approve" name="核准"/>'))).definition?.nodes['one']?.rules
        ?.actions,
    ).toEqual(['approve']);
  });
});

describe('a node that offers nothing but consent, save and return', () => {
  let server: TestServer;
  let bare: Story;
  beforeAll(async () => {
    server = await startTestServer();
    await publishStory(
      server,
      'bare',
      file('bare', '<sf:button action="approve" name="核准"/><sf:field key="note" visible="1" editable="1"/>'),
    );
    await publishStory(
      server,
      'mild',
      file(
        'mild',
        '<sf:actions value="approve,save,return"/><sf:table key="t" defaults="1"/><sf:field key="note" visible="1" editable="1"/>',
      ),
    );
    bare = await begin(server, 'bare');
  });
  afterAll(() => server.dispose());

  it('tells the browser its name', async () => {
    expect((await bare.options('leader')).task).toMatchObject({ actions: ['approve'], names: { approve: '核准' } });
    const config = (
      await (await clientOf(server, 'leader')).get<FlowFormConfig>('/api/task/flow/flwFrm/getFrmCfg?formKey=bare')
    ).data;
    expect(config.nodes.find(({ nodeId }) => nodeId === 'one')?.actionNames).toEqual({ approve: '核准' });
  });

  it('refuses every other action, however it is asked for, and leaves the approval where it was', async () => {
    const users = { userIds: ['u-device'] };
    for (const [call, more] of [
      ['transfer', users],
      ['delegate', users],
      ['addSign', { ...users, place: 'before' }],
      ['cc', users],
      ['removeSign', { signers: ['x'] }],
    ] as const) {
      expect([call, (await bare.do('leader', call, more)).code]).toEqual([call, '403']);
    }
    for (const action of ['return', 'reject'] as const)
      expect([action, (await bare.act('leader', action, { opinion: '不行' })).code]).toEqual([action, '403']);
    expect((await bare.act('leader', 'approve', { cc: ['u-device'] })).code).toBe('403');
    const task = await bare.todo('leader');
    const batch = await (
      await clientOf(server, 'leader')
    ).post<{ isDone: boolean }[]>('/api/task/flow/task/batchApprove', { taskIds: [task?.taskId], opinion: '同意' });
    expect(batch.data.map(({ isDone }) => isDone)).toEqual([false]);
    const leader = recordsOf(await clientOf(server, 'leader'), 'bare');
    const { data } = await leader.get(bare.id);
    expect(
      (await leader.save({ id: bare.id, revision: data?.revision ?? 0, fieldsMap: { note: '记一笔' } })).code,
    ).toBe('403');
    expect([await bare.at(), await bare.holders(), (await leader.get(bare.id)).data.fieldsMap['note'] ?? '']).toEqual([
      'one',
      ['leader'],
      '',
    ]);
    expect((await bare.act('leader', 'approve')).code).toBe('1');
  });

  it('takes what it offers, and a copy only where that is offered to who holds the task', async () => {
    const mild = await begin(server, 'mild');
    const leader = recordsOf(await clientOf(server, 'leader'), 'mild');
    const { data } = await leader.get(mild.id);
    expect(
      (await leader.save({ id: mild.id, revision: data?.revision ?? 0, fieldsMap: { note: '记一笔' } })).code,
    ).toBe('1');
    expect((await mild.do('staff', 'cc', { userIds: ['u-device'] })).code).toBe('TASK_NOT_YOURS');
    expect((await mild.act('leader', 'return', { opinion: '退', target: 'apply' })).code).toBe('1');
  });
});

const nested = (count: number): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="deep" name="deep">${Array.from(
    { length: count },
    (_none, at) => `<subProcess id="s${at}">`,
  ).join('')}${'</subProcess>'.repeat(count)}</process></definitions>`;

describe('the depth of a text', () => {
  it.each([
    [`${'<a>'.repeat(201)}${'</a>'.repeat(201)}`, true],
    [`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`, false],
    ['<a/>'.repeat(5000), false],
    ['<a></a>'.repeat(5000), false],
    [`<!--${'<a>'.repeat(500)}--><a/>`, false],
    [`<a><![CDATA[${'<a>'.repeat(500)}]]></a>`, false],
    [`<a b="${'<a>'.repeat(500)}" c='>'/>`, false],
    [`<a b='${'x>'.repeat(9)}'>`.repeat(201), true],
    ['<!--'.repeat(100_000), false],
    ['<a "'.repeat(100_000), false],
    ['<'.repeat(100_000), false],
    ['', false],
    ['no text of the kind', false],
  ])('is counted by elements alone, and never waited for (%#)', (xml, isDeep) => {
    expect(isTooDeep(xml)).toBe(isDeep);
  });
});

describe('a process file that is nested deeper than anybody draws', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.dispose());

  it('is refused in words, by every way in', async () => {
    expect((await parseFlow(nested(5000))).problems.map(({ message }) => message).join()).toContain('嵌套过深');
    const admin = await server.api('admin');
    for (const call of ['check', 'import', 'saveDraft']) {
      const xml = nested(5000);
      const answer = await admin.post(`/api/system/flowDef/${call}`, {
        content: xml,
        xml,
        definition: xml,
        flowKey: 'deep',
        flowName: 'deep',
      });
      expect(
        [answer.status < 500, `${answer.msg}${JSON.stringify(answer.data)}`.includes('嵌套过深')],
        `${call}: ${answer.status} ${answer.msg}`,
      ).toEqual([true, true]);
    }
  });

  it('is read as ever where it is as deep as large processes are', async () => {
    expect((await parseFlow(nested(20))).problems.map(({ message }) => message).join()).not.toContain('嵌套过深');
  });
});
