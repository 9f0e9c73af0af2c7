import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { Design } from '../canvas/model/design.ts';
import { placeName } from '../canvas/model/placeName.ts';
import type { LocatedProblem } from '../editor/located.ts';
import type { Counts } from '../check/counts.ts';
import type { useMendings } from '../mend/useMendings.tsx';
import { ProblemList } from './ProblemList.tsx';

interface Options {
  design: Design;
  problems: readonly LocatedProblem[];
  counts: Counts;
  isChecking: boolean;
  goTo(problem: LocatedProblem): void;
  mendings: ReturnType<typeof useMendings>;
}

/** The list of problems below a canvas. The element stays the same while only `goTo` changes, so that the canvas is not rendered again. */
export function useProblemList(options: Options): ReactNode {
  const { design, problems: given, counts, isChecking, goTo, mendings } = options;
  const { mend, dialog } = mendings;
  // who looks at a canvas knows names, not lines of a text
  const problems = useMemo(
    () =>
      given.map((problem) => {
        const where = placeName(design, problem.path);
        return where === null ? problem : { ...problem, where, line: null };
      }),
    [given, design],
  );
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
