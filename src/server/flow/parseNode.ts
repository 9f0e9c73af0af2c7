import type { Problem } from '../../kernel/problem.ts';
import type { FlowNode, ServiceCall } from './definition.ts';
import { durationOf } from './duration.ts';
import { flowProblem } from './flowProblem.ts';
import { eventsOf, kindOf } from './kinds.ts';
import { extensionsOf, listOf, type Element } from './moddle.ts';
import { candidatesOf } from './parseCandidates.ts';
import { copySettings, settingsOf } from './parseSettings.ts';
import { rulesOf } from './parseTask.ts';

export type MutableNode = FlowNode & { incoming: string[]; outgoing: string[]; boundaries: string[] };

export interface Reading {
  process: Element;
  /** Names other engines' files give to who started. */
  starters: ReadonlySet<string>;
  problems: Problem[];
}

/** The waiting time of a timer event: a length, or the time up to a date. */
function waitOf(element: Element, problems: Problem[]): number | null {
  const timer = eventsOf(element).find(({ $type }) => $type === 'bpmn:TimerEventDefinition');
  if (!timer) return null;
  const length = durationOf(String((timer.timeDuration as Element | undefined)?.body ?? ''));
  if (length === null) problems.push(flowProblem(element.id, `定时事件“${element.name ?? element.id}”应以 timeDuration 写明时长（如 PT4H）`));
  return length;
}

/** Error code an event names, its id where the error is not declared; '' catches any. */
function errorOf(element: Element): string | null {
  const event = eventsOf(element).find(({ $type }) => $type === 'bpmn:ErrorEventDefinition');
  if (!event) return null;
  const error = event.errorRef as Element | string | undefined;
  return typeof error === 'string' ? error : String(error?.errorCode ?? error?.id ?? '');
}

function callOf(element: Element, problems: Problem[]): ServiceCall | null {
  const stated = extensionsOf(element, 'sf:Call')[0];
  if (!stated) return null;
  const url = String(stated.url ?? '').trim();
  if (!/^https?:\/\/\S+$/.test(url)) problems.push(flowProblem(element.id, `服务任务“${element.name ?? element.id}”的地址应以 http:// 或 https:// 开头`));
  const method = String(stated.method ?? 'POST').toUpperCase();
  if (!['POST', 'PUT'].includes(method)) problems.push(flowProblem(element.id, `服务任务“${element.name ?? element.id}”的方法应为 POST 或 PUT`));
  return { url, method };
}

export function readNode(element: Element, parent: string | null, { process, starters, problems }: Reading): MutableNode {
  const kind = kindOf(element, problems);
  const id = element.id ?? '';
  const isTask = kind === 'userTask';
  const candidates = isTask ? candidatesOf(element, starters, problems) : [];
  const inner = kind === 'scope' ? listOf(element, 'flowElements').find(({ $type }) => $type === 'bpmn:StartEvent')?.id ?? null : null;
  const calls = element.$type === 'bpmn:CallActivity' ? String(element.calledElement ?? '').trim() : null;
  if (kind === 'scope' && inner === null && !calls) problems.push(flowProblem(id, calls === null ? `子流程“${element.name ?? id}”没有开始事件` : `调用活动“${element.name ?? id}”没有写明被调用的流程`));
  return {
    id, name: element.name?.trim() || id, kind, parent, inner, calls, candidates,
    incoming: [], outgoing: [], boundaries: [],
    defaultEdge: (element.default as Element | undefined)?.id ?? null,
    attached: kind === 'boundary' ? { to: (element.attachedToRef as Element | undefined)?.id ?? '', isInterrupting: element.cancelActivity !== false, error: errorOf(element) } : null,
    error: kind === 'error' ? errorOf(element) : null,
    wait: kind === 'timer' || kind === 'boundary' ? waitOf(element, problems) : null,
    call: kind === 'service' ? callOf(element, problems) : null,
    settings: isTask ? settingsOf(element, process, candidates, problems) : kind === 'copy' ? copySettings(element, problems) : null,
    rules: isTask || kind === 'copy' ? rulesOf(element, problems) : null,
  };
}
