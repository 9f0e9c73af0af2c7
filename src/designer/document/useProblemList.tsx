import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { LocatedProblem } from '../editor/located.ts';
import type { Counts } from '../check/counts.ts';
import { ProblemList } from './ProblemList.tsx';

interface Options {
  problems: readonly LocatedProblem[];
  counts: Counts;
  isChecking: boolean;
  goTo(problem: LocatedProblem): void;
}

/** The list of problems below a canvas. The element stays the same while only `goTo` changes, so that the canvas is not rendered again. */
export function useProblemList({ problems, counts, isChecking, goTo }: Options): ReactNode {
  const latest = useRef(goTo);
  useEffect(() => {
    latest.current = goTo;
  });
  return useMemo(
    () => (
      <ProblemList
        problems={problems}
        counts={counts}
        isChecking={isChecking}
        onGo={(problem) => latest.current(problem)}
      />
    ),
    [problems, counts, isChecking],
  );
}
