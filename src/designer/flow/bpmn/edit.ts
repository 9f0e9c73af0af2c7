import { extensionFor } from '../model/task.ts';
import type { Element } from '../model/moddle.ts';
import type { TaskData } from '../model/taskData.ts';
import type { Drawing, Shape } from './library.ts';

/** Changes of one element of a drawing, each one step that can be undone. */
export interface ElementEdit {
  name(next: string): void;
  data(next: TaskData): void;
  /** Of a pool: what its process says. */
  processData(next: TaskData): void;
  /** Empty: always. */
  condition(next: string): void;
  /** Makes a flow the one that is taken when no other is, or no longer so. */
  fallback(isFallback: boolean): void;
  called(key: string): void;
  /** When a timer event happens: after a length, or at a time, stated or in a field (`${key}`). Empty takes it away. */
  time(kind: 'timeDuration' | 'timeDate', body: string): void;
  /** How a sub-process is repeated, with what over; null: it runs once. One step. */
  loop(loop: Loop | null, data: TaskData): void;
  /** The name of the signal or message that an event, or a task that waits, is about. */
  named(name: string): void;
  /** What a conditional event waits for. Empty takes it away. */
  when(text: string): void;
  /** Whether what begins an event sub-process ends all else around it. */
  interrupts(isInterrupting: boolean): void;
  /** The code by which an error or escalation and the event that catches it know each other; empty catches each of them. */
  error(code: string): void;
}

/** `until`: a condition over the counts of the runs; empty: all of them. */
export interface Loop {
  isSequential: boolean;
  until: string;
}

export function loopOf(element: Element): Loop | null {
  const loop = element.loopCharacteristics as Element | undefined;
  return loop?.$type === 'bpmn:MultiInstanceLoopCharacteristics'
    ? {
        isSequential: loop.isSequential === true,
        until: String((loop.completionCondition as Element | undefined)?.body ?? ''),
      }
    : null;
}

const eventOf = (element: Element, type: string): Element | undefined =>
  ((element.eventDefinitions as Element[] | undefined) ?? []).find(({ $type }) => $type === type);
/** The error or escalation of an event. */
export const errorOf = (element: Element): Element | undefined =>
  eventOf(element, 'bpmn:ErrorEventDefinition') ?? eventOf(element, 'bpmn:EscalationEventDefinition');
const CODED = {
  'bpmn:ErrorEventDefinition': { ref: 'errorRef', code: 'errorCode', root: 'bpmn:Error' },
  'bpmn:EscalationEventDefinition': { ref: 'escalationRef', code: 'escalationCode', root: 'bpmn:Escalation' },
} as const;
const codedOf = ({ $type }: Element): (typeof CODED)[keyof typeof CODED] => CODED[$type as keyof typeof CODED];
export const errorCodeOf = (element: Element): string => {
  const event = errorOf(element);
  if (!event) return '';
  const { ref, code } = codedOf(event);
  const error = event[ref] as Element | undefined;
  return String(error?.[code] ?? error?.id ?? '');
};

const NAMED = { 'bpmn:SignalEventDefinition': 'signal', 'bpmn:MessageEventDefinition': 'message' } as const;
/** What names a signal or message: an event, or a task that waits for or sends one. */
function namedIn(element: Element): { holder: Element; type: 'signal' | 'message' } | null {
  if (element.$type === 'bpmn:ReceiveTask' || element.$type === 'bpmn:SendTask')
    return { holder: element, type: 'message' };
  const holder = Object.keys(NAMED)
    .map((type) => eventOf(element, type))
    .find(Boolean);
  return holder ? { holder, type: NAMED[holder.$type as keyof typeof NAMED] } : null;
}
/** The signal or message of an element with the name it has; null where it is about neither. */
export function namedOf(element: Element): { type: 'signal' | 'message'; name: string } | null {
  const named = namedIn(element);
  const root = named?.holder[`${named.type}Ref`] as Element | undefined;
  return named ? { type: named.type, name: String(root?.name ?? root?.id ?? '') } : null;
}
export const conditionalOf = (element: Element): Element | undefined =>
  eventOf(element, 'bpmn:ConditionalEventDefinition');

