import { describe, expect, it } from 'vitest';
import { NO_DATA, type Attributes, type TaskData } from '../../../src/designer/flow/model/taskData.ts';
import {
  newBranchStep,
  unusedBranchName,
  type Branch,
  type BranchMode,
  type Plan,
  type Step,
} from '../../../src/designer/flow/steps/plan.ts';
import { newProcessText, readPlanText, textWithPlan } from '../../../src/designer/flow/steps/planText.ts';
import { parseFlow } from '../../../src/server/flow/parse/parseFlow.ts';
import fc from '../../support/fc.ts';

const name = fc.stringMatching(/^[一-龥A-Za-z<>&"' ]{1,8}$/).filter((text) => text.trim() === text);
const candidate: fc.Arbitrary<Attributes> = fc.oneof(
  fc.constantFrom<Attributes>(
    { type: 'role', value: 'leader' },
    { type: 'deptLeader', value: '2' },
    { type: 'initiator' },
    { type: 'field', value: 'handler' },
    { type: 'user', value: 'u1,u2' },
  ),
  fc.record({ type: fc.constant('expression'), value: fc.constantFrom('amount > 1 ? a : b', "x == '<\"&'") }),
);
const flag = fc.constantFrom('0', '1');
const rule = fc.record({ key: fc.stringMatching(/^[a-z]{1,5}$/), visible: flag, editable: flag });
/** One for each key: a second one would be refused. */
const rules = (maxLength: number) => fc.uniqueArray(rule, { selector: ({ key }) => key, maxLength });
const data: fc.Arbitrary<TaskData> = fc.record({
  candidates: fc.array(candidate, { minLength: 1, maxLength: 3 }),
  cc: fc.array(candidate, { maxLength: 1 }),
  sign: fc.constantFrom<Record<string, string>>({}, { mode: 'all' }, { mode: 'ratio', ratio: '0.5' }),
  settings: fc.constantFrom<Record<string, string>>({}, { empty: 'admin', same: '1' }),
  timer: fc.constantFrom<Record<string, string>>(
    {},
    { due: 'P2D', action: 'pass' },
    { due: 'PT8H', action: 'escalate', clock: 'work' },
  ),
  call: fc.constant({}),
  answers: fc.constant([]),
  repeat: fc.constant({}),
  actions: fc.constantFrom<Record<string, string>>({}, { value: 'approve,reject' }),
  buttons: fc.constantFrom<readonly Attributes[]>([], [{ action: 'approve', name: '核准' }]),
  fields: rules(3),
  tables: fc.array(fc.record({ attributes: fc.record({ key: fc.constant('rows'), add: flag }), columns: rules(2) }), {
    maxLength: 1,
  }),
});

/** Shapes without ids: they are given in order, so that none stands twice. */
type Shape =
  | { kind: 'task' | 'copy'; name: string; data: TaskData }
  | { kind: 'branch'; name: string; mode: BranchMode; branches: { name: string; condition: string; steps: Shape[] }[] };
const { steps: shapes } = fc.letrec<{ steps: Shape[]; step: Shape }>((tie) => ({
  steps: fc.array(tie('step'), { maxLength: 3, depthIdentifier: 'steps' }),
  step: fc.oneof(
    { depthIdentifier: 'steps', maxDepth: 2 },
    fc.record({ kind: fc.constant('task' as const), name, data }),
    fc.record({
      kind: fc.constant('copy' as const),
      name,
      data: data.map((all) => ({ ...NO_DATA, cc: all.candidates, fields: all.fields })),
    }),
    fc.record({
      kind: fc.constant('branch' as const),
      name: fc.oneof(fc.constant(''), name),
      mode: fc.constantFrom('exclusive', 'parallel', 'inclusive'),
      branches: fc.array(
        fc.record({
          name,
          condition: fc.constantFrom('amount > 10', "kind == 'a' && ok", 'x < 5'),
          steps: tie('steps'),
        }),
        { minLength: 2, maxLength: 3 },
      ),
    }),
  ),
}));

function planFrom(all: readonly Shape[], applicant: TaskData): Plan {
  let number = 0;
  const next = (word: string): string => `${word}${(number += 1)}`;
  const step = (shape: Shape): Step => {
    if (shape.kind !== 'branch') return { ...shape, id: next(shape.kind) };
    const isParallel = shape.mode === 'parallel';
    const branches = shape.branches.map((branch, index): Branch => {
      const isDefault = !isParallel && index === shape.branches.length - 1;
      return {
        id: next('way'),
        name: branch.name,
        condition: isParallel || isDefault ? '' : branch.condition,
        isDefault,
        steps: branch.steps.map(step),
      };
    });
    return {
      kind: 'branch',
      id: next('gate'),
      name: shape.name,
      mode: shape.mode,
      join: { id: next('join'), name: '' },
      branches,
    };
  };
  return {
    start: { id: 'start', name: '开始' },
    applicant: { kind: 'task', id: 'apply', name: '提交', data: applicant },
    steps: all.map(step),
    end: { id: 'end', name: '' },
  };
}

describe('a list of steps', () => {
  it('is a process that the server accepts, and reads back as the same list', async () => {
    const base = await newProcessText('leave', '请假');
    await fc.assert(
      fc.asyncProperty(shapes, data, async (all, applicant) => {
        const plan = planFrom(all, applicant);
        const text = await textWithPlan(base, plan);
        expect(await readPlanText(text)).toEqual({ ok: true, plan });
        const { definition, problems } = await parseFlow(text);
        expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
        expect(definition?.applicantNodeId).toBe('apply');
        // written again nothing changes, the diagram included
        expect(await textWithPlan(text, plan)).toBe(text);
      }),
      { numRuns: 30 },
    );
  }, 120_000);

  it('begins with the department leader, and the server takes it as it is', async () => {
    const { definition, problems } = await parseFlow(await newProcessText('leave', '请假审批'));
    expect(problems).toEqual([]);
    expect(definition).toMatchObject({
      key: 'leave',
      name: '请假审批',
      applicantNodeId: 'apply',
      nodes: { leader: { candidates: [{ type: 'deptLeader', value: '1' }] } },
    });
  });

  it('keeps the names of lines and of steps that have none, when one step is changed', async () => {
    const named = (await newProcessText('leave', '请假'))
      .replace(/(<(?:\w+:)?sequenceFlow )(id="[^"]*" sourceRef="apply")/, '$1name="提交" $2')
      .replace(/(<(?:\w+:)?userTask id="leader") name="[^"]*"/, '$1');
    expect(named).toContain('name="提交" id=');
    const read = await readPlanText(named);
    if (!read.ok) throw new Error(read.reason);
    const [step] = read.plan.steps;
    const changed = { ...read.plan, steps: [{ ...step, data: { ...NO_DATA, candidates: [{ type: 'initiator' }] } }] };
    const text = await textWithPlan(named, changed as Plan);
    expect(text).toMatch(/<(?:\w+:)?sequenceFlow [^>]*name="提交"/);
    expect(text).toMatch(/<(?:\w+:)?userTask id="leader"(?! name=)/);
    expect(text).toContain('type="initiator"');
  });

  it('gives a further branch a name that no other branch has', () => {
    const branch = newBranchStep('exclusive');
    if (branch.kind !== 'branch') throw new Error('no branch');
    expect(branch.branches.map((one) => one.name)).toEqual(['条件一', '其他情况']);
    expect(unusedBranchName(branch)).toBe('条件二');
    const [first, other] = branch.branches as [Branch, Branch];
    expect(unusedBranchName({ ...branch, branches: [{ ...first, name: '条件二' }, other] })).toBe('条件三');
    expect(unusedBranchName(newBranchStep('parallel'))).toBe('分支三');
  });
});
