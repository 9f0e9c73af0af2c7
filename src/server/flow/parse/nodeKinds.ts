import type { Problem } from '../../../domain/problem/index.ts';
import type { FlowNodeKind } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';
import { foreignAttribute } from './foreignAttributes.ts';
import { extensionsOf, listOf, type Element } from './moddle.ts';

const KIND_BY_TYPE: Readonly<Record<string, FlowNodeKind>> = {
  'bpmn:StartEvent': 'start',
  'bpmn:EndEvent': 'end',
  'bpmn:UserTask': 'userTask',
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:EventBasedGateway': 'race',
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
  'bpmn:ReceiveTask': 'wait',
};
const CATCH_EVENTS = [
  'bpmn:SignalEventDefinition',
  'bpmn:MessageEventDefinition',
  'bpmn:ConditionalEventDefinition',
] as const;
/** Event definitions that are allowed on an element of each kind. */
const ALLOWED_EVENTS: Readonly<Partial<Record<FlowNodeKind, readonly string[]>>> = {
  end: [
    'bpmn:TerminateEventDefinition',
    'bpmn:ErrorEventDefinition',
    'bpmn:EscalationEventDefinition',
    'bpmn:SignalEventDefinition',
    'bpmn:MessageEventDefinition',
  ],
  boundary: [
    'bpmn:TimerEventDefinition',
    'bpmn:ErrorEventDefinition',
    'bpmn:EscalationEventDefinition',
    ...CATCH_EVENTS,
  ],
  timer: ['bpmn:TimerEventDefinition', 'bpmn:LinkEventDefinition', ...CATCH_EVENTS],
  pass: [
    'bpmn:EscalationEventDefinition',
    'bpmn:LinkEventDefinition',
    'bpmn:SignalEventDefinition',
    'bpmn:MessageEventDefinition',
  ],
};
/** Event definitions that may start an event sub-process. */
const EVENT_SUB_PROCESS_TRIGGERS: ReadonlySet<string> = new Set(ALLOWED_EVENTS.boundary);
/** Alternatives to unsupported elements, shown in the problem. */
const ALTERNATIVES: Readonly<Record<string, string>> = {
  'bpmn:ScriptTask': '脚本不会执行，请改为表单的计算字段或“服务调用”',
  'bpmn:BusinessRuleTask': '决策表不会执行，请改为“服务调用”，或用表单的计算字段加条件分支',
  'bpmn:ComplexGateway': '请改为包容分支',
  'bpmn:AdHocSubProcess': '请改为普通子流程，用包容分支选择要做的步骤',
};
const REPEATABLE_KINDS: ReadonlySet<FlowNodeKind> = new Set(['userTask', 'scope']);

export const eventsOf = (element: Element): Element[] => listOf(element, 'eventDefinitions');

const EVENT_LABELS: Readonly<Record<string, string>> = {
  Timer: '定时',
  Message: '消息',
  Signal: '信号',
  Conditional: '条件',
  Error: '异常',
  Escalation: '升级',
  Compensate: '补偿',
  Cancel: '取消',
  Link: '链接',
  Terminate: '终止',
};

const isEventSubProcess = (element: Element): boolean => element.triggeredByEvent === true;

/** Returns the start event of an event sub-process, which contains the trigger; undefined if there is none. */
export const triggerOf = (element: Element): Element | undefined =>
  isEventSubProcess(element)
    ? listOf(element, 'flowElements').find(({ $type }) => $type === 'bpmn:StartEvent')
    : undefined;

/** Checks whether a manual task names assignees; the process passes a manual task without assignees at once. */
const hasAssignees = (element: Element): boolean =>
  extensionsOf(element, 'sf:Candidates').length > 0 ||
  ['assignee', 'candidateUsers', 'candidateGroups'].some((name) => foreignAttribute(element, name) !== '');