/** Whatever stands around an element, up to the file. */
function definitionsOf(element: Element): Element | undefined {
  let at: Element | undefined = element;
  while (at && at.$type !== 'bpmn:Definitions') at = at.$parent;
  return at;
}

export const timerOf = (element: Element): Element | undefined => eventOf(element, 'bpmn:TimerEventDefinition');

export function editOf(drawing: Drawing, shape: Shape): ElementEdit {
  const [modeling, factory, registry] = [
    drawing.get('modeling'),
    drawing.get('bpmnFactory'),
    drawing.get('elementRegistry'),
  ];
  const make = (type: string, properties?: object): Element => factory.create(type, properties);
  const { businessObject } = shape;
  /** What stands once in the file beside the process (an error, a signal), by what it is known by; made where it is not there. */
  const rootNamed = (type: string, key: string, value: string, properties: object): Element | undefined => {
    const definitions = definitionsOf(businessObject);
    if (!definitions) return undefined;
    const roots = (definitions.rootElements as Element[] | undefined) ?? [];
    const known = roots.find((root) => root.$type === type && String(root[key] ?? root.id) === value);
    if (known) return known;
    const made = make(type, properties);
    made.$parent = definitions;
    definitions.rootElements = [...roots, made];
    return made;
  };
  return {
    name: (next) => modeling.updateProperties(shape, { name: next === '' ? undefined : next }),
    data: (next) => modeling.updateProperties(shape, { extensionElements: extensionFor(businessObject, next, make) }),
    processData(next) {
      const process = businessObject.processRef as Element | undefined;
      if (process)
        modeling.updateModdleProperties(shape, process, { extensionElements: extensionFor(process, next, make) });
    },
    condition: (next) =>
      modeling.updateProperties(shape, {
        conditionExpression:
          next.trim() === '' ? undefined : make('bpmn:FormalExpression', { body: next, language: 'cel' }),
      }),
    fallback(isFallback) {
      const source = registry.get((businessObject.sourceRef as Element).id ?? '');
      if (source) modeling.updateProperties(source, { default: isFallback ? businessObject : undefined });
    },
    called: (key) => modeling.updateProperties(shape, { calledElement: key === '' ? undefined : key }),
    time(kind, body) {
      const timer = timerOf(businessObject);
      const none = { timeDuration: undefined, timeDate: undefined, timeCycle: undefined };
      if (timer)
        modeling.updateModdleProperties(shape, timer, {
          ...none,
          [kind]: body === '' ? undefined : make('bpmn:FormalExpression', { body }),
        });
    },
    loop(loop, data) {
      const known = businessObject.loopCharacteristics as Element | undefined;
      // what another engine's file says of its loop stays with it
      const made =
        loop === null
          ? undefined
          : make('bpmn:MultiInstanceLoopCharacteristics', {
              ...(known?.$type === 'bpmn:MultiInstanceLoopCharacteristics' ? known.$attrs : {}),
              isSequential: loop.isSequential,
              ...(loop.until === ''
                ? {}
                : { completionCondition: make('bpmn:FormalExpression', { body: loop.until, language: 'cel' }) }),
            });
      modeling.updateProperties(shape, {
        loopCharacteristics: made,
        extensionElements: extensionFor(businessObject, data, make),
      });
    },
    named(name) {
      const named = namedIn(businessObject);
      if (!named) return;
      const root =
        name === ''
          ? undefined
          : rootNamed(named.type === 'signal' ? 'bpmn:Signal' : 'bpmn:Message', 'name', name, { name });
      modeling.updateModdleProperties(shape, named.holder, { [`${named.type}Ref`]: root });
    },
    when(text) {
      const event = conditionalOf(businessObject);
      if (event)
        modeling.updateModdleProperties(shape, event, {
          condition: text.trim() === '' ? undefined : make('bpmn:FormalExpression', { body: text, language: 'cel' }),
        });
    },
    interrupts: (isInterrupting) => modeling.updateProperties(shape, { isInterrupting }),
    error(code) {
      const event = errorOf(businessObject);
      if (!event) return;
      const { ref, code: named, root } = codedOf(event);
      modeling.updateModdleProperties(shape, event, {
        [ref]: code === '' ? undefined : rootNamed(root, named, code, { name: code, [named]: code }),
      });
    },
  };
}
