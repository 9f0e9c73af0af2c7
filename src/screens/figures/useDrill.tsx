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
 * Opens the records that the figure of a cell counts, with the parameter values of the question. Does nothing for a
 * figure that counts no records.
 */
export function useDrill(
  question: FigureQuestion,
  answer: FigureAnswer | undefined,
): { open(cell: Cell): void; canOpen(figure: string): boolean; drawer: ReactNode } {
  const [opened, setOpened] = useState<{ question: DrillDownQuery; title: string; figure?: Figure | undefined } | null>(
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
      const openedFigure = answer?.figures.find(({ key }) => key === figure);
      setOpened({
        question: { datasetKey, ...(params ? { params } : {}), ...(shared ? { shared } : {}), keys, figure },
        title: [...labels, openedFigure?.label ?? ''].filter((text) => text !== '').join(' · '),
        figure: openedFigure,
      });
    },
    [question, answer, canOpen],
  );
  const drawer = opened ? (
    <Suspense fallback={null}>
      <DrillDrawer
        question={opened.question}
        title={opened.title}
        figure={opened.figure}
        maySee={answer?.maySee ?? true}
        onClose={() => setOpened(null)}
      />
    </Suspense>
  ) : null;
  return { open, canOpen, drawer };
}
