import { describe, expect, it } from 'vitest';
import { advance } from '../../../../src/server/flow/engine/interpreter.ts';
import type { FlowStep } from '../../../../src/server/flow/engine/flowEvent.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { flowSvg } from '../../../../src/server/flow/image/flowSvg.ts';
import { layoutOf } from '../../../../src/server/flow/image/layout.ts';
import { EMPTY_STATE } from '../../../../src/server/flow/engine/flowState.ts';
import { edge, flowFile, task } from '../../approval/story.ts';

const escalated = (tag: string, id: string, code = 'late', inside = ''): string =>
  `<${tag} id="${id}" ${inside}><escalationEventDefinition${code ? ` escalationRef="${code}"` : ''}/></${tag}>`;

/** apply → part (work → told → more) → last; what is told goes to the edge of the part, and from there to chief. */
const file = ({ code = 'late', isInterrupting = false, asEnd = false, loop = '', inside = '' } = {}): string =>
  flowFile(
    'p',
    `
  <subProcess id="part">${loop}<startEvent id="is"/>${task('work user u-hr')}${asEnd ? escalated('endEvent', 'told') : escalated('intermediateThrowEvent', 'told')}${task('more user u-hr')}<endEvent id="ie"/>
    ${edge('i1', 'is', 'work')}${edge('i2', 'work', 'told')}${asEnd ? edge('i3', 'work', 'more') : edge('i3', 'told', 'more')}${edge('i4', 'more', 'ie')}${inside}</subProcess>
  ${escalated('boundaryEvent', 'edge', code, `attachedToRef="part" cancelActivity="${isInterrupting}"`)}${task('chief user u-leader')}${task('last user u-leader')}<endEvent id="e2"/>
  ${edge('f1', 'apply', 'part')}${edge('f2', 'part', 'last')}${edge('f3', 'last', 'e')}${edge('f4', 'edge', 'chief')}${edge('f5', 'chief', 'e2')}`,
  );

async function run(xml: string) {
  const { definition, problems } = await parseFlow(xml);
  if (!definition) throw new Error('no process');
  expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
  const environment = {
    evaluate: () => true,
    items: () => [
      { key: '1', label: '一' },
      { key: '2', label: '二' },
    ],
    canSkipRemaining: () => false,
  };
  let step: FlowStep = advance(definition, EMPTY_STATE, { type: 'start' }, environment);
  const open = (): string =>
    step.state.tokens
      .filter(({ node }) => definition.nodes[node]?.kind === 'userTask')
      .map(({ node }) => node)
      .toSorted()
      .join(' ');
  const done = (...nodes: string[]): string => {
    for (const node of nodes)
      step = advance(
        definition,
        step.state,
        { type: 'complete', token: step.state.tokens.find((one) => one.node === node)?.id ?? -1 },
        environment,
      );
    return open();
  };
  return { definition, done, open, isFinished: () => step.isFinished };
}

describe('an escalation', () => {
  it('opens the path of the event that hears it, while what escalates goes on', async () => {
    const { done, isFinished } = await run(file());
    expect(done('apply', 'work')).toBe('chief more');
    expect(done('more')).toBe('chief last');
    expect(done('last')).toBe('chief');
    expect(done('chief')).toBe('');
    expect(isFinished()).toBe(true);
  });

  it('ends the sub-process whose event interrupts it', async () => {
    const { done, isFinished } = await run(file({ isInterrupting: true }));
    expect(done('apply', 'work')).toBe('chief');
    expect(done('chief')).toBe('');
    expect(isFinished()).toBe(true);
  });

  it('at an end leaves the other branches of its sub-process alone, and the sub-process ends with them', async () => {
    const { done } = await run(file({ asEnd: true }));
    expect(done('apply', 'work')).toBe('chief more');
    expect(done('chief', 'more')).toBe('last');
  });

  it('is heard by an event without a code, and by none of another code: then nothing happens', async () => {
    expect((await run(file({ code: '' }))).done('apply', 'work')).toBe('chief more');
    expect((await run(file({ code: 'other' }))).done('apply', 'work')).toBe('more');
  });

  it('of one run is heard once for it; an event that interrupts ends all runs', async () => {
    const loop = '<extensionElements><sf:repeat over="2"/></extensionElements><multiInstanceLoopCharacteristics/>';
    expect((await run(file({ loop }))).done('apply', 'work')).toBe('chief more work');
    expect((await run(file({ loop, isInterrupting: true }))).done('apply', 'work')).toBe('chief');
  });

  it('is heard once, by the nearest event: what starts an event sub-process does not escalate again', async () => {
    const inside = `<subProcess id="near" triggeredByEvent="true">${escalated('startEvent', 'ns', 'late', 'isInterrupting="false"')}${task('mend user u-hr')}<endEvent id="ne"/>${edge('n1', 'ns', 'mend')}${edge('n2', 'mend', 'ne')}</subProcess>`;
    expect((await run(file({ inside }))).done('apply', 'work')).toBe('mend more');
    expect((await run(file({ inside, isInterrupting: true }))).done('apply', 'work')).toBe('mend more');
  });

  it('on the edge of a task is refused by name: a task escalates nothing', async () => {
    const { problems } = await parseFlow(
      flowFile(
        'p',
        `${task('one user u-hr')}${escalated('boundaryEvent', 'edge', 'late', 'attachedToRef="one"')}${edge('f1', 'apply', 'one')}${edge('f2', 'one', 'e')}${edge('f3', 'edge', 'e')}`,
      ),
    );
    expect(problems).toContainEqual(expect.objectContaining({ level: 'error', path: ['edge'] }));
  });
});

describe('a link', () => {
  const link = (tag: string, id: string, name: string): string =>
    `<${tag} id="${id}"><linkEventDefinition name="${name}"/></${tag}>`;
  const linked = (name: string): string =>
    flowFile(
      'p',
      `${link('intermediateThrowEvent', 'to', '转下页')}${link('intermediateCatchEvent', 'from', name)}${task('one user u-hr')}${edge('f1', 'apply', 'to')}${edge('f2', 'from', 'one')}${edge('f3', 'one', 'e')}`,
    );

  it('goes on at the event of its name', async () => {
    const { done, isFinished } = await run(linked('转下页'));
    expect(done('apply')).toBe('one');
    done('one');
    expect(isFinished()).toBe(true);
  });

  it('without an event of its name is refused with its element', async () => {
    expect((await parseFlow(linked('别处'))).problems).toContainEqual(
      expect.objectContaining({ level: 'error', path: ['to'] }),
    );
  });
});

it('the picture of a process marks what is done several times, all at once or in turn', async () => {
  const sequence = '<multiInstanceLoopCharacteristics isSequential="true"/>';
  const { definition } = await run(
    flowFile(
      'p',
      `${task('all user u-hr', '<sf:sign mode="all"/>')}<subProcess id="part"><extensionElements><sf:repeat over="2"/></extensionElements>${sequence}<startEvent id="is"/>${task('each user u-hr')}<endEvent id="ie"/>${edge('i1', 'is', 'each')}${edge('i2', 'each', 'ie')}</subProcess>${edge('f1', 'apply', 'all')}${edge('f2', 'all', 'part')}${edge('f3', 'part', 'e')}`,
    ),
  );
  const svg = flowSvg(definition, await layoutOf('', definition), { completedIds: new Set(), currentIds: new Set() });
  expect([...svg.matchAll(/data-repeat="(\w+)"/g)].map(([, mode]) => mode).toSorted()).toEqual(['all', 'sequence']);
});
