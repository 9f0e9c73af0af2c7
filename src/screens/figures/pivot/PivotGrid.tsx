/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props
   -- virtualized: cells outside of the viewport are not in the DOM, which a <table> cannot express */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { PHONE_WIDTH, useNarrower } from '../../../runtime/host/mediaQuery.ts';
import type { PivotLayout } from '../../../runtime/services/datasets.ts';
import { headingOf } from '../figureText.ts';
import type { Cell } from '../useDrill.tsx';
import { cellsOf, figuresOf, lineName, linesOf, type Answers, type PivotLine } from './pivotModel.ts';
import { PivotRow, type PivotCells, type PivotColumn } from './PivotRow.tsx';

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
  const { rows, columns, figures, cell } = useMemo(() => {
    const own = figuresOf(answers, layout);
    return {
      rows: linesOf(answers, layout.rows, true),
      figures: own,
      columns: linesOf(answers, layout.columns, layout.columns.length > 1).flatMap((line) =>
        own.map((one): PivotColumn => ({ line, ...one })),
      ),
      cell: cellsOf(answers, layout),
    };
  }, [answers, layout]);
  const sides = Math.max(1, layout.rows.length);
  const sideWidth = isPhone ? PHONE_HEAD : HEAD;
  const left = sides * sideWidth;
  const across = columns.length;
  const opened = useRef(onOpen);
  useEffect(() => {
    opened.current = onOpen;
  });
  const cells = useMemo(
    (): PivotCells => ({
      layout,
      columns,
      cell,
      onOpen: (one) => opened.current(one),
      left,
      sideWidth,
      columnWidth: COLUMN,
    }),
    [layout, columns, cell, left, sideWidth],
  );
  const groupOf = (key: string): string => nameOfGroup(answers, key) ?? key;
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer's functions are read in this render only
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 5,
    useFlushSync: false,
  });
  const along = useVirtualizer({
    horizontal: true,
    count: across,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN,
    overscan: 2,
    useFlushSync: false,
  });
  const shown = along.getVirtualItems();
  const width = left + across * COLUMN;
  const total = rows.length - 1;
  const headHeight = figures.length > 1 && layout.columns.length > 0 ? 2 * ROW : ROW;
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
          const column = columns[at];
          if (!column) return null;
          const name = layout.columns.length === 0 ? headingOf(column.figure) : lineName(column.line);
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
              {layout.columns.length > 0 && figures.length > 1 ? <span>{headingOf(column.figure)}</span> : null}
            </div>
          );
        })}
      </div>
      <div className="sc-pivot-body" style={{ width, height: total * ROW }}>
        {down
          .getVirtualItems()
          .filter(({ index }) => index < total)
          .map(({ index, start }) => (
            <PivotRow
              key={index}
              cells={cells}
              row={rows[index] as PivotLine}
              before={rows[index - 1]}
              index={index}
              shown={shown}
              width={width}
              start={start}
            />
          ))}
      </div>
      <PivotRow
        cells={cells}
        row={rows[total] as PivotLine}
        before={undefined}
        index={total}
        shown={shown}
        width={width}
        start={null}
      />
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
