import type { Problem } from '../../../domain/problem/index.ts';
import {
  DEFAULT_TASK_SETTINGS,
  type Holder,
  type SignRule,
  type TaskSettings,
  type TaskTiming,
} from '../definition.ts';
import type { Duration } from '../definition.ts';
import { durationMs } from './duration.ts';
import { isInWorkTime, parseDuration } from './parseDuration.ts';
import { flowProblem } from '../flowProblem.ts';
import { extensionsOf, type Element } from './moddle.ts';
import { parseExtensionCandidates } from './parseCandidates.ts';
import { foreignAttribute } from './foreignAttributes.ts';
import { foreignSignRule } from './foreignHolders.ts';

const attributeText = (element: Element | undefined, property: string): string =>
  String(element?.[property] ?? '').trim();

/**
 * Returns the value if it is allowed; otherwise the fallback. Adds a problem for a value that is not allowed, unless
 * it is empty.
 */
function oneOf<T extends string>(
  element: Element,
  value: string,
  allowed: readonly T[],
  fallback: T,
  label: string,
  problems: Problem[],
): T {
  if (value === '') return fallback;
  if ((allowed as readonly string[]).includes(value)) return value as T;
  problems.push(flowProblem(element.id, `${label}“${value}”无法识别`));
  return fallback;
}

/** Returns the sign rule of a task: of `sf:sign`, else of another engine's loop, else the default. */
function signRuleOf(element: Element, problems: Problem[]): SignRule {
  const extension = extensionsOf(element, 'sf:Sign')[0];
  const loop = element.loopCharacteristics as Element | undefined;
  if (!extension) {
    const foreign = loop?.$type === 'bpmn:MultiInstanceLoopCharacteristics' ? foreignSignRule(loop) : null;
    if (loop && !foreign)
      problems.push(flowProblem(element.id, `“${element.name ?? element.id}”的会签完成条件不能识别`));
    return foreign ?? DEFAULT_TASK_SETTINGS.sign;
  }
  const mode = oneOf(
    element,
    attributeText(extension, 'mode'),
    ['one', 'all', 'ratio', 'sequence'] as const,
    'one',
    '会签方式',
    problems,
  );
  const ratio = Number(attributeText(extension, 'ratio') || '1');
  if (!(ratio > 0 && ratio <= 1)) problems.push(flowProblem(element.id, '会签通过比例应大于 0 且不大于 1'));
  return { mode, ratio: ratio > 0 && ratio <= 1 ? ratio : 1 };
}

/** Returns due time, reminder and overdue action of a task: of `sf:timer`, else another engine's due date. */
function timingOf(element: Element, problems: Problem[]): TaskTiming {
  const extension = extensionsOf(element, 'sf:Timer')[0];
  const parse = (value: string): Duration | null =>
    value === '' ? null : parseDuration(element, value, isInWorkTime(element), problems);
  if (extension) {
    return {
      due: parse(attributeText(extension, 'due')),
      remind: parse(attributeText(extension, 'remind')),
      action: oneOf(
        element,
        attributeText(extension, 'action'),
        ['none', 'pass', 'reject', 'escalate'] as const,
        'none',
        '超时处理',
        problems,
      ),
    };
  }
  // a due date of another engine may be a variable or a point in time: only a duration is supported
  const due = durationMs(foreignAttribute(element, 'dueDate'));
  return { ...DEFAULT_TASK_SETTINGS.timing, due: due === null ? null : { ms: due, work: null } };
}

/**
 * Returns the settings of a user task. An attribute that `sf:settings` of the task lacks is taken from `sf:settings`
 * of the process.
 */
export function settingsOf(
  element: Element,
  process: Element | undefined,
  candidates: readonly Holder[],
  problems: Problem[],
): TaskSettings {
  const taskSettings = extensionsOf(element, 'sf:Settings')[0];
  const processSettings = process ? extensionsOf(process, 'sf:Settings')[0] : undefined;
  const setting = (name: string): string => attributeText(taskSettings, name) || attributeText(processSettings, name);
  // a file of another engine may name people that this company does not have: then the administrators get the task
  const isForeign = extensionsOf(element, 'sf:Candidates').length === 0;
  return {
    sign: signRuleOf(element, problems),
    whenNoAssignee: oneOf(
      element,
      setting('empty'),
      ['stop', 'admin', 'skip'] as const,
      isForeign || candidates.length === 0 ? 'admin' : 'stop',
      '无办理人时的处理',
      problems,
    ),
    approvesSamePerson: setting('same') === '1' || setting('same') === 'pass',
    signature: setting('signature') === '1',
    toApplicant: setting('toApplicant') === '1',
    timing: timingOf(element, problems),
    cc: parseExtensionCandidates(element, 'sf:Cc', problems),
  };
}

/** Returns the settings of a node that only sends copies. */
export const copySettings = (element: Element, problems: Problem[]): TaskSettings => ({
  ...DEFAULT_TASK_SETTINGS,
  cc: parseExtensionCandidates(element, 'sf:Cc', problems),
});
