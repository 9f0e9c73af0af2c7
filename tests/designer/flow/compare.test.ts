import { describe, expect, it } from 'vitest';
import { compareFlows } from '../../../src/designer/flow/diff/compareFlows.ts';
import { ensureDiagram } from '../../../src/designer/flow/model/ensureDiagram.ts';
import { createModdle, listOf, readXml, type Element } from '../../../src/designer/flow/model/moddle.ts';
import { readPlanText, newProcessText, textWithPlan } from '../../../src/designer/flow/steps/planText.ts';
import { newBranchStep, newTask, type Plan } from '../../../src/designer/flow/steps/plan.ts';
import { insertStep, moveStep, removeStep, replaceStep } from '../../../src/designer/flow/steps/changePlan.ts';
import { flowText } from '../../server/flow/flowText.ts';

const base = await newProcessText('leave', '请假');
const read = await readPlanText(base);
const plan = (read as { plan: Plan }).plan;

describe('two versions of a process', () => {
  it('are compared element by element, in words', async () => {
    const [leader] = plan.steps;
    if (leader?.kind !== 'task') throw new Error('the first step is a task');
    const changed = replaceStep(plan, {
      ...leader,
      name: '部门审核',
      data: {
        ...leader.data,
        candidates: [{ type: 'role', value: 'boss' }],
        fields: [{ key: 'note', visible: '1', editable: '1' }],
        timer: { due: 'P2D' },
      },
    });
    const changes = await compareFlows(
      base,
      await textWithPlan(base, insertStep(changed, null, 1, { ...newTask('财务审批'), id: 'money' })),
    );
    const said = changes
      ?.find(({ id }) => id === 'leader')
      ?.details.map(({ key, before, after }) => [key, before, after]);
    expect(said).toEqual([
      ['名称', '部门负责人审批', '部门审核'],
      ['办理人', '部门负责人', 'boss'],
      ['办理时限', undefined, '2 天'],
      ['字段 note', undefined, '可填写'],
    ]);
    expect(changes?.filter(({ kind }) => kind === 'added').map(({ name }) => name)).toEqual([
      '财务审批',
      '部门审核 → 财务审批',
      '财务审批 → 结束',
    ]);
    expect(changes?.filter(({ kind }) => kind === 'removed').map(({ name }) => name)).toEqual([
      '部门负责人审批 → 结束',
    ]);
  });
  it.each([
    [
      'settings of a task',
      '<userTask id="x"><extensionElements><sf:settings opinion="note" signature="0"/></extensionElements></userTask>',
      'opinion="note"',
      'opinion="why"',
    ],
    [
      'a switch that is turned off',
      '<userTask id="x"><extensionElements><sf:settings same="0"/></extensionElements></userTask>',
      'same="0"',
      'note="1"',
    ],
    [
      'working time',
      '<userTask id="x"><extensionElements><sf:timer due="P1D" clock="work"/></extensionElements></userTask>',
      ' clock="work"',
      '',
    ],
    [
      'the first of two answers',
      '<serviceTask id="x"><extensionElements><sf:answer field="a" from="p"/><sf:answer field="b"/></extensionElements></serviceTask>',
      'from="p"',
      'from="q"',
    ],
    [
      'one of two settings of another engine',
      '<userTask id="x"><extensionElements><o:listener event="a"/><o:listener event="b"/></extensionElements></userTask>',
      'event="a"',
      'event="c"',
    ],
    ['an attribute of another engine', '<userTask id="x" o:assignee="a"/>', '"a"', '"b"'],
    [
      'the date of a timer',
      '<intermediateCatchEvent id="x"><timerEventDefinition><timeDate>${a}</timeDate></timerEventDefinition></intermediateCatchEvent>',
      '{a}',
      '{b}',
    ],
    [
      'the condition of an event',
      '<intermediateCatchEvent id="x"><conditionalEventDefinition><condition>a</condition></conditionalEventDefinition></intermediateCatchEvent>',
      '>a<',
      '>b<',
    ],
    ['the message of an event', '<receiveTask id="x" messageRef="m1"/>', 'm1', 'm2'],
    ['the code of an error', '<endEvent id="x"><errorEventDefinition errorRef="e1"/></endEvent>', 'e1', 'e2'],
    [
      'what is interrupted',
      '<boundaryEvent id="x" attachedToRef="t" cancelActivity="false"><timerEventDefinition/></boundaryEvent>',
      'false',
      'true',
    ],
    [
      'what an event is attached to',
      '<boundaryEvent id="x" attachedToRef="t"><timerEventDefinition/></boundaryEvent>',
      '"t"',
      '"u"',
    ],
    [
      'the end of a loop',
      '<subProcess id="x"><multiInstanceLoopCharacteristics><completionCondition>a</completionCondition></multiInstanceLoopCharacteristics></subProcess>',
      '>a<',
      '>b<',
    ],
    [
      'the order of a loop',
      '<subProcess id="x"><multiInstanceLoopCharacteristics isSequential="true"/></subProcess>',
      'true',
      'false',
    ],
  ])('differ by %s', async (_what, element, before, after) => {
    const file = (text: string): string =>
      `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" xmlns:o="urn:other" targetNamespace="t">
      <message id="m1" name="甲"/><message id="m2" name="乙"/><error id="e1" errorCode="1"/><error id="e2" errorCode="2"/>
      <process id="p"><userTask id="t"/><userTask id="u"/>${text}</process></definitions>`;
    expect(element).toContain(before);
    const changes = await compareFlows(file(element), file(element.replace(before, after)));
    expect(changes?.map(({ kind, id }) => [kind, id])).toEqual([['changed', 'x']]);
  });

  it('that are the same have no changes, and what is no process is not compared', async () => {
    expect(await compareFlows(base, base)).toEqual([]);
    expect(await compareFlows(base, '<html/>')).toBeNull();
  });
});

