import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../../../src/domain/problem/problem.ts';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { edge, flowFile, task } from '../story.ts';

const ALLOWED = 'https://prices.example';
let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startTestServer({ callOrigins: [ALLOWED] });
  admin = await server.api('admin');
  await publishForm(server.context, {
    formKey: 'withSwitch',
    formName: '有开关',
    note: '',
    author,
    definition: {
      fields: [
        { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1' },
        { tag: 'el-switch', __vModel__: 'urgent', label: '加急' },
      ],
    },
  });
});
afterAll(() => server.dispose());

const HEAD =
  '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t">';
const userTask = (id: string, more: string): string => `<userTask id="${id}" name="${id}" ${more}/>`;
const oneProcess = (body: string, id = 'p', name = '流程'): string =>
  `<process id="${id}" name="${name}"><startEvent id="${id}_s"/>${body}<endEvent id="${id}_e"/></process>`;
const line = (id: string, body: string): string =>
  oneProcess(`${body}${edge(`${id}1`, `${id}_s`, `${id}_a`)}${edge(`${id}2`, `${id}_a`, `${id}_e`)}`, id, `流程${id}`);

interface Imported {
  definition: string;
  process: string;
  processes: { id: string; name: string; nodes: number; tasks: number }[];
  holders: { type: string; value: string; isKnown: boolean; tasks: { id: string; name: string }[] }[];
  report: { element: string; level: string; message: string }[];
}
const imported = async (definition: string, more: object = {}): Promise<Imported> =>
  (await admin.post<Imported>('/api/system/flowDef/import', { flowKey: 'brought', definition, ...more })).data;
const checked = async (definition: string): Promise<Problem[]> =>
  (await admin.post<{ problems: Problem[] }>('/api/system/flowDef/check', { flowKey: 'brought', definition })).data
    .problems;

describe('a file of several processes', () => {
  const text = `${HEAD}${line('x', '<task id="x_a" name="登记"/>')}${line('y', `${userTask('y_a', 'flowable:assignee="u-leader"')}`)}</definitions>`;

  it('proposes the one in which people have something to do, and names the others', async () => {
    const { process, processes, report, definition } = await imported(text);
    expect(process).toBe('y');
    expect(processes.map(({ id, tasks }) => [id, tasks])).toEqual([
      ['y', 1],
      ['x', 0],
    ]);
    expect(report.map(({ message }) => message).join()).toContain('其余：流程x（3 个节点）');
    expect(definition).toContain('y_a');
  });

  it('takes the one that is chosen', async () => {
    expect((await imported(text, { process: 'x' })).process).toBe('x');
  });
});

describe('holders of another system', () => {
  const text = `${HEAD}${line('x', `<userTask id="x_a" name="审批" flowable:candidateGroups="00000003"/>`)}</definitions>`;

  it('are named with their tasks, and are a warning at import and at the check', async () => {
    const { holders, report, definition } = await imported(text);
    expect(holders).toEqual([
      { type: 'role', value: '00000003', tasks: [{ id: 'x_a', name: '审批' }], isKnown: false },
    ]);
    expect(report.find(({ message }) => message.includes('不存在'))).toMatchObject({
      element: 'x_a',
      level: 'warning',
    });
    expect((await checked(definition)).map(({ params }) => params['detail'])).toContainEqual(
      '“审批”的角色“00000003”在本系统中不存在，请重新指定',
    );
  });

  it('are known when the list of posts has their post, although nobody holds it yet', async () => {
    const ofPosts = flowFile(
      'posts',
      `${task('a post 新设岗位,没有的岗位')}${edge('f1', 'apply', 'a')}${edge('f2', 'a', 'e')}`,
    );
    await sql`insert into sys_post (id, name, sn) values ('post-new', '新设岗位', 99)`.execute(server.context.db);
    expect((await imported(ofPosts)).holders.map(({ value, isKnown }) => [value, isKnown])).toEqual([
      ['新设岗位', true],
      ['没有的岗位', false],
    ]);
    await sql`delete from sys_post where id = 'post-new'`.execute(server.context.db);
  });

  it('give way to whom somebody has chosen for them', async () => {
    const { holders, definition } = await imported(text, {
      holders: { 'role:00000003': { type: 'role', value: 'manager' } },
    });
    expect(holders).toEqual([{ type: 'role', value: 'manager', tasks: [{ id: 'x_a', name: '审批' }], isKnown: true }]);
    expect((await checked(definition)).map(({ params }) => String(params['detail'])).join()).not.toContain('不存在');
  });

  it('give way one by one where a file of our own names several together, in their order', async () => {
    const own = flowFile(
      'own',
      `${task('a role old1,manager,old2')}${edge('f1', 'apply', 'a')}${edge('f2', 'a', 'e')}`,
    );
    const { holders, report } = await imported(own, {
      holders: { 'role:old1': { type: 'user', value: 'u-leader' }, 'role:old2': { type: 'role', value: 'hr' } },
    });
    expect(holders.map(({ type, value, isKnown }) => [type, value, isKnown])).toEqual([
      ['user', 'u-leader', true],
      ['role', 'manager', true],
      ['role', 'hr', true],
    ]);
    expect(report.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['办理人 old1 改为 u-leader', '办理人 old2 改为 hr']),
    );
  });

  it('are not changed to what is no kind of holder', async () => {
    const answer = await admin.post('/api/system/flowDef/import', {
      flowKey: 'brought',
      definition: text,
      holders: { 'role:00000003': { type: 'expression', value: 'x' } },
    });
    expect(answer.code).toBe('REQUEST_INVALID');
  });
});

