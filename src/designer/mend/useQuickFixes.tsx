import { useCallback, useState, type ReactNode } from 'react';
import type { Path } from '../../domain/problem/index.ts';
import { nameOfNode } from '../canvas/model/designActions.ts';
import { idOf, nodeAt, nodePathIn } from '../canvas/model/nodes.ts';
import { NewDictionary } from '../canvas/properties/editors/NewDictionary.tsx';
import type { DesignerContextValue } from '../canvas/designerContext.ts';
import type { LocatedProblem } from '../editor/located.ts';
import { quickFixFor } from './quickFixes.ts';

/** The button that fixes a problem. */
export interface FixButton {
  label: string;
  run(): void;
}

/** A function that returns the button to fix a problem; null if there is no fix. */
export interface QuickFixes {
  (problem: LocatedProblem): FixButton | null;
  /** Returns a function that fixes all of these problems in one undo step; null if one of them cannot be fixed. */
  all(problems: readonly LocatedProblem[]): (() => void) | null;
}

interface MissingDictionary {
  code: string;
  name: string;
}

/**
 * Provides fixes for problems of the document on the canvas; each fix is one undo step. The caller must render
 * `dialog`, in which the user creates a missing dictionary. `onCreated` is called after that and must check the
 * document again.
 */
export function useQuickFixes(
  { design, syllables }: Pick<DesignerContextValue, 'design' | 'syllables'>,
  onCreated: () => void,
): { quickFixes: QuickFixes; dialog: ReactNode } {
  const [missingDictionary, setMissingDictionary] = useState<MissingDictionary | null>(null);
  const locateOnCanvas = useCallback(
    (problem: LocatedProblem) => {
      const { isBroken, isOtherDialect } = design.get();
      if (isBroken || isOtherDialect) return null;
      const doc = design.doc();
      const path = design.notation.canvasPath(doc, problem.path);
      const nodePath = nodePathIn(doc, path);
      return { doc, path, node: nodePath ? nodeAt(doc, nodePath) : null };
    },
    [design],
  );
  const run = useCallback(
    (problems: readonly LocatedProblem[]) => {
      design.edit((doc) => {
        let next = doc;
        let lastPath: Path | null = null;
        for (const problem of problems) {
          const path = design.notation.canvasPath(next, problem.path);
          const fix = quickFixFor(problem, path, next, syllables());
          if (!fix) continue;
          next = fix.change(next);
          lastPath = nodePathIn(next, path);
        }
        const node = lastPath ? nodeAt(next, lastPath) : null;
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
  const [quickFixes] = useState((): QuickFixes =>
    Object.assign(
      (problem: LocatedProblem): FixButton | null => {
        const location = locateOnCanvas(problem);
        if (!location) return null;
        const { code, params } = problem;
        if (code === 'DOC_REFERENCE' && params.kind === '字典' && typeof params.name === 'string') {
          const { name } = params;
          return {
            label: '新建字典',
            run: () => setMissingDictionary({ code: name, name: location.node ? nameOfNode(location.node) : name }),
          };
        }
        const fix = quickFixFor(problem, location.path, location.doc, syllables());
        return fix && { label: fix.label, run: () => run([problem]) };
      },
      {
        all(problems: readonly LocatedProblem[]) {
          const canFixAll = problems.every((problem) => {
            const location = locateOnCanvas(problem);
            return location !== null && quickFixFor(problem, location.path, location.doc) !== null;
          });
          return canFixAll ? () => run(problems) : null;
        },
      },
    ),
  );
  const dialog =
    missingDictionary === null ? null : (
      <NewDictionary
        usedCodes={[]}
        {...missingDictionary}
        isCodeReferenced
        onCreated={onCreated}
        onClose={() => setMissingDictionary(null)}
      />
    );
  return { quickFixes, dialog };
}
