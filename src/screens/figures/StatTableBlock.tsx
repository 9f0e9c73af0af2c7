import { useMemo } from 'react';
import type { StatTableNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { Figure, FigureAnswer, FigureRow } from '../../runtime/services/datasets.ts';
import { FigureShell } from './FigureShell.tsx';
import { figureText, numberOf } from './figureText.ts';
import { StatTableHead, type Head } from './StatTableHead.tsx';
import { useDrill, type Cell } from './useDrill.tsx';
import { compileTone, type ToneOf } from './tone.ts';
import { useFigure } from './useFigure.ts';

/** Returns a map key for a list of group values (`FigureRow.keys`). */
const joinKeys = (keys: readonly string[]): string => JSON.stringify(keys);

/**
 * Returns the heads of the rows or columns: the distinct combinations of values of `groups`, in the order of the
 * answer. `groups`: keys of the groups in the rows or in the columns.
 */
function headsOf(answer: FigureAnswer, groups: readonly string[]): Head[] {
  const indexes = groups.map((key) => answer.groups.findIndex((group) => group.key === key));
  const headsByKeys = new Map<string, Head>();
  for (const row of answer.rows) {
    const keys = indexes.map((index) => row.keys[index] ?? '');
    if (!headsByKeys.has(joinKeys(keys)))
      headsByKeys.set(joinKeys(keys), { keys, labels: indexes.map((index) => row.labels[index] ?? '') });
  }
  return [...headsByKeys.values()];
}

/** Compiles the tone expressions. `tones` and the result are keyed by figure. */
const compileTones = (tones: Readonly<Record<string, string>>): ReadonlyMap<string, ToneOf> =>
  new Map(Object.entries(tones).map(([key, text]) => [key, compileTone(text)]));

/**
 * A dataset as a table with groups as rows and columns. The server computes totals and subtotals. A click on a figure
 * shows its records.
 */
export function StatTableBlock({ node }: BlockProps<StatTableNode>) {
  const services = useServices();
  const columnGroups = node.columns ?? [];
  const figures = node.values;
  const figuresQuery = figures ? { figures } : {};
  const cells = useFigure(node, { ...figuresQuery, ...(node.rows ? { by: [...node.rows, ...columnGroups] } : {}) });
  const answer = cells.load.value;
  const rowGroups = useMemo(
    () => node.rows ?? (answer?.groups ?? []).map(({ key }) => key).filter((key) => !columnGroups.includes(key)),
    // oxlint-disable-next-line react/exhaustive-deps -- `columnGroups` comes from the document, which does not change
    [node.rows, answer],
  );
  const firstRowGroup = rowGroups.slice(0, 1);
  const rowTotals = useFigure(node, { ...figuresQuery, by: columnGroups.length > 0 ? rowGroups : [] });
  const columnTotals = useFigure(node, { ...figuresQuery, by: columnGroups });
  const subtotals = useFigure(node, { ...figuresQuery, by: node.subtotals ? [...firstRowGroup, ...columnGroups] : [] });
  const grandTotal = useFigure(node, { ...figuresQuery, by: [] });
  const subtotalSums = useFigure(node, { ...figuresQuery, by: node.subtotals ? firstRowGroup : [] });
  const drill = useDrill(cells.question, answer);
  const tones = useMemo(() => compileTones(node.tones ?? {}), [node.tones]);
  return (
    <>
      <FigureShell
        title={node.title}
        load={cells.load}
        question={cells.question}
        minHeight={160}
        onRetry={cells.reload}
        exportSheet={(name) =>
          services.datasets.exportPivot(
            cells.question,
            {
              layout: 'table',
              rows: rowGroups,
              columns: columnGroups,
              ...(figures ? { values: figures } : {}),
              totals: node.totals === true,
              subtotals: node.subtotals === true,
            },
            name,
          )
        }
      >
        {(value) => (
          <Grid
            answer={value}
            rowGroups={rowGroups}
            columnGroups={columnGroups}
            bars={new Set(node.bars)}
            tones={tones}
            height={node.height}
            columnTotals={node.totals ? columnTotals.load.value : undefined}
            rowTotals={node.totals && columnGroups.length > 0 ? rowTotals.load.value : undefined}
            subtotals={node.subtotals && rowGroups.length > 1 ? subtotals.load.value : undefined}
            grandTotal={grandTotal.load.value}
            subtotalSums={subtotalSums.load.value}
            onOpen={drill.open}
            canOpen={drill.canOpen}
          />
        )}
      </FigureShell>
      {drill.drawer}
    </>
  );
}

interface GridProps {
  answer: FigureAnswer;
  /** Keys of the groups in the rows. */
  rowGroups: readonly string[];
  /** Keys of the groups in the columns. */
  columnGroups: readonly string[];
  /** Keys of the figures whose cells contain a bar. */
  bars: ReadonlySet<string>;
  /** Functions that choose a cell's colour, by figure. */
  tones: ReadonlyMap<string, ToneOf>;
  height: number | undefined;
  /** Totals of the columns: the last row of the table. */
  columnTotals: FigureAnswer | undefined;
  /** Totals of the rows: the last cells of each row. */
  rowTotals: FigureAnswer | undefined;
  /** Totals for each value of the first row group and each column: the cells of the subtotal rows. */
  subtotals: FigureAnswer | undefined;
  /** The grand total: the bottom right corner of the table. */
  grandTotal: FigureAnswer | undefined;
  /** Totals for each value of the first row group over all columns: the last cells of the subtotal rows. */
  subtotalSums: FigureAnswer | undefined;
  /** Shows the records of the clicked figure. */
  onOpen(cell: Cell): void;
  /** Returns true if the records of this figure can be shown. */
  canOpen(figure: string): boolean;
}

/** Returns a map from the values of `groups`, joined by `joinKeys`, to the row of the answer that has these values. */
function indexByKeys(answer: FigureAnswer | undefined, groups: readonly string[]): ReadonlyMap<string, FigureRow> {
  const indexes = groups.map((key) => answer?.groups.findIndex((group) => group.key === key) ?? -1);
  return new Map((answer?.rows ?? []).map((row) => [joinKeys(indexes.map((index) => row.keys[index] ?? '')), row]));
}

/**
 * Reorders heads so that heads with the same value of the first group are adjacent, as subtotals and multi-line
 * headings require.
 */
function groupByFirst(heads: readonly Head[]): Head[] {
  const firstKeys = [...new Set(heads.map(({ keys }) => keys[0]))];
  return firstKeys.flatMap((first) => heads.filter(({ keys }) => keys[0] === first));
}

function Grid({
  answer,
  rowGroups,
  columnGroups,
  bars,
  tones,
  height,
  columnTotals,
  rowTotals,
  subtotals,
  grandTotal,
  subtotalSums,
  onOpen,
  canOpen,
}: GridProps) {
  const { figures } = answer;
  const labelOf = (key: string): string => answer.groups.find((group) => group.key === key)?.label ?? key;
  const rowHeads = subtotals ? groupByFirst(headsOf(answer, rowGroups)) : headsOf(answer, rowGroups);
  const findColumnHeads = (): Head[] => {
    if (columnGroups.length === 0) return [{ keys: [], labels: [] }];
    const heads = headsOf(answer, columnGroups);
    return columnGroups.length > 1 ? groupByFirst(heads) : heads;
  };
  const columnHeads = findColumnHeads();
  const cells = indexByKeys(answer, [...rowGroups, ...columnGroups]);
  const columnTotalCells = indexByKeys(columnTotals, columnGroups);
  const rowTotalCells = indexByKeys(rowTotals, rowGroups);
  const subtotalCells = indexByKeys(subtotals, [...rowGroups.slice(0, 1), ...columnGroups]);
  // the greatest absolute value of each figure has a bar of full width
  const greatestByFigure = new Map(
    figures.map(({ key }, index) => [
      key,
      Math.max(0, ...answer.rows.map(({ values }) => Math.abs(numberOf(values[index]) ?? 0))),
    ]),
  );
  const renderCell = (
    row: FigureRow | undefined,
    figure: Figure,
    index: number,
    keys: Record<string, string>,
    labels: readonly string[],
  ) => {
    const value = row?.values[index] ?? null;
    const text = figureText(value, figure);
    const tone = tones.get(figure.key)?.(value);
    const share = bars.has(figure.key) ? Math.abs(numberOf(value) ?? 0) / (greatestByFigure.get(figure.key) || 1) : 0;
    return (
      <td
        key={`${joinKeys(Object.values(keys))}-${figure.key}`}
        className="sc-number"
        data-tone={tone}
        data-figure={figure.key}
      >
        {bars.has(figure.key) ? (
          <span className="sc-figure-bar" style={{ width: `${Math.min(100, share * 100)}%` }} aria-hidden />
        ) : null}
        {canOpen(figure.key) && value !== null && Number(value) !== 0 ? (
          <button type="button" className="sc-figure-open" onClick={() => onOpen({ keys, labels, figure: figure.key })}>
            {text}
          </button>
        ) : (
          <span className="sc-figure-text">{text}</span>
        )}
      </td>
    );
  };
  const keysByGroup = (groups: readonly string[], keys: readonly string[]): Record<string, string> =>
    Object.fromEntries(groups.map((group, index) => [group, keys[index] ?? '']));
  const renderFigureCells = (
    findRow: (column: Head) => FigureRow | undefined,
    rowKeys: Record<string, string>,
    labels: readonly string[],
  ) =>
    columnHeads.flatMap((column) =>
      figures.map((figure, index) =>
        renderCell(findRow(column), figure, index, { ...rowKeys, ...keysByGroup(columnGroups, column.keys) }, [
          ...labels,
          ...column.labels,
        ]),
      ),
    );
  const renderRowTotals = (row: FigureRow | undefined, rowKeys: Record<string, string>, labels: readonly string[]) =>
    rowTotals ? figures.map((figure, index) => renderCell(row, figure, index, { ...rowKeys }, labels)) : [];
  const subtotalSumCells = indexByKeys(subtotalSums, rowGroups.slice(0, 1));
  const hasTotals = columnTotals !== undefined;
  const hasColumnGroups = columnGroups.length > 0;
  return (
    <section
      className="sc-figure-scroll"
      style={height ? { maxHeight: height } : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes the table scrollable by keyboard
      tabIndex={0}
      aria-label="统计表，可滚动"
    >
      <table className="sc-figure-table">
        <StatTableHead
          rowGroupLabels={rowGroups.map(labelOf)}
          columnHeads={hasColumnGroups ? columnHeads : []}
          figures={figures}
          hasRowTotals={rowTotals !== undefined}
        />
        <tbody>
          {rowHeads.map((head, headIndex) => {
            const rowKeys = keysByGroup(rowGroups, head.keys);
            const isLastOfGroup = rowHeads[headIndex + 1]?.keys[0] !== head.keys[0];
            const isFirstOfGroup = rowHeads[headIndex - 1]?.keys[0] !== head.keys[0];
            const groupKeys = keysByGroup(rowGroups.slice(0, 1), head.keys.slice(0, 1));
            return [
              <tr key={joinKeys(head.keys)}>
                {head.labels.map((label, index) => (
                  <th key={rowGroups[index]} scope="row" title={label}>
                    {index === 0 && rowGroups.length > 1 && !isFirstOfGroup ? '' : label}
                  </th>
                ))}
                {renderFigureCells(
                  (column) => cells.get(joinKeys([...head.keys, ...column.keys])),
                  rowKeys,
                  head.labels,
                )}
                {renderRowTotals(rowTotalCells.get(joinKeys(head.keys)), rowKeys, head.labels)}
              </tr>,
              ...(subtotals && isLastOfGroup
                ? [
                    <tr key={`sub-${joinKeys(head.keys)}`} className="sc-figure-sub">
                      <th scope="row" colSpan={rowGroups.length}>
                        {head.labels[0]} 小计
                      </th>
                      {renderFigureCells(
                        (column) => subtotalCells.get(joinKeys([head.keys[0] ?? '', ...column.keys])),
                        groupKeys,
                        head.labels.slice(0, 1),
                      )}
                      {renderRowTotals(
                        subtotalSumCells.get(joinKeys(head.keys.slice(0, 1))),
                        groupKeys,
                        head.labels.slice(0, 1),
                      )}
                    </tr>,
                  ]
                : []),
            ];
          })}
        </tbody>
        {hasTotals ? (
          <tfoot>
            <tr>
              <th scope="row" colSpan={Math.max(1, rowGroups.length)}>
                合计
              </th>
              {renderFigureCells((column) => columnTotalCells.get(joinKeys(column.keys)), {}, [])}
              {renderRowTotals(grandTotal?.rows[0], {}, [])}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}
