import type { Problem } from '../../../domain/problem/index.ts';
import { PLAIN_SETTINGS, type Candidate, type SignRule, type TaskSettings, type TaskTiming } from '../definition.ts';
import type { Length } from '../definition.ts';
import { durationOf } from './duration.ts';
import { isInWorkTime, lengthOf } from './parseLength.ts';
import { flowProblem } from '../flowProblem.ts';
import { extensionsOf, type Element } from './moddle.ts';
import { statedCandidates } from './parseCandidates.ts';
import { foreignAttribute } from './foreignAttributes.ts';
import { foreignSign } from './parseForeign.ts';

const text = (element: Element | undefined, property: string): string => String(element?.[property] ?? '').trim();

function oneOf<T extends string>(
  element: Element,
  value: string,
  allowed: readonly T[],
  fallback: T,
  what: string,
  problems: Problem[],
): T {
  if (value === '') return fallback;
  if ((allowed as readonly string[]).includes(value)) return value as T;
  problems.push(flowProblem(element.id, `${what}“${value}”无法识别`));
  return fallback;
}

function signOf(element: Element, problems: Problem[]): SignRule {
  const stated = extensionsOf(element, 'sf:Sign')[0];
  const loop = element.loopCharacteristics as Element | undefined;
  if (!stated) {
    const foreign = loop?.$type === 'bpmn:MultiInstanceLoopCharacteristics' ? foreignSign(loop) : null;
    if (loop && !foreign)
      problems.push(flowProblem(element.id, `“${element.name ?? element.id}”的会签完成条件不能识别`));
    return foreign ?? PLAIN_SETTINGS.sign;
  }
  const mode = oneOf(
    element,
    text(stated, 'mode'),
    ['one', 'all', 'ratio', 'sequence'] as const,
    'one',
    '会签方式',
    problems,
  );
  const ratio = Number(text(stated, 'ratio') || '1');
  if (!(ratio > 0 && ratio <= 1)) problems.push(flowProblem(element.id, '会签通过比例应大于 0 且不大于 1'));
  return { mode, ratio: ratio > 0 && ratio <= 1 ? ratio : 1 };
}

function timingOf(element: Element, problems: Problem[]): TaskTiming {
  const stated = extensionsOf(element, 'sf:Timer')[0];
  const length = (value: string): Length | null =>
    value === '' ? null : lengthOf(element, value, isInWorkTime(element), problems);
  if (stated) {
    return {
      due: length(text(stated, 'due')),
      remind: length(text(stated, 'remind')),
      action: oneOf(
        element,
        text(stated, 'action'),
        ['none', 'pass', 'reject', 'escalate'] as const,
        'none',
        '超时处理',
        problems,
      ),
    };
  }
  // a due date of another engine may be a variable or a point in time: only a length is ours
  const due = durationOf(foreignAttribute(element, 'dueDate'));
  return { ...PLAIN_SETTINGS.timing, due: due === null ? null : { ms: due, work: null } };
}

/** How a user task is decided; what it does not say, the process says for all of its tasks. */
export function settingsOf(
  element: Element,
  process: Element | undefined,
  candidates: readonly Candidate[],
  problems: Problem[],
): TaskSettings {
  const own = extensionsOf(element, 'sf:Settings')[0];
  const common = process ? extensionsOf(process, 'sf:Settings')[0] : undefined;
  const stated = (name: string): string => text(own, name) || text(common, name);
  // a file of another engine names people this company may not have: then it is the administrators' to hand out
  const isForeign = extensionsOf(element, 'sf:Candidates').length === 0;
  return {
    sign: signOf(element, problems),
    empty: oneOf(
      element,
      stated('empty'),
      ['stop', 'admin', 'skip'] as const,
      isForeign || candidates.length === 0 ? 'admin' : 'stop',
      '无办理人时的处理',
      problems,
    ),
    same: stated('same') === '1' || stated('same') === 'pass',
    signature: stated('signature') === '1',
    toApplicant: stated('toApplicant') === '1',
    timing: timingOf(element, problems),
    cc: statedCandidates(element, 'sf:Cc', problems),
  };
}

/** A node that only sends copies. */
export const copySettings = (element: Element, problems: Problem[]): TaskSettings => ({
  ...PLAIN_SETTINGS,
  cc: statedCandidates(element, 'sf:Cc', problems),
});
