import type { Figure } from '../../runtime/services/datasets.ts';
import { headingOf } from './figureText.ts';

/** A combination of group values: the head of a row or of a column. */
export interface Head {
  keys: readonly string[];
  labels: readonly string[];
}

interface Props {
  rowLabels: readonly string[];
  /** Heads of the columns, heads with the same outer group adjacent; empty: one column for each figure. */
  columnHeads: readonly Head[];
  figures: readonly Figure[];
  /** True when each line ends with its total. */
  hasLineTotals: boolean;
}

interface Span {
  key: string;
  label: string;
  count: number;
}

/**
 * Returns the headings of one column group. A heading spans adjacent heads with the same values of the group and its
 * outer groups.
 */
function spansAt(columnHeads: readonly Head[], level: number): Span[] {
  const spans: Span[] = [];
  for (const { keys, labels } of columnHeads) {
    const key = JSON.stringify(keys.slice(0, level + 1));
    const last = spans.at(-1);
    if (last?.key === key) last.count += 1;
    else spans.push({ key, label: labels[level] ?? '', count: 1 });
  }
  return spans;
}

/** Head of a stat table: one line for each column group, and one for the figures if there are several. */
export function StatTableHead({ rowLabels, columnHeads, figures, hasLineTotals }: Props) {
  const levels = columnHeads[0]?.keys.length ?? 0;
  // a single figure needs no heading, because the title contains its name
  const hasFigureLine = levels === 0 || figures.length > 1;
  const lineCount = levels + (hasFigureLine ? 1 : 0);
  // with a single figure, the heading is aligned like the numbers below it
  const classAt = (level: number): string =>
    level < levels - 1 ? 'sc-figure-outer' : figures.length > 1 ? 'sc-figure-head' : 'sc-number';
  const figureHeads = (key: string) =>
    figures.map((figure) => (
      <th key={`${key}-${figure.key}`} scope="col" className="sc-number">
        {headingOf(figure)}
      </th>
    ));
  return (
    <thead>
      {Array.from({ length: lineCount }, (_none, line) => (
        <tr key={line}>
          {line === 0
            ? rowLabels.map((label, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- two groups may have the same label
                <th key={index} scope="col" rowSpan={lineCount}>
                  {label}
                </th>
              ))
            : null}
          {line < levels
            ? spansAt(columnHeads, line).map(({ key, label, count }) => (
                <th key={key} scope="colgroup" colSpan={count * figures.length} className={classAt(line)}>
                  {line < levels - 1 ? <span className="sc-figure-group">{label}</span> : label}
                </th>
              ))
            : levels === 0
              ? figureHeads('')
              : columnHeads.flatMap(({ keys }) => figureHeads(JSON.stringify(keys)))}
          {hasLineTotals && line === 0 ? (
            <th scope="colgroup" colSpan={figures.length} rowSpan={levels} className={classAt(levels - 1)}>
              合计
            </th>
          ) : null}
          {hasLineTotals && line > 0 && line === levels ? figureHeads('total') : null}
        </tr>
      ))}
    </thead>
  );
}
