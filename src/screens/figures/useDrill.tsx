import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import type { FigureAnswer, FigureQuestion } from '../../runtime/services/datasets.ts';
import { canListRecords, listedMeasures } from './figureText.ts';
import type { DrillTarget } from './DrillDrawer.tsx';

const DrillDrawer = lazyFace(async () => (await import('./DrillDrawer.tsx')).DrillDrawer);

/**
 * A figure for certain group values. `keys`: the group values, by group key; groups of the answer may be missing.
 * `labels`: the display texts of these values. `figure`: key of the figure.
 */
export interface Cell {
  keys: Readonly<Record<string, string>>;
  labels: readonly string[];
  figure: string;
}

/** Returns a drawer with the records that a number counts; `open` shows it. */
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
 * Returns a drawer with the records that the figure of a cell counts under the parameter values of the question; for a
 * figure computed from measures, the records of its measures. `open` shows it, unless the figure counts no records.
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
