import { extensionFor } from '../model/task.ts';
import type { Element } from '../model/moddle.ts';
import type { TaskData } from '../model/taskData.ts';
import type { Drawing, DiagramElement } from './bpmnJsTypes.ts';

/** Changes one element of a drawing. Every call is one undo step. */
export interface ElementEdit {
  setName(next: string): void;
  setData(next: TaskData): void;
  /** Sets the data of the process of a pool. */
  setProcessData(next: TaskData): void;
  /** Sets the condition of a sequence flow; '' removes it. */
  setCondition(next: string): void;
  /** Makes the flow the default flow of its gateway, or an ordinary flow. */
  setDefaultFlow(isDefault: boolean): void;
  setCalledFlow(key: string): void;
  /** Sets the time of a timer event: a duration, a fixed time, or a time from a field (`${key}`). '' removes it. */
  setTime(kind: 'timeDuration' | 'timeDate', body: string): void;
  /** Sets the repetition of a sub-process together with its data (`repeat`); null: it runs once. */
  setLoop(loop: Loop | null, data: TaskData): void;
  /** Sets the name of the signal or message of an event or task. */
  setReferenceName(name: string): void;
  /** Sets the condition of a conditional event; '' removes it. */
  setEventCondition(text: string): void;
  /** Makes the start event of an event sub-process interrupt the surrounding process, or not. */
  setInterrupting(isInterrupting: boolean): void;
  /** Sets the code of an error or escalation event; a catching event without a code catches all errors. */
  setErrorCode(code: string): void;
}

/**
 * The repetition of a sub-process. `completionCondition`: a condition over the counts of instances; '' if all instances
 * must complete.
 */
export interface Loop {
  isSequential: boolean;
  completionCondition: string;
}

/** Returns the repetition of a sub-process; null if it runs once. */
export function loopOf(element: Element): Loop | null {
  const loop = element.loopCharacteristics as Element | undefined;
  return loop?.$type === 'bpmn:MultiInstanceLoopCharacteristics'
    ? {
        isSequential: loop.isSequential === true,
        completionCondition: String((loop.completionCondition as Element | undefined)?.body ?? ''),
      }
    : null;
}

/** Returns the event definition of this type in an event; undefined if there is none. */
const eventDefinitionOf = (element: Element, type: string): Element | undefined =>
  ((element.eventDefinitions as Element[] | undefined) ?? []).find(({ $type }) => $type === type);
/** Returns the error or escalation definition of an event. */
export const errorDefinitionOf = (element: Element): Element | undefined =>
  eventDefinitionOf(element, 'bpmn:ErrorEventDefinition') ??
  eventDefinitionOf(element, 'bpmn:EscalationEventDefinition');
/**
 * By type of event definition: `ref`, the key of its reference to an error or escalation; `root`, the type of the
 * element to which it refers; `code`, the key of the code in that element.
 */
const ERROR_KEYS = {
  'bpmn:ErrorEventDefinition': { ref: 'errorRef', code: 'errorCode', root: 'bpmn:Error' },
  'bpmn:EscalationEventDefinition': { ref: 'escalationRef', code: 'escalationCode', root: 'bpmn:Escalation' },
} as const;
const errorKeysOf = ({ $type }: Element): (typeof ERROR_KEYS)[keyof typeof ERROR_KEYS] =>
  ERROR_KEYS[$type as keyof typeof ERROR_KEYS];
/** Returns the code of an error or escalation event; '' if there is none. */
export const errorCodeOf = (element: Element): string => {
  const event = errorDefinitionOf(element);
  if (!event) return '';
  const { ref, code } = errorKeysOf(event);
  const error = event[ref] as Element | undefined;
  return String(error?.[code] ?? error?.id ?? '');
};

/** Whether an event definition refers to a signal or a message. */
const REFERENCE_KINDS = { 'bpmn:SignalEventDefinition': 'signal', 'bpmn:MessageEventDefinition': 'message' } as const;
/**
 * Returns the element that contains the reference to a signal or message (`referrer`): the event definition inside an
 * event, or the task itself. Null if there is none.
 */
function findReferrer(element: Element): { referrer: Element; type: 'signal' | 'message' } | null {
  if (element.$type === 'bpmn:ReceiveTask' || element.$type === 'bpmn:SendTask')
    return { referrer: element, type: 'message' };
  const eventDefinition = Object.keys(REFERENCE_KINDS)
    .map((type) => eventDefinitionOf(element, type))
    .find(Boolean);
  return eventDefinition
    ? { referrer: eventDefinition, type: REFERENCE_KINDS[eventDefinition.$type as keyof typeof REFERENCE_KINDS] }
    : null;
}
/** Returns the signal or message that an element refers to, with its name; null if there is none. */
export function signalOrMessageOf(element: Element): { type: 'signal' | 'message'; name: string } | null {
  const reference = findReferrer(element);
  const root = reference?.referrer[`${reference.type}Ref`] as Element | undefined;
  return reference ? { type: reference.type, name: String(root?.name ?? root?.id ?? '') } : null;
}
export const conditionalDefinitionOf = (element: Element): Element | undefined =>
  eventDefinitionOf(element, 'bpmn:ConditionalEventDefinition');

