/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props, jsx-a11y/control-has-associated-label -- rows and columns outside the visible area are not rendered, which a <table> cannot express */
import { useCallback, useImperativeHandle, useRef, useState, type ReactNode } from 'react';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { leadColumnCount, leadWidth } from '../columns.ts';
import { useTable, useTopic } from '../model.ts';
import { KeyCapture } from './input/KeyCapture.tsx';
import { GridMenu, type MenuOpener } from './GridMenu.tsx';
import { Header } from './Header.tsx';
import { RowView } from './RowView.tsx';
import {
  MAX_SCROLLED_HEIGHT,
  MAX_FULLY_RENDERED_COLUMNS,
  MAX_FULLY_RENDERED_ROWS,
  HEADER_HEIGHT,
  ROW_HEIGHT,
  TOTALS_HEIGHT,
  fixedWidth,
  totalWidth,
} from './styles.ts';
import { TotalsRow } from './TotalsRow.tsx';
import { useGridControl } from './useGridControl.ts';
import { useGridPointer } from './input/useGridPointer.ts';

/**
 * The table on a wide screen. A small table is rendered completely. A large table scrolls in its own area, and only its
 * visible rows and columns are mounted. At most one cell has an editor.
 */
export function Grid({ labelledBy, empty }: { labelledBy: string | undefined; empty: ReactNode }) {
  const model = useTable();
  const { store, layout, isEditMode, hasSelection, operationWidth, table, domId } = model;
  useTopic(store.topics, 'structure');
  const rows = store.rows.all();
  const scroller = useRef<HTMLDivElement>(null);
  const isVirtual = rows.length > MAX_FULLY_RENDERED_ROWS;
  const hasTotals = store.summaries.length > 0 && rows.length > 0;

  const findRowsToRender = useCallback(
    (range: Range): number[] => {
      const indexes = defaultRangeExtractor(range);
      // the edited row stays mounted outside the visible area, because its editor contains the typed text
      const editing = store.cursor.editing();
      const index = editing ? store.rows.indexOf(editing.rowId) : -1;
      if (index < 0 || index >= range.count || indexes.includes(index)) return indexes;
      return [...indexes, index].sort((a, b) => a - b);
    },
    [store],
  );
  const getScrollElement = useCallback(() => scroller.current, []);
  const estimateSize = useCallback(() => ROW_HEIGHT, []);
  // oxlint-disable-next-line react/incompatible-library -- its results are used in this render only
  const rowVirtualizer = useVirtualizer({
    count: isVirtual ? rows.length : 0,
    getScrollElement,
    estimateSize,
    overscan: 4,
    rangeExtractor: findRowsToRender,
    scrollPaddingStart: HEADER_HEIGHT,
    scrollPaddingEnd: hasTotals ? TOTALS_HEIGHT : 0,
    enabled: isVirtual,
  });
  const isWide = layout.length > MAX_FULLY_RENDERED_COLUMNS;
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: isWide ? layout.length : 0,
    getScrollElement,
    overscan: 2,
    enabled: isWide,
    estimateSize: useCallback((position: number) => layout[position]?.width ?? 0, [layout]),
    paddingStart: leadWidth(model),
  });
  const visibleColumns = isWide ? columnVirtualizer.getVirtualItems() : [];
  const firstColumn = visibleColumns[0]?.index ?? 0;
  const lastColumn = isWide ? (visibleColumns.at(-1)?.index ?? MAX_FULLY_RENDERED_COLUMNS) : layout.length - 1;

  const menu = useRef<MenuOpener | null>(null);
  const control = useGridControl({ model, scroller, isVirtual, menu });
  useImperativeHandle(model.surface, () => ({ reveal: control.reveal, focus: control.activate }), [control]);
  const pointer = useGridPointer(model, control, scroller);
  const width = leadWidth(model) + totalWidth(layout) + operationWidth;
  const style = {
    maxHeight: isVirtual || table.node.height ? (table.node.height ?? MAX_SCROLLED_HEIGHT) : undefined,
    scrollPaddingLeft: leadWidth(model) + fixedWidth(layout, 'left'),
    scrollPaddingRight: operationWidth + fixedWidth(layout, 'right'),
  };
  const [slots] = useState(createSlots);
  const shownIndexes = isVirtual
    ? rowVirtualizer
        .getVirtualItems()
        .map((item) => item.index)
        .filter((index) => index < rows.length)
    : rows.map((_row, index) => index);
  const keys = slots.assign(shownIndexes.map((index) => rows[index].id));
  return (
    <div
      ref={scroller}
      className={`st-scroll${isVirtual ? ' st-virtual' : ''}${isWide ? ' st-wide' : ''}${isEditMode ? ' st-live' : ''}`}
      style={style}
      // a scrollable area must be reachable by keyboard; if there are rows, `KeyCapture` in the area has the tab stop
      {...(rows.length > 0
        ? {}
        : { tabIndex: 0, role: 'region', 'aria-label': `${table.node.label ?? '子表'}（可滚动）` })}
      {...pointer}
    >
      <div className="st-canvas" style={{ minWidth: width }}>
        <div
          className="st-grid"
          role="grid"
          aria-labelledby={labelledBy}
          aria-label={labelledBy === undefined ? (table.node.label ?? '子表') : undefined}
          aria-rowcount={rows.length + (hasTotals ? 2 : 1)}
          aria-colcount={leadColumnCount(model) + layout.length + (operationWidth > 0 ? 1 : 0)}
          aria-multiselectable={hasSelection || undefined}
          aria-readonly={isEditMode ? undefined : true}
        >
          <Header firstColumn={firstColumn} lastColumn={lastColumn} onMenu={control.openMenu} />
          <div
            className="st-body"
            role="rowgroup"
            style={isVirtual ? { height: rowVirtualizer.getTotalSize() } : undefined}
          >
            {shownIndexes.map((index, i) => (
              <RowView
                key={keys[i]}
                id={rows[index].id}
                index={index}
                isLast={index === rows.length - 1}
                top={isVirtual ? index * ROW_HEIGHT : undefined}
                firstColumn={firstColumn}
                lastColumn={lastColumn}
                onLeave={control.leaveEditor}
              />
            ))}
          </div>
          {hasTotals && <TotalsRow firstColumn={firstColumn} lastColumn={lastColumn} />}
        </div>
        <div className="st-drop" hidden />
        <GridMenu opener={menu} control={control} scroller={scroller} />
        {rows.length > 0 && <KeyCapture id={`${domId}-keys`} control={control} scroller={scroller} />}
      </div>
      {rows.length === 0 && <div className="st-empty">{empty}</div>}
    </div>
  );
}

/**
 * Assigns DOM elements to rows by React keys. A row keeps its element while it is rendered. A row that scrolls into
 * view reuses the element of a row that scrolled out, which is much cheaper than creating an element.
 */
interface Slots {
  /** Returns a stable number for each id, for use as a key. Releases the numbers of ids that are not in the list. */
  assign(ids: readonly string[]): readonly number[];
}

export function createSlots(): Slots {
  let slotById = new Map<string, number>();
  let slotCount = 0;
  return {
    assign(ids) {
      const next = new Map<string, number>();
      for (const id of ids) {
        const slot = slotById.get(id);
        if (slot !== undefined) next.set(id, slot);
      }
      const usedSlots = new Set(next.values());
      const freeSlots = Array.from({ length: slotCount }, (_v, slot) => slot).filter((slot) => !usedSlots.has(slot));
      for (const id of ids) {
        if (!next.has(id)) next.set(id, freeSlots.shift() ?? slotCount++);
      }
      slotById = next;
      // if far fewer rows are rendered than before, drops free numbers beyond the largest used number
      if (slotCount > 4 * ids.length + 40) slotCount = Math.max(0, ...next.values()) + 1;
      return ids.map((id) => next.get(id) as number);
    },
  };
}
