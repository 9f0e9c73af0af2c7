import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import type { DrillDownQuery, Figure, FigureAnswer, FigureQuestion } from '../../runtime/services/datasets.ts';

const DrillDrawer = lazyFace(async () => (await import('./DrillDrawer.tsx')).DrillDrawer);

/** The cell of an answer: some of its groups with their keys and names. */
export interface Cell {
  keys: Readonly<Record<string, string>>;
  labels: readonly string[];
  figure: string;
}

/**
 * Opens the records behind a cell, over the parameters that its figure was asked with. Figures without records open
 * nothing.
 */
export function useDrill(
  question: FigureQuestion,
  answer: FigureAnswer | undefined,
): { open(cell: Cell): void; canOpen(figure: string): boolean; drawer: ReactNode } {
  const [asked, setAsked] = useState<{ question: DrillDownQuery; title: string; figure?: Figure | undefined } | null>(
    null,
  );
  const canOpen = useCallback(
    (figure: string): boolean => answer?.figures.find(({ key }) => key === figure)?.isMeasure ?? false,
    [answer],
  );
  const open = useCallback(
    ({ keys, labels, figure }: Cell) => {
      if (!canOpen(figure)) return;
      const { datasetKey, params, shared } = question;
      const own = answer?.figures.find(({ key }) => key === figure);
      setAsked({
        question: { datasetKey, ...(params ? { params } : {}), ...(shared ? { shared } : {}), keys, figure },
        title: [...labels, own?.label ?? ''].filter((text) => text !== '').join(' · '),
        figure: own,
      });
    },
    [question, answer, canOpen],
  );
  const drawer = asked ? (
    <Suspense fallback={null}>
      <DrillDrawer question={asked.question} title={asked.title} figure={asked.figure} onClose={() => setAsked(null)} />
    </Suspense>
  ) : null;
  return { open, canOpen, drawer };
}
