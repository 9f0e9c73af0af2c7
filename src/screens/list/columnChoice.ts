import { useCallback, useMemo, useState } from 'react';

/** The properties of a column that a person may change. `width` in px. */
export interface ArrangedColumn {
  field: string;
  title: string;
  width: number;
  fixed?: 'left' | 'right';
  /** Not shown unless somebody chooses it. */
  isHidden?: boolean;
}

/**
 * The changes that a person made to the columns of one screen. Only changes are stored: a column that is added to the
 * document later appears without further action, in document order.
 */
export interface ColumnLayout {
  shown?: Readonly<Record<string, boolean>>;
  /** Fields in the person's order; fields not named follow in document order. */
  order?: readonly string[];
  /** Widths in px. */
  widths?: Readonly<Record<string, number>>;
  fixed?: Readonly<Record<string, 'left' | 'right' | ''>>;
}

export const MIN_COLUMN_WIDTH = 60;
export const MAX_COLUMN_WIDTH = 900;

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** A stored layout; earlier ones were which columns are shown alone. */
export function readLayout(value: unknown): ColumnLayout {
  if (!isObject(value)) return {};
  const isEarlier = Object.values(value).some((one) => typeof one === 'boolean');
  return isEarlier ? { shown: value as Record<string, boolean> } : (value as ColumnLayout);
}

function read(key: string): ColumnLayout {
  try {
    return readLayout(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

export interface ColumnChoice<Column extends ArrangedColumn = ArrangedColumn> {
  /** The columns to show, in the person's order, with their widths and pins. */
  shown: readonly Column[];
  /** All of them in that order. */
  all: readonly Column[];
  layout: ColumnLayout;
  isShown(field: string): boolean;
  toggle(field: string, isShown: boolean): void;
  /** Puts a column before another; at the end for null. */
  move(field: string, before: string | null): void;
  resize(field: string, width: number): void;
  pin(field: string, side: 'left' | 'right' | ''): void;
  use(layout: ColumnLayout): void;
  restore(): void;
}

/** Columns in the person's order, with their widths and pins: pinned left first, pinned right last. */
export function arrangeColumns<Column extends ArrangedColumn>(
  columns: readonly Column[],
  layout: ColumnLayout,
): Column[] {
  const order = Array.isArray(layout.order) ? layout.order : [];
  const place = (field: string): number => (order.includes(field) ? order.indexOf(field) : order.length);
  const side = ({ fixed }: ArrangedColumn): number => (fixed === 'left' ? 0 : fixed === 'right' ? 2 : 1);
  return columns
    .map((column): Column => {
      const { fixed: written, ...rest } = column;
      const fixed = layout.fixed?.[column.field] ?? written ?? '';
      const width = layout.widths?.[column.field];
      return {
        ...rest,
        width: typeof width === 'number' ? Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)) : column.width,
        ...(fixed === '' ? {} : { fixed }),
        // the rest of a column is as it was
      } as Column;
    })
    .map((column, index) => ({ column, index }))
    .sort(
      (a, b) => side(a.column) - side(b.column) || place(a.column.field) - place(b.column.field) || a.index - b.index,
    )
    .map(({ column }) => column);
}

/** How a person arranged the columns of one screen; kept in the browser. At least one column stays. */
export function useColumnChoice<Column extends ArrangedColumn>(
  screen: string,
  columns: readonly Column[],
): ColumnChoice<Column> {
  const key = `columns:${screen}`;
  const [layout, setLayout] = useState(() => read(key));
  const keep = useCallback(
    (next: ColumnLayout) => {
      setLayout(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // If the browser cannot store the choice, it still applies until the page is left.
      }
    },
    [key],
  );
  return useMemo(() => {
    const all = arrangeColumns(columns, layout);
    const isShown = (field: string): boolean =>
      layout.shown?.[field] ?? !columns.find((column) => column.field === field)?.isHidden;
    const chosen = all.filter((column) => isShown(column.field));
    return {
      shown: chosen.length > 0 ? chosen : all.slice(0, 1),
      all,
      layout,
      isShown,
      toggle: (field, next) => keep({ ...layout, shown: { ...layout.shown, [field]: next } }),
      move: (field, before) => {
        const others = all.map((column) => column.field).filter((one) => one !== field);
        const at = before === null ? others.length : others.indexOf(before);
        keep({ ...layout, order: [...others.slice(0, at), field, ...others.slice(at)] });
      },
      resize: (field, width) => keep({ ...layout, widths: { ...layout.widths, [field]: Math.round(width) } }),
      pin: (field, side) => keep({ ...layout, fixed: { ...layout.fixed, [field]: side } }),
      use: keep,
      restore: () => keep({}),
    };
  }, [layout, columns, keep]);
}