/** Returns the `definitions` element of the file that contains an element. */
function definitionsOf(element: Element): Element | undefined {
  let ancestor: Element | undefined = element;
  while (ancestor && ancestor.$type !== 'bpmn:Definitions') ancestor = ancestor.$parent;
  return ancestor;
}

export const timerDefinitionOf = (element: Element): Element | undefined =>
  eventDefinitionOf(element, 'bpmn:TimerEventDefinition');

/** Creates the functions that change the element of a shape. */
export function createElementEdit(drawing: Drawing, shape: DiagramElement): ElementEdit {
  const [modeling, factory, registry] = [
    drawing.get('modeling'),
    drawing.get('bpmnFactory'),
    drawing.get('elementRegistry'),
  ];
  const make = (type: string, properties?: object): Element => factory.create(type, properties);
  const { businessObject } = shape;
  /**
   * Finds an element directly below `definitions` (an error, escalation, signal or message) whose `key` has this value;
   * creates it with `properties` if it is missing. Undefined if the file has no `definitions`.
   */
  const findOrCreateRoot = (type: string, key: string, value: string, properties: object): Element | undefined => {
    const definitions = definitionsOf(businessObject);
    if (!definitions) return undefined;
    const roots = (definitions.rootElements as Element[] | undefined) ?? [];
    const existing = roots.find((root) => root.$type === type && String(root[key] ?? root.id) === value);
    if (existing) return existing;
    const created = make(type, properties);
    created.$parent = definitions;
    definitions.rootElements = [...roots, created];
    return created;
  };
  return {
    setName: (next) => modeling.updateProperties(shape, { name: next === '' ? undefined : next }),
    setData: (next) =>
      modeling.updateProperties(shape, { extensionElements: extensionFor(businessObject, next, make) }),
    setProcessData(next) {
      const process = businessObject.processRef as Element | undefined;
      if (process)
        modeling.updateModdleProperties(shape, process, { extensionElements: extensionFor(process, next, make) });
    },
    setCondition: (next) =>
      modeling.updateProperties(shape, {
        conditionExpression:
          next.trim() === '' ? undefined : make('bpmn:FormalExpression', { body: next, language: 'cel' }),
      }),
    setDefaultFlow(isDefault) {
      const source = registry.get((businessObject.sourceRef as Element).id ?? '');
      if (source) modeling.updateProperties(source, { default: isDefault ? businessObject : undefined });
    },
    setCalledFlow: (key) => modeling.updateProperties(shape, { calledElement: key === '' ? undefined : key }),
    setTime(kind, body) {
      const timer = timerDefinitionOf(businessObject);
      const noTimes = { timeDuration: undefined, timeDate: undefined, timeCycle: undefined };
      if (timer)
        modeling.updateModdleProperties(shape, timer, {
          ...noTimes,
          [kind]: body === '' ? undefined : make('bpmn:FormalExpression', { body }),
        });
    },
    setLoop(loop, data) {
      const oldCharacteristics = businessObject.loopCharacteristics as Element | undefined;
      // attributes of other engines are kept
      const characteristics =
        loop === null
          ? undefined
          : make('bpmn:MultiInstanceLoopCharacteristics', {
              ...(oldCharacteristics?.$type === 'bpmn:MultiInstanceLoopCharacteristics'
                ? oldCharacteristics.$attrs
                : {}),
              isSequential: loop.isSequential,
              ...(loop.completionCondition === ''
                ? {}
                : {
                    completionCondition: make('bpmn:FormalExpression', {
                      body: loop.completionCondition,
                      language: 'cel',
                    }),
                  }),
            });
      modeling.updateProperties(shape, {
        loopCharacteristics: characteristics,
        extensionElements: extensionFor(businessObject, data, make),
      });
    },
    setReferenceName(name) {
      const reference = findReferrer(businessObject);
      if (!reference) return;
      const root =
        name === ''
          ? undefined
          : findOrCreateRoot(reference.type === 'signal' ? 'bpmn:Signal' : 'bpmn:Message', 'name', name, { name });
      modeling.updateModdleProperties(shape, reference.referrer, { [`${reference.type}Ref`]: root });
    },
    setEventCondition(text) {
      const event = conditionalDefinitionOf(businessObject);
      if (event)
        modeling.updateModdleProperties(shape, event, {
          condition: text.trim() === '' ? undefined : make('bpmn:FormalExpression', { body: text, language: 'cel' }),
        });
    },
    setInterrupting: (isInterrupting) => modeling.updateProperties(shape, { isInterrupting }),
    setErrorCode(code) {
      const event = errorDefinitionOf(businessObject);
      if (!event) return;
      const { ref, code: codeKey, root } = errorKeysOf(event);
      modeling.updateModdleProperties(shape, event, {
        [ref]: code === '' ? undefined : findOrCreateRoot(root, codeKey, code, { name: code, [codeKey]: code }),
      });
    },
  };
}
