import type { RankingNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { FigureShell } from './FigureShell.tsx';
import { canListRecords, figureText, numberOf, unitOf } from './figureText.ts';
import { useDrill } from './useDrill.tsx';
import { useFigure } from './useFigure.ts';

/** Default number of groups in the ranking. */
const DEFAULT_GROUP_COUNT = 10;

/** The groups of a dataset, sorted by a figure in descending order. */
export function RankingBlock({ node }: BlockProps<RankingNode>) {
  const { load, reload, question } = useFigure(node, {
    ...(node.of ? { by: [node.of] } : {}),
    ...(node.value ? { figures: [node.value] } : {}),
    // the server sorts, because an answer may not contain all of the groups
    sort: { ...(node.value ? { field: node.value } : {}), order: 'desc' },
  });
  const answer = load.value;
  const drill = useDrill(question, answer);
  return (
    <>
      <FigureShell title={node.title} load={load} question={question} minHeight={160} onRetry={reload}>
        {({ rows, figures, groups }) => {
          const figure = figures[0];
          const group = groups[0];
          if (!figure || !group) return null;
          const rankedRows = rows
            .map((row) => ({ row, value: numberOf(row.values[0]) ?? 0 }))
            .sort((a, b) => b.value - a.value)
            .slice(0, node.count ?? DEFAULT_GROUP_COUNT);
          const maxAbsoluteValue = Math.max(0, ...rankedRows.map(({ value }) => Math.abs(value))) || 1;
          return (
            <ol className="sc-ranking">
              {rankedRows.map(({ row, value }, index) => (
                <li key={row.keys[0]}>
                  <span className="sc-ranking-place" data-place={index + 1}>
                    {index + 1}
                  </span>
                  {canListRecords(figure) ? (
                    <button
                      type="button"
                      className="sc-ranking-name"
                      onClick={() =>
                        drill.open({ keys: { [group.key]: row.keys[0] ?? '' }, labels: row.labels, figure: figure.key })
                      }
                    >
                      {row.labels[0]}
                    </button>
                  ) : (
                    <span className="sc-ranking-name">{row.labels[0]}</span>
                  )}
                  <span className="sc-ranking-value">
                    {figureText(row.values[0], figure)} {unitOf(figure)}
                  </span>
                  <span
                    className="sc-ranking-bar"
                    style={{ width: `calc((100% - 44px) * ${Math.abs(value) / maxAbsoluteValue})` }}
                    aria-hidden
                  />
                </li>
              ))}
            </ol>
          );
        }}
      </FigureShell>
      {drill.drawer}
    </>
  );
}
