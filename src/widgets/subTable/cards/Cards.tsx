/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a scrollable area is a region of its own */
import { useCallback, useImperativeHandle, useRef, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { totalLabel, totalText } from '../grid/TotalsRow.tsx';
import { MAX_FULLY_RENDERED_ROWS } from '../grid/styles.ts';
import { useTable, useTopic } from '../model.ts';
import { SelectAllBox } from '../parts/SelectAllBox.tsx';
import { nextEditable } from '../navigate.ts';
import type { LeaveDirection } from '../grid/CellEditor.tsx';
import type { CellRef } from '../store/cursor.ts';
import { Card } from './Card.tsx';

// estimated heights in pixels
const HEAD_HEIGHT = 56;
const LINE_HEIGHT = 44;
/** Returns the estimated height of an unmeasured card: its head and one line per column. */
const estimateCardHeight = (columnCount: number): number => HEAD_HEIGHT + columnCount * LINE_HEIGHT;

/**
 * The table on a phone: one card per row. With more than `MAX_FULLY_RENDERED_ROWS` rows, the cards scroll in an area of
 * their own, and only the cards in or near its visible part are mounted.
 */
export function Cards({ labelledBy, empty }: { labelledBy: string | undefined; empty: ReactNode }) {
  const model = useTable();
  const { store, layout, table, hasSelection } = model;
  useTopic(store.topics, 'structure');
  const rows = store.rows.all();
  const scroller = useRef<HTMLDivElement>(null);
  const isVirtual = rows.length > MAX_FULLY_RENDERED_ROWS;
  const estimateSize = useCallback(() => estimateCardHeight(layout.length), [layout.length]);
  // oxlint-disable-next-line react/incompatible-library -- its results are used in this render only
  const virtualizer = useVirtualizer({
    count: isVirtual ? rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize,
    overscan: 3,
    enabled: isVirtual,
    gap: 12,
  });
  useImperativeHandle(
    model.surface,
    () => {
      const findCard = (index: number) => scroller.current?.querySelector(`[data-row="${index}"]`);
      const reveal = (index: number): void => {
        if (isVirtual) virtualizer.scrollToIndex(index, { align: 'center' });
        else findCard(index)?.scrollIntoView?.({ block: 'center' });
      };
      const focus = ({ rowId, column }: CellRef): void => {
        const index = store.rows.indexOf(rowId);
        reveal(index);
        // a card outside the visible area is mounted only after scrolling
        requestAnimationFrame(() =>
          findCard(index)
            ?.querySelector<HTMLElement>(`[data-column="${CSS.escape(column)}"] button`)
            ?.focus(),
        );
      };
      return { reveal, focus };
    },
    [isVirtual, virtualizer, store],
  );
  const leaveCell = useCallback(
    (direction: LeaveDirection) => {
      const { cursor, rows: rowStore } = store;
      const active = cursor.active();
      const columns = layout.map((item) => item.column);
      const activeCell = active && {
        index: rowStore.indexOf(active.rowId),
        column: columns.findIndex((column) => column.key === active.column),
      };
      const next =
        activeCell && (direction === 'next' || direction === 'down')
          ? nextEditable(activeCell, true, rowStore.all(), columns, model.actions.isEditable)
          : null;
      if (next && next.rowId === active?.rowId) cursor.startEdit(next);
      else cursor.move(null);
    },
    [store, layout, model.actions],
  );
  if (rows.length === 0) return <div className="st-empty">{empty}</div>;
  const hasTotals = store.summaries.length > 0;
  return (
    <>
      {hasSelection && <SelectAllBox hasLabel />}
      <div
        ref={scroller}
        className={isVirtual ? 'st-cards st-cards-virtual' : 'st-cards'}
        role="region"
        aria-labelledby={labelledBy}
        aria-label={labelledBy === undefined ? (table.node.label ?? '子表') : undefined}
        {...(isVirtual ? { tabIndex: 0 } : {})}
      >
        {isVirtual ? (
          <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }} role="presentation">
            {virtualizer.getVirtualItems().map((item) => (
              <div
                key={rows[item.index]?.id}
                ref={virtualizer.measureElement}
                data-index={item.index}
                role="presentation"
                style={{ position: 'absolute', top: item.start, left: 0, right: 0 }}
              >
                {rows[item.index] && (
                  <Card
                    id={rows[item.index].id}
                    index={item.index}
                    isLast={item.index === rows.length - 1}
                    onLeave={leaveCell}
                  />
                )}
              </div>
            ))}
          </div>
        ) : (
          rows.map((row, index) => (
            <Card key={row.id} id={row.id} index={index} isLast={index === rows.length - 1} onLeave={leaveCell} />
          ))
        )}
      </div>
      {hasTotals && <CardTotals />}
    </>
  );
}

function CardTotals() {
  const model = useTable();
  useTopic(model.store.topics, 'totals');
  return (
    <dl className="st-card-totals">
      {model.layout
        .filter((item) => item.column.node.summary)
        .map((item) => (
          <div key={item.column.key} className="st-pair" data-total={item.column.key}>
            <dt>{`${item.column.node.label ?? item.column.key}${totalLabel(model, item) || '合计'}`}</dt>
            <dd>{totalText(model, item)}</dd>
          </div>
        ))}
    </dl>
  );
}
