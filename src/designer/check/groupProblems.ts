import type { LocatedProblem } from '../editor/located.ts';

/** Problems with the same message. */
export interface ProblemGroup {
  key: string;
  problems: LocatedProblem[];
}

/**
 * Groups warnings and notes by message; every error is a separate group. Ordered by the first problem of each group.
 */
export function groupProblems(problems: readonly LocatedProblem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  problems.forEach((problem, index) => {
    const key = problem.level === 'error' ? `error ${index}` : `${problem.level} ${problem.message}`;
    const group = groups.get(key);
    if (group) group.problems.push(problem);
    else groups.set(key, { key, problems: [problem] });
  });
  return [...groups.values()];
}
