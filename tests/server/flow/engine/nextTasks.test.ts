import { expect, it } from 'vitest';
import { nextTasks } from '../../../../src/server/flow/engine/nextTasks.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { edge, flowFile, task } from '../../approval/story.ts';

type Kind = 'error' | 'escalation';
const raised = (kind: Kind): string => `<${kind}EventDefinition ${kind}Ref="bad"/>`;
const handler = (kind: Kind): string =>
  `<subProcess id="handler" triggeredByEvent="true"><startEvent id="hs">${raised(kind)}</startEvent>${task('mend user u-hr')}<endEvent id="he"/>${edge('h1', 'hs', 'mend')}${edge('h2', 'mend', 'he')}</subProcess>`;
const boundary = (kind: Kind, more = ''): string =>
  `<boundaryEvent id="caught" attachedToRef="part"${more}>${raised(kind)}</boundaryEvent>${task('repair user u-hr')}${edge('b1', 'caught', 'repair')}${edge('b2', 'repair', 'e')}`;

/** apply → part (work → an end that raises an error or escalation) → last; `inner` and `outer` catch it or not. */
async function nextAfterWork(
  kind: Kind,
  { inner = '', outer = '' }: { inner?: string; outer?: string },
): Promise<string[]> {
  const { definition } = await parseFlow(
    flowFile(
      'p',
      `<subProcess id="part"><startEvent id="is"/>${task('work user u-hr')}<endEvent id="ie">${raised(kind)}</endEvent>
        ${edge('i1', 'is', 'work')}${edge('i2', 'work', 'ie')}${inner}</subProcess>
      ${outer}${task('last user u-leader')}${edge('f1', 'apply', 'part')}${edge('f2', 'part', 'last')}${edge('f3', 'last', 'e')}`,
    ),
  );
  if (!definition) throw new Error('no process');
  const environment = { evaluate: () => true, items: () => [], canSkipRemaining: () => false };
  return [...nextTasks(definition, ['work'], environment)];
}

it.each<Kind>(['error', 'escalation'])(
  'an end event that raises an %s leads to what catches it, not to what follows its sub-process',
  async (kind) => {
    expect(await nextAfterWork(kind, { outer: boundary(kind) })).toEqual(['repair']);
    expect(await nextAfterWork(kind, { inner: handler(kind) })).toEqual(['mend']);
    expect(await nextAfterWork(kind, { outer: handler(kind) })).toEqual(['mend']);
    expect(await nextAfterWork(kind, { inner: handler(kind), outer: boundary(kind) })).toEqual(['mend']);
  },
);

it('an error that nothing catches ends the process, an escalation goes on', async () => {
  expect(await nextAfterWork('error', {})).toEqual([]);
  expect(await nextAfterWork('escalation', {})).toEqual(['last']);
});

it('an escalation whose event does not interrupt leads to both', async () => {
  const beside = boundary('escalation', ' cancelActivity="false"');
  expect((await nextAfterWork('escalation', { outer: beside })).sort()).toEqual(['last', 'repair']);
});
