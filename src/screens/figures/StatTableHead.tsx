import type { Figure } from '../../runtime/services/datasets.ts';
import { headingOf } from './figureText.ts';

/** A combination of group values: the head of a row or of a column. */
export interface Head {
  keys: readonly string[];
  labels: readonly string[];
}

interface Props {
  /** Labels of the groups whose values are the heads of the rows. */
  rowGroupLabels: readonly string[];
  /**
   * Heads of the columns; heads with the same outer group are adjacent. Empty: the table has one column for each
   * figure.
   */
  columnHeads: readonly Head[];
  figures: readonly Figure[];
  /** True when each row of the table ends with its total. */
  hasRowTotals: boolean;
}

interface Span {
  key: string;
  label: string;
  count: number;
}

/**
 * Returns the headings of the column group at this level (0: outermost). A heading spans the adjacent columns with the
 * same values of this group and its outer groups.
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

/** Head of a stat table: one row of headings for each column group, and one for the figures if there are several. */
export function StatTableHead({ rowGroupLabels, columnHeads, figures, hasRowTotals }: Props) {
  const levelCount = columnHeads[0]?.keys.length ?? 0;
  // a single figure needs no heading, because the title contains its name
  const hasFigureRow = levelCount === 0 || figures.length > 1;
  const headRowCount = levelCount + (hasFigureRow ? 1 : 0);
  // with a single figure, the heading is aligned like the numbers below it
  const classAt = (level: number): string =>
    level < levelCount - 1 ? 'sc-figure-outer' : figures.length > 1 ? 'sc-figure-head' : 'sc-number';
  const figureHeads = (key: string) =>
    figures.map((figure) => (
      <th key={`${key}-${figure.key}`} scope="col" className="sc-number">
        {headingOf(figure)}
      </th>
    ));
  return (
    <thead>
      {Array.from({ length: headRowCount }, (_none, headRowIndex) => (
        <tr key={headRowIndex}>
          {headRowIndex === 0
            ? rowGroupLabels.map((label, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- two groups may have the same label
                <th key={index} scope="col" rowSpan={headRowCount}>
                  {label}
                </th>
              ))
            : null}
          {headRowIndex < levelCount
            ? spansAt(columnHeads, headRowIndex).map(({ key, label, count }) => (
                <th key={key} scope="colgroup" colSpan={count * figures.length} className={classAt(headRowIndex)}>
                  {headRowIndex < levelCount - 1 ? <span className="sc-figure-group">{label}</span> : label}
                </th>
              ))
            : levelCount === 0
              ? figureHeads('')
              : columnHeads.flatMap(({ keys }) => figureHeads(JSON.stringify(keys)))}
          {hasRowTotals && headRowIndex === 0 ? (
            <th scope="colgroup" colSpan={figures.length} rowSpan={levelCount} className={classAt(levelCount - 1)}>
              合计
            </th>
          ) : null}
          {hasRowTotals && headRowIndex > 0 && headRowIndex === levelCount ? figureHeads('total') : null}
        </tr>
      ))}
    </thead>
  );
}
