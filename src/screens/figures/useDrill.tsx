import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import type { FigureAnswer, FigureQuestion } from '../../runtime/services/datasets.ts';
import { canListRecords, listedMeasures } from './figureText.ts';
import type { DrillTarget } from './DrillDrawer.tsx';

const DrillDrawer = lazyFace(async () => (await import('./DrillDrawer.tsx')).DrillDrawer);

/** A cell of an answer: some of its groups with their keys and names. */
export interface Cell {
  keys: Readonly<Record<string, string>>;
  labels: readonly string[];
  figure: string;
}

/** Returns a drawer with the records behind a number; `open` shows it. */
export function useDrillDrawer(): { open(target: DrillTarget): void; drawer: ReactNode } {
  const [target, setTarget] = useState<DrillTarget | null>(null);
  const drawer = target ? (
    <Suspense fallback={null}>
      <DrillDrawer key={JSON.stringify(target)} target={target} onClose={() => setTarget(null)} />
    </Suspense>
  ) : null;
  return { open: setTarget, drawer };
}

/**
 * Opens the records that the figure of a cell counts, with the parameter values of the question. For a figure computed
 * from measures, opens the records of its measures. Does nothing for a figure that counts no records.
 */
export function useDrill(
  question: FigureQuestion,
  answer: FigureAnswer | undefined,
): { open(cell: Cell): void; canOpen(figure: string): boolean; drawer: ReactNode } {
  const { open: openDrawer, drawer } = useDrillDrawer();
  const canOpen = useCallback(
    (key: string): boolean => answer?.figures.some((figure) => figure.key === key && canListRecords(figure)) ?? false,
    [answer],
  );
  const open = useCallback(
    ({ keys, labels, figure: key }: Cell) => {
      const figure = answer?.figures.find((item) => item.key === key);
      if (!figure || !canListRecords(figure)) return;
      const { datasetKey, params, shared } = question;
      openDrawer({
        kind: 'figure',
        cell: {
          datasetKey,
          ...(params ? { params } : {}),
          ...(shared && Object.keys(shared).length > 0 ? { shared } : {}),
          keys,
        },
        labels: labels.filter((text) => text !== ''),
        figure,
        measures: listedMeasures(figure),
      });
    },
    [question, answer, openDrawer],
  );
  return { open, canOpen, drawer };
}