describe('a list of steps', () => {
  it('is put in order, within the list a step stands in', () => {
    const branch = newBranchStep('parallel');
    const [first] = branch.branches;
    const made = insertStep(insertStep(plan, null, 0, branch), first?.id ?? '', 0, { ...newTask('内'), id: 'inner' });
    const names = (all: Plan): string[] =>
      all.steps.map((step) =>
        step.kind === 'branch'
          ? step.branches.map(({ steps }) => steps.map(({ name }) => name).join('+')).join('|')
          : step.name,
      );
    expect(names(made)).toEqual(['内+审批|审批', '部门负责人审批']);
    expect(names(moveStep(made, 'inner', 1))).toEqual(['审批+内|审批', '部门负责人审批']);
    expect(names(moveStep(made, 'leader', -1))).toEqual(['部门负责人审批', '内+审批|审批']);
    expect(names(removeStep(made, 'inner'))).toEqual(['审批|审批', '部门负责人审批']);
  });
  it.each([
    [
      '有连线往回走',
      ['a: s -> x', 'b: x -> g', 'c: g -> x [n > 1]', 'd: g -> e'],
      ['userTask x', 'exclusiveGateway g'],
    ],
    [
      '分支没有汇到同一处',
      ['a: s -> x', 'b: x -> g', 'c: g -> y', 'd: g -> z', 'h: y -> e', 'i: z -> f'],
      ['userTask x', 'parallelGateway g', 'userTask y', 'userTask z', 'endEvent f'],
    ],
  ])('is not made of a process where %s', async (_why, edges, nodes) => {
    expect((await readPlanText(flowText(['startEvent s', ...nodes, 'endEvent e'], edges))).ok).toBe(false);
  });
});

describe('a file without a diagram', () => {
  it('is drawn with every node, none upon another', async () => {
    const text = flowText(
      ['startEvent s', 'userTask a', 'exclusiveGateway g', 'userTask x', 'userTask y', 'userTask z', 'endEvent e'],
      [
        'f1: s -> a',
        'f2: a -> g',
        'f3: g -> x [n == 1]',
        'f4: g -> y [n == 2]',
        'f5: g -> e',
        'f6: x -> z',
        'f7: y -> z',
        'f8: z -> a [n == 3]',
        'f9: z -> e',
      ],
    );
    const drawn = await readXml(createModdle(), await ensureDiagram(text));
    if (!drawn.ok) throw new Error(drawn.detail);
    const shapes = listOf(listOf(drawn.definitions, 'diagrams')[0]?.plane as Element, 'planeElement');
    const boxes = shapes.flatMap(({ bounds }) =>
      bounds ? [bounds as { x: number; y: number; width: number; height: number }] : [],
    );
    expect(shapes.length).toBe(7 + 9);
    const overlaps = boxes.flatMap((a, index) =>
      boxes
        .slice(index + 1)
        .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height),
    );
    expect(overlaps).toEqual([]);
  });
});
