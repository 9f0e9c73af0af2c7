import type { LocatedProblem } from '../editor/located.ts';

/** Findings that say the same, at one or many places. */
export interface ProblemGroup {
  key: string;
  problems: LocatedProblem[];
}

/** In the order of the first of each kind; an error stands alone: each is to be mended. */
export function groupProblems(problems: readonly LocatedProblem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  problems.forEach((problem, index) => {
    const key = problem.level === 'error' ? `error ${index}` : `${problem.level} ${problem.message}`;
    const known = groups.get(key);
    if (known) known.problems.push(problem);
    else groups.set(key, { key, problems: [problem] });
  });
  return [...groups.values()];
}
