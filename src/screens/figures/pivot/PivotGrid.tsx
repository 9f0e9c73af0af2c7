/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props
   -- virtualized: cells outside of the viewport are not in the DOM, which a <table> cannot express */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
import type { PivotLayout } from '../../../runtime/services/datasets.ts';
import { headingOf } from '../figureText.ts';
import type { Cell } from '../useDrill.tsx';
import {
  createCellLookup,
  figuresOf,
  headerText,
  buildHeaders,
  type AnswersByGroups,
  type PivotHeader,
} from './pivotModel.ts';
import { PivotRow, type RowContext, type PivotColumn } from './PivotRow.tsx';

interface Props {
  layout: PivotLayout;
  answers: AnswersByGroups;
  height: number;
  onOpen(cell: Cell): void;
}

// sizes in pixels
const ROW_HEIGHT = 36;
const COLUMN_WIDTH = 124;
const ROW_HEADER_COLUMN_WIDTH = 150;
const PHONE_ROW_HEADER_COLUMN_WIDTH = 96;

/** The cells of a pivot, virtualized in both directions so that hundreds of rows and columns scroll smoothly. */
export function PivotGrid({ layout, answers, height, onOpen }: Props) {
  const scrollContainer = useRef<HTMLDivElement>(null);
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const { rows, columns, figures, cellAt } = useMemo(() => {
    const pivotFigures = figuresOf(answers, layout);
    return {
      rows: buildHeaders(answers, layout.rows, { withSubtotals: true }),
      figures: pivotFigures,
      columns: buildHeaders(answers, layout.columns, { withSubtotals: layout.columns.length > 1 }).flatMap((header) =>
        pivotFigures.map((pivotFigure): PivotColumn => ({ header, ...pivotFigure })),
      ),
      cellAt: createCellLookup(answers, layout),
    };
  }, [answers, layout]);
  const rowHeaderColumnCount = Math.max(1, layout.rows.length);
  const rowHeaderColumnWidth = isPhone ? PHONE_ROW_HEADER_COLUMN_WIDTH : ROW_HEADER_COLUMN_WIDTH;
  const rowHeaderWidth = rowHeaderColumnCount * rowHeaderColumnWidth;
  const columnCount = columns.length;
  const latestOnOpen = useRef(onOpen);
  useEffect(() => {
    latestOnOpen.current = onOpen;
  });
  const rowContext = useMemo(
    (): RowContext => ({
      layout,
      columns,
      cellAt,
      onOpen: (cell) => latestOnOpen.current(cell),
      rowHeaderWidth,
      rowHeaderColumnWidth,
      columnWidth: COLUMN_WIDTH,
    }),
    [layout, columns, cellAt, rowHeaderWidth, rowHeaderColumnWidth],
  );
  const groupLabelOf = (key: string): string => findGroupLabel(answers, key) ?? key;
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer's functions are read in this render only
  const rowVirtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollContainer.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 5,
    useFlushSync: false,
  });
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: columnCount,
    getScrollElement: () => scrollContainer.current,
    estimateSize: () => COLUMN_WIDTH,
    overscan: 2,
    useFlushSync: false,
  });
  const visibleColumns = columnVirtualizer.getVirtualItems();
  const width = rowHeaderWidth + columnCount * COLUMN_WIDTH;
  // the last row is the total, always visible below the scrolled body
  const totalRowIndex = rows.length - 1;
  const columnHeaderHeight = figures.length > 1 && layout.columns.length > 0 ? 2 * ROW_HEIGHT : ROW_HEIGHT;
  return (
    <div
      ref={scrollContainer}
      className="sc-pivot-grid"
      role="table"
      aria-label="透视表，可滚动"
      aria-rowcount={rows.length + 1}
      aria-colcount={columnCount + rowHeaderColumnCount}
      style={{ maxHeight: height }}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes the table scrollable by keyboard
      tabIndex={0}
    >
      <div role="row" className="sc-pivot-head" style={{ width, height: columnHeaderHeight }}>
        <div className="sc-pivot-side" style={{ width: rowHeaderWidth }}>
          {layout.rows.map((key) => (
            <span key={key} role="columnheader" style={{ width: rowHeaderColumnWidth }}>
              {groupLabelOf(key)}
            </span>
          ))}
        </div>
        {visibleColumns.map(({ index: columnIndex, start }) => {
          const column = columns[columnIndex];
          if (!column) return null;
          const name = layout.columns.length === 0 ? headingOf(column.figure) : headerText(column.header);
          return (
            <div
              key={columnIndex}
              role="columnheader"
              className="sc-pivot-cell"
              data-kind={layout.columns.length > 0 ? column.header.kind : undefined}
              title={name}
              style={{ left: rowHeaderWidth + start, width: COLUMN_WIDTH }}
            >
              <span>{name}</span>
              {layout.columns.length > 0 && figures.length > 1 ? <span>{headingOf(column.figure)}</span> : null}
            </div>
          );
        })}
      </div>
      <div className="sc-pivot-body" style={{ width, height: totalRowIndex * ROW_HEIGHT }}>
        {rowVirtualizer
          .getVirtualItems()
          .filter(({ index }) => index < totalRowIndex)
          .map(({ index, start }) => (
            <PivotRow
              key={index}
              context={rowContext}
              row={rows[index] as PivotHeader}
              previousRow={rows[index - 1]}
              index={index}
              visibleColumns={visibleColumns}
              width={width}
              start={start}
            />
          ))}
      </div>
      <PivotRow
        context={rowContext}
        row={rows[totalRowIndex] as PivotHeader}
        previousRow={undefined}
        index={totalRowIndex}
        visibleColumns={visibleColumns}
        width={width}
        start={null}
      />
    </div>
  );
}

function findGroupLabel(answers: AnswersByGroups, key: string): string | undefined {
  for (const { groups } of answers.values()) {
    const group = groups.find((item) => item.key === key);
    if (group) return group.label;
  }
  return undefined;
}
