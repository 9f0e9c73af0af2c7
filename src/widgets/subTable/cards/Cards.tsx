/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a scrolling window is a region in its own right */
import { useCallback, useImperativeHandle, useRef, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { totalLabel, totalText } from '../grid/TotalsRow.tsx';
import { FLOW_ROWS } from '../grid/styles.ts';
import { useTable, useTopic } from '../model.ts';
import { nextEditable } from '../navigate.ts';
import type { Leave } from '../grid/CellEditor.tsx';
import type { CellRef } from '../store/cursor.ts';
import { Card } from './Card.tsx';

/** Height of a card before it is measured: its head and a line a column, in px. */
const guess = (columns: number): number => 56 + columns * 44;

/** The table on a phone: a card a row. More than a screenful scrolls in a window of its own, measured card by card. */
export function Cards({ labelledBy, empty }: { labelledBy: string | undefined; empty: ReactNode }) {
  const model = useTable();
  const { store, layout, table } = model;
  useTopic(store.topics, 'structure');
  const rows = store.rows.all();
  const scroller = useRef<HTMLDivElement>(null);
  const isVirtual = rows.length > FLOW_ROWS;
  const estimateSize = useCallback(() => guess(layout.length), [layout.length]);
  // oxlint-disable-next-line react/incompatible-library -- its answers are used in this render only
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
      const card = (index: number) => scroller.current?.querySelector(`[data-row="${index}"]`);
      const reveal = (index: number): void => {
        if (isVirtual) virtualizer.scrollToIndex(index, { align: 'center' });
        else card(index)?.scrollIntoView?.({ block: 'center' });
      };
      const focus = ({ rowId, column }: CellRef): void => {
        const index = store.rows.indexOf(rowId);
        reveal(index);
        // a card far away is mounted by the scrolling
        requestAnimationFrame(() =>
          card(index)
            ?.querySelector<HTMLElement>(`[data-column="${CSS.escape(column)}"] button`)
            ?.focus(),
        );
      };
      return { reveal, focus };
    },
    [isVirtual, virtualizer, store],
  );
  const leave = useCallback(
    (how: Leave) => {
      const { cursor, rows: data } = store;
      const active = cursor.active();
      const columns = layout.map((item) => item.column);
      const from = active && {
        index: data.indexOf(active.rowId),
        column: columns.findIndex((column) => column.key === active.column),
      };
      const next =
        from && (how === 'next' || how === 'down')
          ? nextEditable(from, true, data.all(), columns, model.actions.isEditable)
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
                {rows[item.index] && <Card id={rows[item.index].id} index={item.index} onLeave={leave} />}
              </div>
            ))}
          </div>
        ) : (
          rows.map((row, index) => <Card key={row.id} id={row.id} index={index} onLeave={leave} />)
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
