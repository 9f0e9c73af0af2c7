import type { Problem } from '../../domain/problem/index.ts';

/** The number of problems of each level. */
export type Counts = Readonly<Record<Problem['level'], number>>;

export function countLevels(problems: readonly Pick<Problem, 'level'>[]): Record<Problem['level'], number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { level } of problems) counts[level] += 1;
  return counts;
}
