import { expect, it } from 'vitest';
import { nextTasks } from '../../../../src/server/flow/engine/nextTasks.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { edge, flowFile, task } from '../../approval/story.ts';

const CATCHES = '<errorEventDefinition errorRef="bad"/>';
const HANDLER = `<subProcess id="handler" triggeredByEvent="true"><startEvent id="hs">${CATCHES}</startEvent>${task('mend user u-hr')}<endEvent id="he"/>${edge('h1', 'hs', 'mend')}${edge('h2', 'mend', 'he')}</subProcess>`;

/** apply → part (work → error end) → last; `inner` and `outer` catch the error or not. */
async function nextAfterWork({ inner = '', outer = '' }: { inner?: string; outer?: string }): Promise<string[]> {
  const { definition } = await parseFlow(
    flowFile(
      'p',
      `<subProcess id="part"><startEvent id="is"/>${task('work user u-hr')}<endEvent id="ie"><errorEventDefinition errorRef="bad"/></endEvent>
        ${edge('i1', 'is', 'work')}${edge('i2', 'work', 'ie')}${inner}</subProcess>
      ${outer}${task('last user u-leader')}${edge('f1', 'apply', 'part')}${edge('f2', 'part', 'last')}${edge('f3', 'last', 'e')}`,
    ),
  );
  if (!definition) throw new Error('no process');
  const environment = { evaluate: () => true, items: () => [], canSkipRemaining: () => false };
  return [...nextTasks(definition, ['work'], environment)];
}

it('an error end event leads to what catches the error, not to what follows its sub-process', async () => {
  const boundary = `<boundaryEvent id="caught" attachedToRef="part">${CATCHES}</boundaryEvent>${task('repair user u-hr')}${edge('b1', 'caught', 'repair')}${edge('b2', 'repair', 'e')}`;
  expect(await nextAfterWork({ outer: boundary })).toEqual(['repair']);
  expect(await nextAfterWork({ inner: HANDLER })).toEqual(['mend']);
  expect(await nextAfterWork({ outer: HANDLER })).toEqual(['mend']);
  expect(await nextAfterWork({ inner: HANDLER, outer: boundary })).toEqual(['mend']);
});

it('an error that nothing catches ends the process', async () => {
  expect(await nextAfterWork({})).toEqual([]);
});
