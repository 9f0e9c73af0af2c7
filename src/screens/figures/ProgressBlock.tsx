import { Progress } from 'antd';
import type { ProgressNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { FigureShell } from './FigureShell.tsx';
import { canListRecords, figureText, numberOf, unitOf } from './figureText.ts';
import { useDrill } from './useDrill.tsx';
import { useFigure } from './useFigure.ts';

/** Progress bar of one measure of a dataset, relative to another measure or to a target. */
export function ProgressBlock({ node }: BlockProps<ProgressNode>) {
  const figureKeys = [node.value, node.of].filter((name) => name !== undefined);
  const { load, reload, question } = useFigure(node, {
    by: [],
    ...(figureKeys.length > 0 ? { figures: figureKeys } : {}),
  });
  const answer = load.value;
  const drill = useDrill(question, answer);
  return (
    <>
      <FigureShell title={node.title} load={load} question={question} minHeight={120} onRetry={reload}>
        {({ rows, figures }) => {
          // without a key, or with an unknown key, the first figure is taken
          const indexOfFigure = (key: string | undefined): number =>
            Math.max(
              0,
              figures.findIndex((figure) => figure.key === key),
            );
          const figure = figures[indexOfFigure(node.value)];
          if (!figure) return null;
          const value = rows[0]?.values[indexOfFigure(node.value)] ?? null;
          const total = node.of ? numberOf(rows[0]?.values[indexOfFigure(node.of)]) : (node.target ?? null);
          const percent = total ? ((numberOf(value) ?? 0) / total) * 100 : 0;
          return (
            <div className="sc-progress">
              <Progress
                type={node.shape === 'circle' ? 'circle' : 'line'}
                percent={Math.min(100, Number(percent.toFixed(1)))}
                format={() => (total ? `${percent.toFixed(1)}%` : '—')}
                aria-label={`${figure.label}完成比例`}
              />
              {canListRecords(figure) ? (
                <button
                  type="button"
                  className="sc-figure-open"
                  onClick={() => drill.open({ keys: {}, labels: [], figure: figure.key })}
                >
                  {figure.label} {figureText(value, figure)} {unitOf(figure)}
                </button>
              ) : (
                <span>
                  {figure.label} {figureText(value, figure)} {unitOf(figure)}
                </span>
              )}
            </div>
          );
        }}
      </FigureShell>
      {drill.drawer}
    </>
  );
}
