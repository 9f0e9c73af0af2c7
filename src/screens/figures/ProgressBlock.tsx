import { Progress } from 'antd';
import type { ProgressNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { FigureShell } from './FigureShell.tsx';
import { figureText, numberOf, unitOf } from './figureText.ts';
import { useDrill } from './useDrill.tsx';
import { useFigure } from './useFigure.ts';

/** One measure of a dataset against another, or against a target. */
export function ProgressBlock({ node }: BlockProps<ProgressNode>) {
  const names = [node.value, node.of].filter((name) => name !== undefined);
  const { load, reload, question } = useFigure(node, { by: [], ...(names.length > 0 ? { figures: names } : {}) });
  const answer = load.value;
  const drill = useDrill(question, answer);
  return (
    <>
      <FigureShell title={node.title} load={load} question={question} minHeight={120} onRetry={reload}>
        {({ rows, figures }) => {
          const at = (key: string | undefined): number =>
            Math.max(
              0,
              figures.findIndex((figure) => figure.key === key),
            );
          const figure = figures[at(node.value)];
          if (!figure) return null;
          const value = rows[0]?.values[at(node.value)] ?? null;
          const of = node.of ? numberOf(rows[0]?.values[at(node.of)]) : (node.target ?? null);
          const share = of ? ((numberOf(value) ?? 0) / of) * 100 : 0;
          return (
            <div className="sc-progress">
              <Progress
                type={node.shape === 'circle' ? 'circle' : 'line'}
                percent={Math.min(100, Number(share.toFixed(1)))}
                format={() => (of ? `${share.toFixed(1)}%` : '—')}
                aria-label={`${figure.label}完成比例`}
              />
              <button
                type="button"
                className="sc-figure-open"
                onClick={() => drill.open({ keys: {}, labels: [], figure: figure.key })}
              >
                {figure.label} {figureText(value, figure)} {unitOf(figure)}
              </button>
            </div>
          );
        }}
      </FigureShell>
      {drill.drawer}
    </>
  );
}
