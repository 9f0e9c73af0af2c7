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
  /** The code by which an error end and the event that catches it know each other; empty catches each of them. */
  error(code: string): void;
}

/** `until`: a condition over the counts of the runs; empty: all of them. */
export interface Loop { isSequential: boolean; until: string }

export function loopOf(element: Element): Loop | null {
  const loop = element.loopCharacteristics as Element | undefined;
  return loop?.$type === 'bpmn:MultiInstanceLoopCharacteristics' ? { isSequential: loop.isSequential === true, until: String((loop.completionCondition as Element | undefined)?.body ?? '') } : null;
}

const eventOf = (element: Element, type: string): Element | undefined => ((element.eventDefinitions as Element[] | undefined) ?? []).find(({ $type }) => $type === type);
export const errorOf = (element: Element): Element | undefined => eventOf(element, 'bpmn:ErrorEventDefinition');
export const errorCodeOf = (element: Element): string => { const error = errorOf(element)?.errorRef as Element | undefined; return String(error?.errorCode ?? error?.id ?? ''); };

/** Whatever stands around an element, up to the file. */
function definitionsOf(element: Element): Element | undefined {
  let at: Element | undefined = element;
  while (at && at.$type !== 'bpmn:Definitions') at = at.$parent;
  return at;
}

export const timerOf = (element: Element): Element | undefined => eventOf(element, 'bpmn:TimerEventDefinition');

export function editOf(drawing: Drawing, shape: Shape): ElementEdit {
  const [modeling, factory, registry] = [drawing.get('modeling'), drawing.get('bpmnFactory'), drawing.get('elementRegistry')];
  const make = (type: string, properties?: object): Element => factory.create(type, properties);
  const { businessObject } = shape;
  return {
    name: (next) => modeling.updateProperties(shape, { name: next === '' ? undefined : next }),
    data: (next) => modeling.updateProperties(shape, { extensionElements: extensionFor(businessObject, next, make) }),
    processData(next) {
      const process = businessObject.processRef as Element | undefined;
      if (process) modeling.updateModdleProperties(shape, process, { extensionElements: extensionFor(process, next, make) });
    },
    condition: (next) => modeling.updateProperties(shape, { conditionExpression: next.trim() === '' ? undefined : make('bpmn:FormalExpression', { body: next, language: 'cel' }) }),
    fallback(isFallback) {
      const source = registry.get((businessObject.sourceRef as Element).id ?? '');
      if (source) modeling.updateProperties(source, { default: isFallback ? businessObject : undefined });
    },
    called: (key) => modeling.updateProperties(shape, { calledElement: key === '' ? undefined : key }),
    time(kind, body) {
      const timer = timerOf(businessObject);
      const none = { timeDuration: undefined, timeDate: undefined, timeCycle: undefined };
      if (timer) modeling.updateModdleProperties(shape, timer, { ...none, [kind]: body === '' ? undefined : make('bpmn:FormalExpression', { body }) });
    },
    loop(loop, data) {
      const known = businessObject.loopCharacteristics as Element | undefined;
      // what another engine's file says of its loop stays with it
      const made = loop === null ? undefined : make('bpmn:MultiInstanceLoopCharacteristics', {
        ...(known?.$type === 'bpmn:MultiInstanceLoopCharacteristics' ? known.$attrs : {}), isSequential: loop.isSequential, ...(loop.until === '' ? {} : { completionCondition: make('bpmn:FormalExpression', { body: loop.until, language: 'cel' }) }),
      });
      modeling.updateProperties(shape, { loopCharacteristics: made, extensionElements: extensionFor(businessObject, data, make) });
    },
    error(code) {
      const event = errorOf(businessObject);
      const definitions = definitionsOf(businessObject);
      if (!event || !definitions) return;
      const roots = (definitions.rootElements as Element[] | undefined) ?? [];
      const known = roots.find((root) => root.$type === 'bpmn:Error' && String(root.errorCode ?? root.id) === code);
      const error = code === '' ? undefined : known ?? make('bpmn:Error', { name: code, errorCode: code });
      if (error && !known) { error.$parent = definitions; definitions.rootElements = [...roots, error]; }
      modeling.updateModdleProperties(shape, event, { errorRef: error });
    },
  };
}
