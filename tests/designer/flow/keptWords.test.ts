import ModdleCopy from 'bpmn-js/lib/features/copy-paste/ModdleCopy';
import EventBus from 'diagram-js/lib/core/EventBus';
import { expect, it } from 'vitest';
import { extensionCopyFilter } from '../../../src/designer/flow/bpmn/extensionCopyFilter.ts';
import type { EventBus as Bus } from '../../../src/designer/flow/bpmn/bpmnJsTypes.ts';
import { createModdle, extensionsOf, makerOf, type Element } from '../../../src/designer/flow/model/moddle.ts';

const moddle = createModdle();
const make = makerOf(moddle);

/** What of these words is left of a user task that becomes another element. */
function left(words: readonly string[], type: string): string[] {
  const eventBus = new EventBus();
  const copy = new ModdleCopy(eventBus, { create: make } as never, moddle as never);
  extensionCopyFilter(eventBus as unknown as Bus);
  const task = make('bpmn:UserTask', {
    extensionElements: make('bpmn:ExtensionElements', { values: words.map((word) => make(`sf:${word}`)) }),
  });
  const become = make(type);
  copy.copyElement(task as never, become as never, 'extensionElements' as never);
  return extensionsOf(become as Element).map(({ $type }) => $type.slice('sf:'.length));
}

it.each([
  ['bpmn:UserTask', ['Candidates', 'Field', 'Sign', 'Table']],
  ['bpmn:ServiceTask', []],
  ['bpmn:SendTask', ['Field', 'Table']],
  ['bpmn:ReceiveTask', ['Candidates', 'Field', 'Table']],
  ['bpmn:SubProcess', []],
])('of what a task says, a %s keeps what is read there', (type, kept) => {
  expect(left(['Candidates', 'Field', 'Sign', 'Table'], type)).toEqual(kept);
});
