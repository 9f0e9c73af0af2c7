import type { Problem } from '../../../domain/problem/index.ts';
import type { FlowNode, ServiceCall } from '../definition.ts';
import type { Duration } from '../definition.ts';
import { durationMs } from './duration.ts';
import { flowProblem } from '../flowProblem.ts';
import { eventsOf, kindOf, triggerOf } from './nodeKinds.ts';
import { extensionsOf, listOf, type Element } from './moddle.ts';
import { candidatesOf } from './parseCandidates.ts';
import { catchEventOf, throwEventOf } from './parseMessages.ts';
import { copySettings, settingsOf } from './parseSettings.ts';
import { repeatOf } from './parseRepeat.ts';
import { isInWorkTime, parseDuration } from './parseDuration.ts';
import { rulesOf } from './parseRules.ts';
import { parseDateTime } from './parseDateTime.ts';

/** A node to which the parser still adds edges and boundary events. */
export type MutableNode = FlowNode & { incoming: string[]; outgoing: string[]; boundaries: string[] };

export interface ParseContext {
  process: Element;
  /** Names of variables that stand for the initiator in files of other engines. */
  initiatorVariables: ReadonlySet<string>;
  problems: Problem[];
}

const ZERO_DURATION: Duration = { ms: 0, work: null };

type Times = Pick<FlowNode, 'wait' | 'until'>;

/**
 * Returns the time of a timer event: a duration (`wait`), or a point in time (`until`), either fixed or in a field of
 * the form; `wait` is then zero. Both are null for an element without a timer, and for a timer without a point in time
 * and without a valid duration. Reports missing and invalid times; an invalid point in time becomes `time` 0.
 */
function timesOf(element: Element, problems: Problem[]): Times {
  const timer = eventsOf(element).find(({ $type }) => $type === 'bpmn:TimerEventDefinition');
  const bodyText = (name: string): string => String((timer?.[name] as Element | undefined)?.body ?? '').trim();
  const date = bodyText('timeDate');
  if (!timer) return { wait: null, until: null };
  if (date === '') {
    const text = bodyText('timeDuration');
    if (durationMs(text) !== null)
      return { wait: parseDuration(element, text, isInWorkTime(element), problems), until: null };
    problems.push(
      flowProblem(
        element.id,
        `定时事件“${element.name ?? element.id}”应写明时长（timeDuration，如 PT4H）或时间（timeDate）`,
      ),
    );
    return { wait: null, until: null };
  }
  const field = /^[$#]\{\s*([\w\p{L}-]+)\s*\}$/u.exec(date)?.[1];
  if (field !== undefined) return { wait: ZERO_DURATION, until: { field } };
  const zonedTime = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(date.slice(10)) ? date : '');
  const time = Number.isNaN(zonedTime) ? parseDateTime(date) : zonedTime;
  if (time === null)
    problems.push(
      flowProblem(
        element.id,
        `定时事件“${element.name ?? element.id}”的时间“${date}”应写作 2026-12-31T09:00:00，或表单字段 \${字段键}`,
      ),
    );
  return { wait: ZERO_DURATION, until: { time: time ?? 0 } };
}

/**
 * Returns the code of an error or escalation event, or the id of the referenced element if it has no code. '' for an
 * event without a reference, which matches any code; null for another event.
 */
function codeOf(element: Element, kind: 'error' | 'escalation'): string | null {
  const event = eventsOf(element).find(
    ({ $type }) => $type === `bpmn:${kind === 'error' ? 'Error' : 'Escalation'}EventDefinition`,
  );
  if (!event) return null;
  const reference = event[`${kind}Ref`] as Element | string | undefined;
  return typeof reference === 'string' ? reference : String(reference?.[`${kind}Code`] ?? reference?.id ?? '');
}

/** Returns the name of a link event, by which throwing and catching events match; null for another element. */
const linkOf = (element: Element): string | null => {
  const event = eventsOf(element).find(({ $type }) => $type === 'bpmn:LinkEventDefinition');
  return event ? String(event.name ?? '').trim() || (element.name?.trim() ?? '') : null;
};

/** Returns which values of an answer or message are stored (`from`), and in which field of the record (`field`). */
function answersOf(element: Element, problems: Problem[]): ServiceCall['answers'] {
  const name = element.name ?? element.id;
  const answers = extensionsOf(element, 'sf:Answer').map((answer) => ({
    field: String(answer.field ?? '').trim(),
    from: String(answer.from ?? '').trim(),
  }));
  if (answers.some(({ field }) => field === ''))
    problems.push(flowProblem(element.id, `“${name}”有返回值没有写明存入哪个字段`));
  const duplicate = answers.find(({ field }, index) => answers.findIndex((answer) => answer.field === field) !== index);
  if (duplicate) problems.push(flowProblem(element.id, `“${name}”把两个返回值存入同一字段“${duplicate.field}”`));
  return answers;
}

/** Returns the service call of an element; null if it has none. Reports an invalid address, method or result field. */
function callOf(element: Element, problems: Problem[]): ServiceCall | null {
  const extension = extensionsOf(element, 'sf:Call')[0];
  if (!extension) return null;
  const url = String(extension.url ?? '').trim();
  if (!/^https?:\/\/\S+$/.test(url))
    problems.push(
      flowProblem(element.id, `服务任务“${element.name ?? element.id}”的地址应以 http:// 或 https:// 开头`),
    );
  const method = String(extension.method ?? 'POST').toUpperCase();
  if (!['POST', 'PUT'].includes(method))
    problems.push(flowProblem(element.id, `服务任务“${element.name ?? element.id}”的方法应为 POST 或 PUT`));
  return { url, method, answers: answersOf(element, problems) };
}

