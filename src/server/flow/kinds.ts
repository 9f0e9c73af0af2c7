import type { Problem } from '../../kernel/problem.ts';
import type { FlowNodeKind } from './definition.ts';
import { flowProblem } from './flowProblem.ts';
import { extensionsOf, listOf, type Element } from './moddle.ts';

const KINDS: Readonly<Record<string, FlowNodeKind>> = {
  'bpmn:StartEvent': 'start',
  'bpmn:EndEvent': 'end',
  'bpmn:UserTask': 'userTask',
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:SubProcess': 'scope',
  'bpmn:Transaction': 'scope',
  'bpmn:CallActivity': 'scope',
  'bpmn:BoundaryEvent': 'boundary',
  'bpmn:IntermediateCatchEvent': 'timer',
  'bpmn:IntermediateThrowEvent': 'pass',
  'bpmn:Task': 'pass',
  'bpmn:ManualTask': 'pass',
  'bpmn:ServiceTask': 'service',
  'bpmn:SendTask': 'copy',
};
/** What may stand on an element as its trigger. */
const EVENTS: Readonly<Partial<Record<FlowNodeKind, readonly string[]>>> = {
  end: ['bpmn:TerminateEventDefinition', 'bpmn:ErrorEventDefinition', 'bpmn:EscalationEventDefinition'],
  boundary: ['bpmn:TimerEventDefinition', 'bpmn:ErrorEventDefinition', 'bpmn:EscalationEventDefinition'],
  timer: ['bpmn:TimerEventDefinition', 'bpmn:LinkEventDefinition'],
  pass: ['bpmn:EscalationEventDefinition', 'bpmn:LinkEventDefinition'],
};
const LOOPING: ReadonlySet<FlowNodeKind> = new Set(['userTask', 'scope']);

export const eventsOf = (element: Element): Element[] => listOf(element, 'eventDefinitions');

/** What an element is to the interpreter; what it is not is an error that names it. */
export function kindOf(element: Element, problems: Problem[]): FlowNodeKind {
  const kind = KINDS[element.$type] ?? 'unsupported';
  const name = element.name ?? element.id;
  const refuse = (detail: string): FlowNodeKind => { problems.push(flowProblem(element.id, detail)); return 'unsupported'; };
  const label = element.$type.replace('bpmn:', '');
  if (kind === 'unsupported' || element.triggeredByEvent === true) return refuse(`暂不支持元素“${name}”（${label}）`);
  const events = eventsOf(element).map(({ $type }) => $type);
  const foreign = events.find((event) => !EVENTS[kind]?.includes(event));
  if (foreign || (kind === 'timer' || kind === 'boundary') && events.length !== 1) return refuse(`暂不支持事件“${name}”的触发方式（${(foreign ?? '无').replace('bpmn:', '')}）`);
  if (element.loopCharacteristics && !LOOPING.has(kind)) return refuse(`“${name}”不能设置多实例：只有任务、子流程和调用活动可以重复`);
  if (kind === 'service' && extensionsOf(element, 'sf:Call').length === 0) return refuse(`服务任务“${name}”没有本系统的调用（sf:call），其他引擎的程序不会执行`);
  if (kind === 'copy' && extensionsOf(element, 'sf:Cc').length === 0) return refuse(`发送任务“${name}”没有写明抄送给谁（sf:cc）`);
  if (events.includes('bpmn:TerminateEventDefinition')) return 'terminate';
  if (events.includes('bpmn:LinkEventDefinition')) return 'pass';
  return kind === 'end' && events.includes('bpmn:ErrorEventDefinition') ? 'error' : kind;
}
