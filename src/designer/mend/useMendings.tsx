import { useCallback, useState, type ReactNode } from 'react';
import type { Path } from '../../domain/problem/index.ts';
import { nameOfNode } from '../canvas/model/designActions.ts';
import { idOf, nodeAt, nodePathIn } from '../canvas/model/nodes.ts';
import { NewDictionary } from '../canvas/properties/editors/NewDictionary.tsx';
import type { Designing } from '../canvas/useDesign.ts';
import type { LocatedProblem } from '../editor/located.ts';
import { mendingOf } from './mendings.ts';

/** The button of a problem that can be fixed. */
export interface Offered {
  label: string;
  run(): void;
}

export interface Mend {
  (problem: LocatedProblem): Offered | null;
  /** Fixes all of these problems by one undoable edit; null when one of them cannot be fixed. */
  all(problems: readonly LocatedProblem[]): (() => void) | null;
}

interface Wanted {
  code: string;
  name: string;
}

/**
 * Fixes for the problems of the document on the canvas, each one undoable edit. A missing dictionary is created in `dialog`, after
 * which `onMade` is called so that the document is checked again.
 */
export function useMendings(
  { design, syllables }: Pick<Designing, 'design' | 'syllables'>,
  onMade: () => void,
): { mend: Mend; dialog: ReactNode } {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const placed = useCallback(
    (problem: LocatedProblem) => {
      const { isBroken, isConverted } = design.get();
      if (isBroken || isConverted) return null;
      const doc = design.doc();
      const path = design.notation.canvasPath(doc, problem.path);
      const own = nodePathIn(doc, path);
      return { doc, path, node: own ? nodeAt(doc, own) : null };
    },
    [design],
  );
  const run = useCallback(
    (problems: readonly LocatedProblem[]) => {
      design.edit((doc) => {
        let next = doc;
        let last: Path | null = null;
        for (const problem of problems) {
          const path = design.notation.canvasPath(next, problem.path);
          const mending = mendingOf(problem, path, next, syllables());
          if (!mending) continue;
          next = mending.change(next);
          last = nodePathIn(next, path);
        }
        const node = last ? nodeAt(next, last) : null;
        if (next === doc) return null;
        return {
          doc: next,
          ...(node ? { selection: [idOf(node)] } : {}),
          announcement: problems.length === 1 && node ? `已修复“${nameOfNode(node)}”` : `已修复 ${problems.length} 处`,
        };
      });
    },
    [design, syllables],
  );
  const [mend] = useState((): Mend =>
    Object.assign(
      (problem: LocatedProblem): Offered | null => {
        const place = placed(problem);
        if (!place) return null;
        const { code, params } = problem;
        if (code === 'DOC_REFERENCE' && params.kind === '字典' && typeof params.name === 'string') {
          const { name } = params;
          return {
            label: '新建字典',
            run: () => setWanted({ code: name, name: place.node ? nameOfNode(place.node) : name }),
          };
        }
        const mending = mendingOf(problem, place.path, place.doc, syllables());
        return mending && { label: mending.label, run: () => run([problem]) };
      },
      {
        all(problems: readonly LocatedProblem[]) {
          const isWhole = problems.every((problem) => {
            const place = placed(problem);
            return place !== null && mendingOf(problem, place.path, place.doc) !== null;
          });
          return isWhole ? () => run(problems) : null;
        },
      },
    ),
  );
  const dialog =
    wanted === null ? null : (
      <NewDictionary usedCodes={[]} {...wanted} isCodeNamed onMade={onMade} onClose={() => setWanted(null)} />
    );
  return { mend, dialog };
}
