import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../../../../src/server/flow/definition.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { clientOf, publishStory, storyOf, type Story } from '../../approval/story.ts';

const CASES = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'cases', 'bpmn');
const files = existsSync(CASES) ? readdirSync(CASES) : [];
/** A choice of one branch whose parallel join waits for all of them: no engine gets through it. */
const WAITS_FOR_EVER = '20';
/** What the others need is not ours: scripts, business rules, messages, programs of their engine. */
const RUNNABLE = new Set(['02', '04', '06', '08', '10', '12', '14', '16', '18', '22', '26']);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

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