describe('a service of another origin', () => {
  it('that may not be called from here is named before the process is published, one that may is not', async () => {
    const asking = (url: string): string =>
      `${HEAD}${oneProcess(
        `<serviceTask id="ask" name="询价"><extensionElements><sf:call xmlns:sf="urn:schema-first:bpmn" url="${url}"/></extensionElements></serviceTask>${edge('f1', 'p_s', 'ask')}${edge('f2', 'ask', 'p_e')}`,
      )}</definitions>`;
    const told = async (url: string): Promise<string> =>
      (await checked(asking(url))).map(({ level, params }) => `${level}：${String(params['detail'])}`).join();
    expect(await told('https://elsewhere.example/price')).toContain(
      'warning：“询价”调用的 https://elsewhere.example 不在允许的范围内（CALL_ORIGINS）',
    );
    expect(await told(`${ALLOWED}/price`)).not.toContain('CALL_ORIGINS');
  });
});

describe('a condition on a switch', () => {
  const text = `${HEAD}${oneProcess(
    `<exclusiveGateway id="g" default="b"/>${userTask('a', 'flowable:assignee="u-leader"')}${edge('f0', 'p_s', 'g')}${edge('f1', 'g', 'a', '${urgent == true}')}${edge('b', 'g', 'p_e')}${edge('f2', 'a', 'p_e')}`,
  )}</definitions>`;

  it('asks for the values of the switch, once the form is known', async () => {
    const { definition, report } = await imported(text, { formKey: 'withSwitch' });
    expect(definition).toContain("urgent == '1'");
    expect(report.find(({ element }) => element === 'f1')).toBeDefined();
  });

  it('that asks for true is an error of the form and says how to write it', async () => {
    const { definition } = await imported(text);
    const { data } = await admin.post<{ problems: Problem[] }>('/api/system/flowDef/check', {
      flowKey: 'brought',
      definition,
      formKey: 'withSwitch',
    });
    const problem = data.problems.find(({ path }) => path.includes('f1'));
    expect(problem).toMatchObject({ level: 'error' });
    expect(String(problem?.params['detail'])).toContain("请写成 urgent == '1'");
  });
});

describe('a service that the operator has not allowed', () => {
  it('is a warning of the check, which names its origin', async () => {
    const call =
      '<serviceTask id="call" name="通知财务"><extensionElements><sf:call xmlns:sf="urn:schema-first:bpmn" url="https://pay.example.com/x" method="POST"/></extensionElements></serviceTask>';
    const { definition } = await imported(
      `${HEAD}${oneProcess(`${call}${edge('f0', 'p_s', 'call')}${edge('f1', 'call', 'p_e')}`)}</definitions>`,
    );
    const problem = (await checked(definition)).find(({ path }) => path[0] === 'call');
    expect(problem).toMatchObject({ level: 'warning' });
    expect(String(problem?.params['detail'])).toContain('https://pay.example.com');
  });
});
