import { extensionFor } from '../model/task.ts';
import type { Element } from '../model/moddle.ts';
import type { TaskData } from '../model/taskData.ts';
import type { Drawing, Shape } from './library.ts';

/** Changes of one element of a drawing, each one step that can be undone. */
export interface ElementEdit {
  name(next: string): void;
  data(next: TaskData): void;
  /** Empty: always. */
  condition(next: string): void;
  /** Makes a flow the one that is taken when no other is, or no longer so. */
  fallback(isFallback: boolean): void;
  called(key: string): void;
  /** Waiting time of a timer event. */
  wait(duration: string): void;
}

export const timerOf = (element: Element): Element | undefined => ((element.eventDefinitions as Element[] | undefined) ?? []).find(({ $type }) => $type === 'bpmn:TimerEventDefinition');

export function editOf(drawing: Drawing, shape: Shape): ElementEdit {
  const [modeling, factory, registry] = [drawing.get('modeling'), drawing.get('bpmnFactory'), drawing.get('elementRegistry')];
  const make = (type: string, properties?: object): Element => factory.create(type, properties);
  const { businessObject } = shape;
  return {
    name: (next) => modeling.updateProperties(shape, { name: next === '' ? undefined : next }),
    data: (next) => modeling.updateProperties(shape, { extensionElements: extensionFor(businessObject, next, make) }),
    condition: (next) => modeling.updateProperties(shape, { conditionExpression: next.trim() === '' ? undefined : make('bpmn:FormalExpression', { body: next, language: 'cel' }) }),
    fallback(isFallback) {
      const source = registry.get((businessObject.sourceRef as Element).id ?? '');
      if (source) modeling.updateProperties(source, { default: isFallback ? businessObject : undefined });
    },
    called: (key) => modeling.updateProperties(shape, { calledElement: key === '' ? undefined : key }),
    wait(duration) {
      const timer = timerOf(businessObject);
      if (timer) modeling.updateModdleProperties(shape, timer, { timeDuration: duration === '' ? undefined : make('bpmn:FormalExpression', { body: duration }), timeDate: undefined, timeCycle: undefined });
    },
  };
}
