import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { Design } from '../canvas/model/design.ts';
import { describePath } from '../canvas/model/describePath.ts';
import type { LocatedProblem } from '../editor/located.ts';
import type { Counts } from '../check/counts.ts';
import type { useQuickFixes } from '../mend/useQuickFixes.tsx';
import { ProblemList } from './ProblemList.tsx';

interface Options {
  design: Design;
  problems: readonly LocatedProblem[];
  counts: Counts;
  isChecking: boolean;
  goTo(problem: LocatedProblem): void;
  quickFixes: ReturnType<typeof useQuickFixes>;
}

/**
 * Returns the list of problems below a canvas. The element is memoised, so that a new `goTo` does not render the canvas
 * again.
 */
export function useProblemList(options: Options): ReactNode {
  const { design, problems: textProblems, counts, isChecking, goTo } = options;
  const { quickFixes, dialog } = options.quickFixes;
  // names instead of line numbers, because the user edits on a canvas
  const problems = useMemo(
    () =>
      textProblems.map((problem) => {
        const where = describePath(design, problem.path);
        return where === null ? problem : { ...problem, locationText: where, line: null };
      }),
    [textProblems, design],
  );
  const goToRef = useRef(goTo);
  useEffect(() => {
    goToRef.current = goTo;
  });
  return useMemo(
    () => (
      <>
        <ProblemList
          problems={problems}
          counts={counts}
          isChecking={isChecking}
          onGo={(problem) => goToRef.current(problem)}
          quickFixes={quickFixes}
        />
        {dialog}
      </>
    ),
    [problems, counts, isChecking, quickFixes, dialog],
  );
}
