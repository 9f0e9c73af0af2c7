import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { LocatedProblem } from '../editor/located.ts';
import type { Counts } from '../check/counts.ts';
import type { useMendings } from '../mend/useMendings.tsx';
import { ProblemList } from './ProblemList.tsx';

interface Options {
  problems: readonly LocatedProblem[];
  counts: Counts;
  isChecking: boolean;
  goTo(problem: LocatedProblem): void;
  mendings: ReturnType<typeof useMendings>;
}

/** The list of problems below a canvas. The element stays the same while only `goTo` changes, so that the canvas is not rendered again. */
export function useProblemList({ problems, counts, isChecking, goTo, mendings: { mend, dialog } }: Options): ReactNode {
  const latest = useRef(goTo);
  useEffect(() => {
    latest.current = goTo;
  });
  return useMemo(
    () => (
      <>
        <ProblemList
          problems={problems}
          counts={counts}
          isChecking={isChecking}
          onGo={(problem) => latest.current(problem)}
          mend={mend}
        />
        {dialog}
      </>
    ),
    [problems, counts, isChecking, mend, dialog],
  );
}
