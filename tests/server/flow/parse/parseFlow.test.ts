import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { flowText } from '../flowText.ts';

const own = () => parseFlow(readFileSync(join(import.meta.dirname, '../../../fixtures/flow/sealDemo.bpmn'), 'utf8'));
const details = (problems: readonly { params: Readonly<Record<string, unknown>> }[]) =>
  problems.map((problem) => String(problem.params.detail));

describe('reading a process file', () => {
  it('reads holders, actions and form rules of each task from the extension elements', async () => {
    const { definition, problems } = await own();
    expect(problems).toEqual([]);
    expect(definition?.applicantNodeId).toBe('apply');
    const leader = definition?.nodes.leader;
    expect(leader?.candidates).toEqual([{ type: 'role', value: 'leader' }]);
    expect(leader?.rules).toEqual({
      taskNode: '部门负责人审批',
      nodeId: 'leader',
      actions: ['approve', 'return', 'reject', 'save'],
      fields: { leaderOpinion: { editable: '1', required: '1' }, secret: { visible: '0' } },
      tables: { sealFiles: { editable: '1', add: '0', remove: '0', columns: { copies: { editable: '1' } } } },
    });
    expect(definition?.nodes.apply?.rules).toMatchObject({ isStart: true, actions: ['submit', 'save'] });
  });

  it('takes the wrapper of other engines off a condition', async () => {
    const { definition } = await parseFlow(
      flowText(
        ['startEvent s', 'userTask a', 'exclusiveGateway g', 'userTask b', 'endEvent e'],
        ['f1: s -> a', 'f2: a -> g', 'f3: g -> b [${days>1}]', 'f4: g -> e', 'f5: b -> e'],
      ),
    );
    expect(definition?.edges.f3?.condition).toBe('days > 1');
  });

  it('warns of a holder of another engine that it cannot read, beside one that it can', async () => {
    const xml = flowText(['startEvent s', 'task t', 'endEvent e'], ['f1: s -> t', 'f2: t -> e'])
      .replace('<definitions', '<definitions xmlns:flowable="http://flowable.org/bpmn"')
      .replaceAll(/<(\/?)task/g, '<$1userTask')
      .replace('id="t"', 'id="t" flowable:candidateUsers="hr,${bean.find()}"');
    const { definition, problems } = await parseFlow(xml);
    expect(definition?.nodes['t']?.candidates).toEqual([{ type: 'user', value: 'hr' }]);
    expect(problems.map(({ path, level, params }) => [path[0], level, params.detail])).toEqual([
      ['t', 'warning', '“t”的办理人 ${bean.find()} 不能读懂，不起作用'],
    ]);
  });

  it('gives what it adds an id that the file does not use, and loses no element', async () => {
    const { definition } = await parseFlow(
      flowText(
        [
          'startEvent s',
          'task applicantTask',
          'intermediateThrowEvent jump',
          'intermediateCatchEvent land',
          'userTask b',
          'endEvent e',
        ],
        [
          'f1: s -> applicantTask',
          'applicantTask_flow: applicantTask -> b',
          'jump_link: b -> jump',
          'applicantTask_flow_2: land -> e',
        ],
      ).replace(/(id="(?:jump|land)" name="\w+" >)/g, '$1<linkEventDefinition name="to"/>'),
    );
    expect(definition?.applicantNodeId).toBe('applicantTask_2');
    expect(definition?.nodes['applicantTask']).toMatchObject({ kind: 'pass', incoming: ['f1'] });
    expect(Object.values(definition?.edges ?? {}).map(({ id, source, target }) => [id, source, target])).toEqual([
      ['f1', 'applicantTask_2', 'applicantTask'],
      ['applicantTask_flow', 'applicantTask', 'b'],
      ['jump_link', 'b', 'jump'],
      ['applicantTask_flow_2', 'land', 'e'],
      ['jump_link_2', 'jump', 'land'],
      ['applicantTask_flow_3', 's', 'applicantTask_2'],
    ]);
  });

  it('names the element of everything that is wrong', async () => {
    const { problems } = await parseFlow(
      flowText(
        ['startEvent s', 'userTask a', 'scriptTask x', 'userTask alone', 'endEvent e'],
        ['f1: s -> a', 'f2: a -> x', 'f3: x -> e'],
      ),
    );
    expect(problems.map((problem) => [problem.path[0], problem.level])).toEqual([
      ['x', 'error'],
      ['alone', 'warning'],
      ['alone', 'error'],
    ]);
    expect(details(problems)[0]).toContain('暂不支持');
  });

  it.each([
    ['no XML at all', 'hello'],
    ['another XML document', '<html/>'],
    [
      'a process without elements',
      '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p"/></definitions>',
    ],
  ])('reports %s as one problem and does not throw', async (_name, text) => {
    const { definition, problems } = await parseFlow(text);
    expect(definition).toBeNull();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'DOC_FLOW', level: 'error' });
  });

  it('does not expand entities of the file', async () => {
    const bomb =
      '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">]>' + flowText(['startEvent s'], []).replace('id="s"', 'id="s" data="&a;"');
    expect(JSON.stringify(await parseFlow(bomb))).not.toContain('aaaaaaaaaa');
  });
});

const CASES = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'cases', 'bpmn');
describe.skipIf(!existsSync(CASES))(`process files of other engines (skipped where ${CASES} is absent)`, () => {
  it.each(existsSync(CASES) ? readdirSync(CASES) : [])(
    '%s is read without throwing, and every problem names an element of the file',
    async (file) => {
      const xml = readFileSync(join(CASES, file), 'utf8');
      const { definition, problems } = await parseFlow(xml);
      expect(definition?.startNodeId).not.toBe('');
      expect(Object.keys(definition?.nodes ?? {}).length).toBeGreaterThan(2);
      for (const problem of problems)
        for (const element of problem.path) expect(xml).toContain(`id="${String(element)}"`);
    },
  );
});
