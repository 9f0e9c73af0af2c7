import type { Problem } from '../../../domain/problem/index.ts';
import { parseWorkDuration } from '../../../domain/workTime.ts';
import type { Duration } from '../definition.ts';
import { durationMs } from './duration.ts';
import { flowProblem } from '../flowProblem.ts';
import { extensionsOf, type Element } from './moddle.ts';

/** Returns whether the durations of this element are counted in working time (`sf:timer clock="work"`). */
export const isInWorkTime = (element: Element): boolean =>
  String(extensionsOf(element, 'sf:Timer')[0]?.clock ?? '').trim() === 'work';

/**
 * Parses a duration. Adds a problem and returns null when the text is not a duration, or when a duration in working
 * time has other units than days, hours and minutes.
 */
export function parseDuration(
  element: Element,
  text: string,
  isWorkTime: boolean,
  problems: Problem[],
): Duration | null {
  const ms = durationMs(text);
  const work = isWorkTime ? parseWorkDuration(text) : null;
  if (ms === null) problems.push(flowProblem(element.id, `时长“${text}”应写作 P2D、PT4H 的形式`));
  else if (isWorkTime && work === null)
    problems.push(flowProblem(element.id, `时长“${text}”不能按工作时间计算：只能写天、小时和分钟`));
  return ms === null || (isWorkTime && work === null) ? null : { ms, work };
}
