import { useMemo } from 'react';
import type { StatTableNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { Figure, FigureAnswer, FigureRow } from '../../runtime/services/datasets.ts';
import { FigureShell } from './FigureShell.tsx';
import { figureText, headingOf, numberOf } from './figureText.ts';
import { useDrill, type Cell } from './useDrill.tsx';
import { toneOf, type Tone } from './tone.ts';
import { useFigure } from './useFigure.ts';

/** Rows by the keys of some of their groups. */
const nameOf = (keys: readonly string[]): string => JSON.stringify(keys);

interface Head {
  keys: readonly string[];
  labels: readonly string[];
}

/** The groups along one side of the table, in the order in which they come. */
function headsOf(answer: FigureAnswer, groups: readonly string[]): Head[] {
  const places = groups.map((key) => answer.groups.findIndex((group) => group.key === key));
  const found = new Map<string, Head>();
  for (const row of answer.rows) {
    const keys = places.map((place) => row.keys[place] ?? '');
    if (!found.has(nameOf(keys)))
      found.set(nameOf(keys), { keys, labels: places.map((place) => row.labels[place] ?? '') });
  }
  return [...found.values()];
}

const tonesOf = (tones: Readonly<Record<string, string>>): ReadonlyMap<string, Tone> =>
  new Map(Object.entries(tones).map(([key, text]) => [key, toneOf(text)]));

/** A dataset as a table: groups as rows, others across, totals and subtotals asked of the server. Every figure opens its records. */
export function StatTableBlock({ node }: BlockProps<StatTableNode>) {
  const across = node.columns ?? [];
  const figures = node.values;
  const asked = figures ? { figures } : {};
  const whole = useFigure(node, { ...asked, ...(node.rows ? { by: [...node.rows, ...across] } : {}) });
  const answer = whole.load.value;
  const rows = useMemo(
    () => node.rows ?? (answer?.groups ?? []).map(({ key }) => key).filter((key) => !across.includes(key)),
    // oxlint-disable-next-line react/exhaustive-deps -- of the document, which does not change
    [node.rows, answer],
  );
  const first = rows.slice(0, 1);
  const ofRows = useFigure(node, { ...asked, by: across.length > 0 ? rows : [] });
  const ofColumns = useFigure(node, { ...asked, by: across });
  const subtotals = useFigure(node, { ...asked, by: node.subtotals ? [...first, ...across] : [] });
  const grand = useFigure(node, { ...asked, by: [] });
  const ofFirst = useFigure(node, { ...asked, by: node.subtotals ? first : [] });
  const drill = useDrill(whole.question, answer);
  const tones = useMemo(() => tonesOf(node.tones ?? {}), [node.tones]);
  return (
    <>
      <FigureShell
        title={node.title}
        load={whole.load}
        question={whole.question}
        minHeight={160}
        onRetry={whole.reload}
      >
        {(value) => (
          <Grid
            answer={value}
            rows={rows}
            across={across}
            bars={new Set(node.bars)}
            tones={tones}
            height={node.height}
            totals={node.totals ? ofColumns.load.value : undefined}
            rowTotals={node.totals && across.length > 0 ? ofRows.load.value : undefined}
            subtotals={node.subtotals && rows.length > 1 ? subtotals.load.value : undefined}
            grand={grand.load.value}
            ofFirst={ofFirst.load.value}
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
  rows: readonly string[];
  across: readonly string[];
  bars: ReadonlySet<string>;
  tones: ReadonlyMap<string, Tone>;
  height: number | undefined;
  totals: FigureAnswer | undefined;
  rowTotals: FigureAnswer | undefined;
  subtotals: FigureAnswer | undefined;
  /** The total of everything, and of each value of the first group: the corners of the table. */
  grand: FigureAnswer | undefined;
  ofFirst: FigureAnswer | undefined;
  onOpen(cell: Cell): void;
  canOpen(figure: string): boolean;
}

/** Rows of an answer by the keys of these groups. */
function byKeys(answer: FigureAnswer | undefined, groups: readonly string[]): ReadonlyMap<string, FigureRow> {
  const places = groups.map((key) => answer?.groups.findIndex((group) => group.key === key) ?? -1);
  return new Map((answer?.rows ?? []).map((row) => [nameOf(places.map((place) => row.keys[place] ?? '')), row]));
}

/** Lines of the same first group one after the other, whatever figure the dataset is ordered by: a subtotal follows its last. */
function together(lines: readonly Head[]): Head[] {
  const firsts = [...new Set(lines.map(({ keys }) => keys[0]))];
  return firsts.flatMap((first) => lines.filter(({ keys }) => keys[0] === first));
}

function Grid({
  answer,
  rows,
  across,
  bars,
  tones,
  height,
  totals,
  rowTotals,
  subtotals,
  grand,
  ofFirst,
  onOpen,
  canOpen,
}: GridProps) {
  const { figures } = answer;
  const labelOf = (key: string): string => answer.groups.find((group) => group.key === key)?.label ?? key;
  const lines = subtotals ? together(headsOf(answer, rows)) : headsOf(answer, rows);
  const columns: Head[] = across.length > 0 ? headsOf(answer, across) : [{ keys: [], labels: [] }];
  const cells = byKeys(answer, [...rows, ...across]);
  const sums = byKeys(totals, across);
  const ends = byKeys(rowTotals, rows);
  const parts = byKeys(subtotals, [...rows.slice(0, 1), ...across]);
  const most = new Map(
    figures.map(({ key }, index) => [
      key,
      Math.max(0, ...answer.rows.map(({ values }) => Math.abs(numberOf(values[index]) ?? 0))),
    ]),
  );
  const cell = (
    row: FigureRow | undefined,
    figure: Figure,
    index: number,
    keys: Record<string, string>,
    labels: readonly string[],
  ) => {
    const value = row?.values[index] ?? null;
    const text = figureText(value, figure);
    const tone = tones.get(figure.key)?.(value);
    const share = bars.has(figure.key) ? Math.abs(numberOf(value) ?? 0) / (most.get(figure.key) || 1) : 0;
    return (
      <td
        key={`${nameOf(Object.values(keys))}-${figure.key}`}
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
  const keyed = (groups: readonly string[], keys: readonly string[]): Record<string, string> =>
    Object.fromEntries(groups.map((group, index) => [group, keys[index] ?? '']));
  const figureCells = (
    lookUp: (column: Head) => FigureRow | undefined,
    own: Record<string, string>,
    labels: readonly string[],
  ) =>
    columns.flatMap((column) =>
      figures.map((figure, index) =>
        cell(lookUp(column), figure, index, { ...own, ...keyed(across, column.keys) }, [...labels, ...column.labels]),
      ),
    );
  const endCells = (row: FigureRow | undefined, own: Record<string, string>, labels: readonly string[]) =>
    rowTotals ? figures.map((figure, index) => cell(row, figure, index, { ...own }, labels)) : [];
  const firsts = byKeys(ofFirst, rows.slice(0, 1));
  const all = totals && byKeys(totals, across);
  const isAcross = across.length > 0;
  // one figure needs no line of its own: the title says which it is
  const hasTwoLines = isAcross && figures.length > 1;
  // a single figure stands below its own heading
  const headClass = figures.length > 1 ? 'sc-figure-head' : 'sc-number';
  return (
    <section
      className="sc-figure-scroll"
      style={height ? { maxHeight: height } : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
      tabIndex={0}
      aria-label="统计表，可滚动"
    >
      <table className="sc-figure-table">
        <thead>
          <tr>
            {rows.map((key) => (
              <th key={key} scope="col" rowSpan={hasTwoLines ? 2 : 1}>
                {labelOf(key)}
              </th>
            ))}
            {isAcross
              ? columns.map((column) => (
                  <th key={nameOf(column.keys)} scope="colgroup" colSpan={figures.length} className={headClass}>
                    {column.labels.join(' / ')}
                  </th>
                ))
              : figures.map((figure) => (
                  <th key={figure.key} scope="col" className="sc-number">
                    {headingOf(figure)}
                  </th>
                ))}
            {rowTotals ? (
              <th scope="colgroup" colSpan={figures.length} className={headClass}>
                合计
              </th>
            ) : null}
          </tr>
          {hasTwoLines ? (
            <tr>
              {[...columns, ...(rowTotals ? [{ keys: ['合计'], labels: [] }] : [])].flatMap((column) =>
                figures.map((figure) => (
                  <th key={`${nameOf(column.keys)}-${figure.key}`} scope="col" className="sc-number">
                    {headingOf(figure)}
                  </th>
                )),
              )}
            </tr>
          ) : null}
        </thead>
        <tbody>
          {lines.map((line, at) => {
            const own = keyed(rows, line.keys);
            const isLast = lines[at + 1]?.keys[0] !== line.keys[0];
            const isFirst = lines[at - 1]?.keys[0] !== line.keys[0];
            const group = keyed(rows.slice(0, 1), line.keys.slice(0, 1));
            return [
              <tr key={nameOf(line.keys)}>
                {line.labels.map((label, index) => (
                  <th key={rows[index]} scope="row" title={label}>
                    {index === 0 && rows.length > 1 && !isFirst ? '' : label}
                  </th>
                ))}
                {figureCells((column) => cells.get(nameOf([...line.keys, ...column.keys])), own, line.labels)}
                {endCells(ends.get(nameOf(line.keys)), own, line.labels)}
              </tr>,
              ...(subtotals && isLast
                ? [
                    <tr key={`sub-${nameOf(line.keys)}`} className="sc-figure-sub">
                      <th scope="row" colSpan={rows.length}>
                        {line.labels[0]} 小计
                      </th>
                      {figureCells(
                        (column) => parts.get(nameOf([line.keys[0] ?? '', ...column.keys])),
                        group,
                        line.labels.slice(0, 1),
                      )}
                      {endCells(firsts.get(nameOf(line.keys.slice(0, 1))), group, line.labels.slice(0, 1))}
                    </tr>,
                  ]
                : []),
            ];
          })}
        </tbody>
        {all ? (
          <tfoot>
            <tr>
              <th scope="row" colSpan={Math.max(1, rows.length)}>
                合计
              </th>
              {figureCells((column) => sums.get(nameOf(column.keys)), {}, [])}
              {endCells(grand?.rows[0], {}, [])}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}