/** Returns the kind of an element by its type and extensions, before its events are checked. */
function kindWithoutEvents(element: Element): FlowNodeKind {
  if (element.$type === 'bpmn:BusinessRuleTask' && extensionsOf(element, 'sf:Call').length > 0) return 'service';
  if (element.$type === 'bpmn:ManualTask' && hasAssignees(element)) return 'userTask';
  if (element.$type === 'bpmn:SendTask' && extensionsOf(element, 'sf:Cc').length === 0 && element.messageRef)
    return 'pass';
  return KIND_BY_TYPE[element.$type] ?? 'unsupported';
}

/**
 * Returns the kind of an element. Reports an unsupported element as an error; its kind is 'unsupported'. Reports the
 * trigger of a start event of the process as a warning.
 */
export function kindOf(element: Element, problems: Problem[]): FlowNodeKind {
  const kind = kindWithoutEvents(element);
  const name = element.name ?? element.id;
  const reportUnsupported = (detail: string): FlowNodeKind => {
    problems.push(flowProblem(element.id, detail));
    return 'unsupported';
  };
  const label = element.$type.replace('bpmn:', '');
  if (kind === 'unsupported')
    return reportUnsupported(
      `暂不支持元素“${name}”（${label}）${ALTERNATIVES[element.$type] ? `：${ALTERNATIVES[element.$type]}` : ''}`,
    );
  const events = eventsOf(element).map(({ $type }) => $type);
  const eventLabel = (eventType: string | undefined): string => {
    const type = (eventType ?? '').replace('bpmn:', '').replace('EventDefinition', '');
    return EVENT_LABELS[type] ?? (type || '无');
  };
  if (isEventSubProcess(element)) {
    const triggers = eventsOf(triggerOf(element) ?? ({} as Element)).map(({ $type }) => $type);
    if (triggers.length !== 1 || !EVENT_SUB_PROCESS_TRIGGERS.has(triggers[0] ?? ''))
      return reportUnsupported(
        `事件子流程“${name}”的开始事件应有且只有一种触发方式：定时、条件、信号、消息、异常或升级（现为${eventLabel(triggers.find((trigger) => !EVENT_SUB_PROCESS_TRIGGERS.has(trigger)) ?? triggers[0])}）`,
      );
    if (element.loopCharacteristics) return reportUnsupported(`事件子流程“${name}”不能重复`);
  }
  // a process starts when the applicant submits the form: report and ignore any other trigger of its start event
  if (kind === 'start' && events.length > 0 && element.$parent?.triggeredByEvent !== true)
    problems.push(
      flowProblem(
        element.id,
        `开始事件“${name}”的触发方式（${eventLabel(events[0])}）不起作用：流程由申请人提交表单发起`,
        'warning',
      ),
    );
  const unsupportedEvent =
    kind === 'start' ? undefined : events.find((event) => !ALLOWED_EVENTS[kind]?.includes(event));
  if (unsupportedEvent) return reportUnsupported(`暂不支持事件“${name}”的触发方式（${eventLabel(unsupportedEvent)}）`);
  if ((kind === 'timer' || kind === 'boundary') && events.length !== 1)
    return reportUnsupported(
      events.length === 0
        ? `事件“${name}”没有写明由什么触发`
        : `事件“${name}”有 ${events.length} 种触发方式，只能有一种`,
    );
  if (element.loopCharacteristics && !REPEATABLE_KINDS.has(kind))
    return reportUnsupported(`“${name}”不能设置多实例：只有任务、子流程和调用活动可以重复`);
  if (kind === 'service' && extensionsOf(element, 'sf:Call').length === 0)
    return reportUnsupported(`服务任务“${name}”没有本系统的调用（sf:call），其他引擎的程序不会执行`);
  if (kind === 'copy' && extensionsOf(element, 'sf:Cc').length === 0)
    return reportUnsupported(`发送任务“${name}”没有写明抄送给谁（sf:cc）`);
  if (events.includes('bpmn:TerminateEventDefinition')) return 'terminate';
  if (events.includes('bpmn:LinkEventDefinition')) return 'pass';
  if (kind === 'timer' && !events.includes('bpmn:TimerEventDefinition')) return 'wait';
  return kind === 'end' && events.includes('bpmn:ErrorEventDefinition') ? 'error' : kind;
}
