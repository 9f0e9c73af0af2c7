import type { Problem } from '../../../domain/problem/index.ts';
import type { CatchEvent, ThrowEvent } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';
import { eventsOf } from './nodeKinds.ts';
import type { Element } from './moddle.ts';
import { celOfExpression } from './parseCondition.ts';

const NAMED = { 'bpmn:SignalEventDefinition': 'signal', 'bpmn:MessageEventDefinition': 'message' } as const;

/** Name of a signal or message: as it is declared, its id where it is not, else what the element itself is called. */
function nameOf(element: Element, holder: Element, type: 'signal' | 'message', problems: Problem[]): string {
  const named = holder[`${type}Ref`] as Element | string | undefined;
  const name =
    (typeof named === 'string' ? named : String(named?.name ?? named?.id ?? '')).trim() || (element.name?.trim() ?? '');
  if (name === '')
    problems.push(flowProblem(element.id, `“${element.id ?? ''}”没有写明${type === 'signal' ? '信号' : '消息'}的名称`));
  return name;
}

/** What an event, or a task that waits for a message, names: signal or message. */
function namedBy(element: Element, problems: Problem[]): ThrowEvent | null {
  if (element.$type === 'bpmn:ReceiveTask' || element.$type === 'bpmn:SendTask')
    return { type: 'message', name: nameOf(element, element, 'message', problems) };
  const event = eventsOf(element).find(({ $type }) => $type in NAMED);
  const type = NAMED[event?.$type as keyof typeof NAMED];
  return event ? { type, name: nameOf(element, event, type, problems) } : null;
}

/** What an element waits for. Null where it is a time, an error or an escalation, or nothing. */
export function catchEventOf(element: Element, problems: Problem[]): CatchEvent | null {
  const event = eventsOf(element).find(({ $type }) => $type === 'bpmn:ConditionalEventDefinition');
  if (!event) return namedBy(element, problems);
  const text = celOfExpression(element, event.condition as Element | undefined, problems);
  if (text === null) problems.push(flowProblem(element.id, `条件事件“${element.name ?? element.id}”没有写明条件`));
  return { type: 'condition', text: text ?? 'false' };
}

/** What an element that throws, ends or sends throws. */
export const throwEventOf = (element: Element, problems: Problem[]): ThrowEvent | null => namedBy(element, problems);