/** Adds a warning if the element has listeners of another engine, which are not run. */
function warnOfListeners(element: Element, problems: Problem[]): void {
  const listeners = listOf((element.extensionElements as Element | undefined) ?? ({} as Element), 'values').filter(
    ({ $type }) => /(?:execution|task|event)-?listeners?$/i.test($type),
  );
  if (listeners.length > 0)
    problems.push(
      flowProblem(element.id, `“${element.name?.trim() || (element.id ?? '')}”上其他引擎的监听器不会执行`, 'warning'),
    );
}

/**
 * Returns to which node a boundary event or event sub-process belongs, and what it catches; null for other nodes.
 * `parent`: id of the sub-process around the element; null: the process itself.
 */
function attachedOf(element: Element, kind: FlowNode['kind'], parent: string | null): FlowNode['attached'] {
  const trigger = kind === 'scope' ? triggerOf(element) : undefined;
  const error = trigger ? codeOf(trigger, 'error') : null;
  // an event sub-process for an error is always interrupting, whatever the file states; for a boundary event that
  // catches an error, the engine ensures this
  if (trigger)
    return {
      to: parent ?? '',
      isInterrupting: trigger.isInterrupting !== false || error !== null,
      error,
      escalation: codeOf(trigger, 'escalation'),
    };
  if (kind !== 'boundary') return null;
  return {
    to: (element.attachedToRef as Element | undefined)?.id ?? '',
    isInterrupting: element.cancelActivity !== false,
    error: codeOf(element, 'error'),
    escalation: codeOf(element, 'escalation'),
  };
}

/** Returns the warning for a plain task: it has no assignee, so the process passes it at once. */
const untypedTaskWarning = (element: Element): Problem =>
  flowProblem(
    element.id,
    `任务“${element.name?.trim() || (element.id ?? '')}”没有类型，流程会直接通过，不产生待办；需要有人办理时请改为用户任务并指定办理人`,
    'warning',
  );

/**
 * Converts an element to a node; adds the problems of the element to the context. `parent`: id of the sub-process
 * around the element; null: the process itself. The caller adds edges and boundary events.
 */
export function parseNode(
  element: Element,
  parent: string | null,
  { process, initiatorVariables, problems }: ParseContext,
): MutableNode {
  const kind = kindOf(element, problems);
  warnOfListeners(element, problems);
  if (element.$type === 'bpmn:Task') problems.push(untypedTaskWarning(element));
  const id = element.id ?? '';
  const isTask = kind === 'userTask';
  const innerStart =
    kind === 'scope'
      ? (listOf(element, 'flowElements').find(({ $type }) => $type === 'bpmn:StartEvent')?.id ?? null)
      : null;
  // '': a call activity that names no process; null: another element
  const calledFlow = element.$type === 'bpmn:CallActivity' ? String(element.calledElement ?? '').trim() : null;
  if (kind === 'scope' && innerStart === null && !calledFlow)
    problems.push(
      flowProblem(
        id,
        calledFlow === null
          ? `子流程“${element.name ?? id}”没有开始事件`
          : `调用活动“${element.name ?? id}”没有写明被调用的流程`,
      ),
    );
  const attached = attachedOf(element, kind, parent);
  // the start event of an event sub-process contains the trigger and its extensions
  const event = kind === 'scope' && attached ? (triggerOf(element) ?? element) : element;
  const isCatching = attached !== null || kind === 'wait';
  const catches = isCatching ? catchEventOf(event, problems) : null;
  const waitsForMessage = catches?.type === 'message';
  const candidates =
    isTask || waitsForMessage ? candidatesOf(isTask ? element : event, initiatorVariables, problems) : [];
  const mayHaveTimer = kind === 'timer' || attached !== null;
  return {
    id,
    name: element.name?.trim() || id,
    kind,
    parent,
    innerStart,
    calledFlowKey: calledFlow,
    candidates,
    repeat: kind === 'scope' && !attached ? repeatOf(element, problems) : null,
    incoming: [],
    outgoing: [],
    boundaries: [],
    defaultEdge: (element.default as Element | undefined)?.id ?? null,
    attached,
    error: kind === 'error' ? codeOf(element, 'error') : null,
    escalation: kind === 'pass' || kind === 'end' ? codeOf(element, 'escalation') : null,
    link: linkOf(element),
    catches,
    shape: element.$type.endsWith('Event') ? 'event' : element.$type.endsWith('Task') ? 'task' : null,
    // a send task with people for copies may also throw a message
    throws:
      kind === 'pass' || kind === 'end' || (kind === 'copy' && element.messageRef)
        ? throwEventOf(element, problems)
        : null,
    ...(mayHaveTimer ? timesOf(event, problems) : { wait: null, until: null }),
    call:
      kind === 'service'
        ? callOf(element, problems)
        : isCatching && extensionsOf(event, 'sf:Answer').length > 0
          ? { url: '', method: '', answers: answersOf(event, problems) }
          : null,
    settings: isTask
      ? settingsOf(element, process, candidates, problems)
      : kind === 'copy'
        ? copySettings(element, problems)
        : null,
    rules:
      isTask || waitsForMessage || kind === 'copy'
        ? rulesOf(isTask || kind === 'copy' ? element : event, problems)
        : null,
  };
}
