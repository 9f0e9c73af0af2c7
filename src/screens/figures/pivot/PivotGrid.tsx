/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props -- cells outside the window do not exist, which a <table> cannot say */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { PHONE_WIDTH, useNarrower } from '../../../runtime/host/mediaQuery.ts';
import type { PivotLayout } from '../../../runtime/services/datasets.ts';
import { figureText, headingOf } from '../figureText.ts';
import type { Cell } from '../useDrill.tsx';
import { cellsOf, figuresOf, keysOf, lineName, linesOf, type Answers, type PivotLine } from './pivotModel.ts';

interface Props {
  layout: PivotLayout;
  answers: Answers;
  height: number;
  onOpen(cell: Cell): void;
}

const ROW = 36;
const COLUMN = 124;
const HEAD = 150;
const PHONE_HEAD = 96;

/** The cells of a pivot: only those in the window exist, so that hundreds of rows and columns scroll smoothly. */
export function PivotGrid({ layout, answers, height, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const isPhone = useNarrower(PHONE_WIDTH);
  const { rows, columns, figures, cell } = useMemo(
    () => ({
      rows: linesOf(answers, layout.rows, true),
      columns: linesOf(answers, layout.columns, layout.columns.length > 1),
      figures: figuresOf(answers, layout),
      cell: cellsOf(answers, layout),
    }),
    [answers, layout],
  );
  const sides = Math.max(1, layout.rows.length);
  const sideWidth = isPhone ? PHONE_HEAD : HEAD;
  const left = sides * sideWidth;
  const across = columns.length * figures.length;
  const groupOf = (key: string): string => nameOfGroup(answers, key) ?? key;
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer's functions are read in this render only
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  const along = useVirtualizer({
    horizontal: true,
    count: across,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN,
    overscan: 4,
  });
  const shown = along.getVirtualItems();
  const width = left + across * COLUMN;
  const total = rows.length - 1;
  const headHeight = figures.length > 1 && layout.columns.length > 0 ? 2 * ROW : ROW;
  const columnAt = (index: number): { line: PivotLine; figure: (typeof figures)[number] } | null => {
    const line = columns[Math.floor(index / figures.length)];
    const figure = figures[index % figures.length];
    return line && figure ? { line, figure } : null;
  };
  const line = (index: number, className: string, style: React.CSSProperties) => {
    const row = rows[index] as PivotLine;
    const before = rows[index - 1];
    const isSame = (level: number): boolean =>
      row.kind === 'value' &&
      before?.kind === 'value' &&
      before.keys.slice(0, level + 1).join('\u0000') === row.keys.slice(0, level + 1).join('\u0000');
    return (
      <div key={index} role="row" aria-rowindex={index + 2} className={className} data-kind={row.kind} style={style}>
        <div className="sc-pivot-side" style={{ width: left }}>
          {row.kind === 'value' ? (
            row.labels.map((label, level) => (
              <span key={layout.rows[level]} role="rowheader" title={label} style={{ width: sideWidth }}>
                {level < row.labels.length - 1 && isSame(level) ? '' : label}
              </span>
            ))
          ) : (
            <span role="rowheader" style={{ width: left }} title={lineName(row)}>
              {lineName(row)}
            </span>
          )}
        </div>
        {shown.map(({ index: at, start }) => {
          const column = columnAt(at);
          if (!column) return null;
          const { figure, place } = column.figure;
          const value = cell(row, column.line)?.values[place] ?? null;
          const text = figureText(value, figure);
          return (
            <div
              key={at}
              role="cell"
              aria-colindex={at + 1 + sides}
              className="sc-pivot-cell"
              data-kind={column.line.kind}
              style={{ left: left + start, width: COLUMN }}
            >
              {figure.isMeasure && value !== null && Number(value) !== 0 ? (
                <button
                  type="button"
                  className="sc-figure-open"
                  onClick={() =>
                    onOpen({
                      keys: keysOf(layout, row, column.line),
                      labels: [...row.labels, ...column.line.labels],
                      figure: figure.key,
                    })
                  }
                >
                  {text}
                </button>
              ) : (
                text
              )}
            </div>
          );
        })}
      </div>
    );
  };
  return (
    <div
      ref={scroller}
      className="sc-pivot-grid"
      role="table"
      aria-label="透视表，可滚动"
      aria-rowcount={rows.length + 1}
      aria-colcount={across + sides}
      style={{ maxHeight: height }}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
    >
      <div role="row" className="sc-pivot-head" style={{ width, height: headHeight }}>
        <div className="sc-pivot-side" style={{ width: left }}>
          {layout.rows.map((key) => (
            <span key={key} role="columnheader" style={{ width: sideWidth }}>
              {groupOf(key)}
            </span>
          ))}
        </div>
        {shown.map(({ index: at, start }) => {
          const column = columnAt(at);
          if (!column) return null;
          const name = layout.columns.length === 0 ? headingOf(column.figure.figure) : lineName(column.line);
          return (
            <div
              key={at}
              role="columnheader"
              className="sc-pivot-cell"
              data-kind={layout.columns.length > 0 ? column.line.kind : undefined}
              title={name}
              style={{ left: left + start, width: COLUMN }}
            >
              <span>{name}</span>
              {layout.columns.length > 0 && figures.length > 1 ? <span>{headingOf(column.figure.figure)}</span> : null}
            </div>
          );
        })}
      </div>
      <div className="sc-pivot-body" style={{ width, height: total * ROW }}>
        {down
          .getVirtualItems()
          .filter(({ index }) => index < total)
          .map(({ index, start }) => line(index, 'sc-pivot-row', { width, transform: `translateY(${start}px)` }))}
      </div>
      {line(total, 'sc-pivot-row sc-pivot-foot', { width })}
    </div>
  );
}

function nameOfGroup(answers: Answers, key: string): string | undefined {
  for (const { groups } of answers.values()) {
    const found = groups.find((group) => group.key === key);
    if (found) return found.label;
  }
  return undefined;
}
