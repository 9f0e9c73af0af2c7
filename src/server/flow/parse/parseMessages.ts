import type { Problem } from '../../../domain/problem/index.ts';
import type { CatchEvent, ThrowEvent } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';
import { eventsOf } from './nodeKinds.ts';
import type { Element } from './moddle.ts';
import { celOfExpression } from './parseCondition.ts';

const EVENT_TYPES = { 'bpmn:SignalEventDefinition': 'signal', 'bpmn:MessageEventDefinition': 'message' } as const;

/**
 * Returns the name of the signal or message that an element refers to: the declared name, else the declared id, else
 * the name of the element itself. Without any name, adds a problem and returns ''. `referrer`: the event definition
 * or task that contains the reference.
 */
function nameOf(element: Element, referrer: Element, type: 'signal' | 'message', problems: Problem[]): string {
  const reference = referrer[`${type}Ref`] as Element | string | undefined;
  const name =
    (typeof reference === 'string' ? reference : String(reference?.name ?? reference?.id ?? '')).trim() ||
    (element.name?.trim() ?? '');
  if (name === '')
    problems.push(flowProblem(element.id, `“${element.id ?? ''}”没有写明${type === 'signal' ? '信号' : '消息'}的名称`));
  return name;
}

/** Returns the signal or message to which an event or a message task refers; null if it refers to neither. */
function namedEventOf(element: Element, problems: Problem[]): ThrowEvent | null {
  if (element.$type === 'bpmn:ReceiveTask' || element.$type === 'bpmn:SendTask')
    return { type: 'message', name: nameOf(element, element, 'message', problems) };
  const event = eventsOf(element).find(({ $type }) => $type in EVENT_TYPES);
  const type = EVENT_TYPES[event?.$type as keyof typeof EVENT_TYPES];
  return event ? { type, name: nameOf(element, event, type, problems) } : null;
}

/**
 * Returns the condition, signal or message for which an element waits; null when it waits for a time, an error, an
 * escalation, or nothing.
 */
export function catchEventOf(element: Element, problems: Problem[]): CatchEvent | null {
  const event = eventsOf(element).find(({ $type }) => $type === 'bpmn:ConditionalEventDefinition');
  if (!event) return namedEventOf(element, problems);
  const text = celOfExpression(element, event.condition as Element | undefined, problems);
  if (text === null) problems.push(flowProblem(element.id, `条件事件“${element.name ?? element.id}”没有写明条件`));
  return { type: 'condition', text: text ?? 'false' };
}

/** Returns the signal or message that a throwing event, end event or send task throws; null if there is none. */
export const throwEventOf = (element: Element, problems: Problem[]): ThrowEvent | null =>
  namedEventOf(element, problems);
