import { useCallback, useMemo, useState } from 'react';

/** A column whose width (in px), pinned side, position and visibility a person may change. */
export interface ArrangedColumn {
  field: string;
  title: string;
  width: number;
  fixed?: 'left' | 'right';
  /** Hidden until the person shows the column. */
  isHidden?: boolean;
}

/**
 * The changes that a person made to the columns of one screen. Only changes are stored, so a column that is added to
 * the document later appears in document order.
 */
export interface ColumnLayout {
  /** By field: true if the column is shown. */
  shown?: Readonly<Record<string, boolean>>;
  /** Fields in the person's order; other fields follow in document order. */
  order?: readonly string[];
  /** Widths in px. */
  widths?: Readonly<Record<string, number>>;
  /** By field: the side to which the column is pinned; '': not pinned. */
  fixed?: Readonly<Record<string, 'left' | 'right' | ''>>;
}

export const MIN_COLUMN_WIDTH = 60;
export const MAX_COLUMN_WIDTH = 900;

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Reads a stored layout, also in the older format, which maps fields to shown or hidden. */
export function readLayout(value: unknown): ColumnLayout {
  if (!isObject(value)) return {};
  const isOlderFormat = Object.values(value).some((entry) => typeof entry === 'boolean');
  return isOlderFormat ? { shown: value as Record<string, boolean> } : (value as ColumnLayout);
}

const NO_LAYOUT: ColumnLayout = {};

/** Returns the layout that the browser stores under `key`, else under `earlierKey`; an empty layout if it has none. */
function readStoredLayout(key: string, earlierKey: string): ColumnLayout {
  try {
    return readLayout(JSON.parse(localStorage.getItem(key) ?? localStorage.getItem(earlierKey) ?? '{}'));
  } catch {
    return NO_LAYOUT;
  }
}

export interface ColumnChoice<Column extends ArrangedColumn = ArrangedColumn> {
  /** The displayed columns in the person's order, with their widths and pins. */
  shown: readonly Column[];
  /** All columns in the same order, including hidden columns. */
  all: readonly Column[];
  layout: ColumnLayout;
  isShown(field: string): boolean;
  /** Shows or hides a column. */
  toggle(field: string, isShown: boolean): void;
  /** Moves a column before another column (`nextField`); null moves it to the end. */
  move(field: string, nextField: string | null): void;
  resize(field: string, width: number): void;
  pin(field: string, side: 'left' | 'right' | ''): void;
  applyLayout(layout: ColumnLayout): void;
  /** Restores the default layout. */
  restore(): void;
}

/**
 * Applies a layout to columns: sets widths and pins; sorts by pin (left first, right last), then by the person's order.
 */
export function arrangeColumns<Column extends ArrangedColumn>(
  columns: readonly Column[],
  layout: ColumnLayout,
): Column[] {
  const order = Array.isArray(layout.order) ? layout.order : [];
  const rankOf = (field: string): number => (order.includes(field) ? order.indexOf(field) : order.length);
  const pinRankOf = ({ fixed }: ArrangedColumn): number => (fixed === 'left' ? 0 : fixed === 'right' ? 2 : 1);
  return columns
    .map((column): Column => {
      const { fixed: defaultFixed, ...rest } = column;
      const fixed = layout.fixed?.[column.field] ?? defaultFixed ?? '';
      const width = layout.widths?.[column.field];
      return {
        ...rest,
        width: typeof width === 'number' ? Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)) : column.width,
        ...(fixed === '' ? {} : { fixed }),
        // the other properties of the column are unchanged
      } as Column;
    })
    .map((column, index) => ({ column, index }))
    .sort(
      (a, b) =>
        pinRankOf(a.column) - pinRankOf(b.column) ||
        rankOf(a.column.field) - rankOf(b.column.field) ||
        a.index - b.index,
    )
    .map(({ column }) => column);
}

/**
 * Returns the columns of one screen as the person arranged them. The browser stores the layout; while it stores none,
 * `defaultLayout` applies. At least one column is always shown. `earlierScreen`: the name of the screen under which an
 * earlier version of the product stored the layout.
 */
export function useColumnChoice<Column extends ArrangedColumn>(
  screen: string,
  columns: readonly Column[],
  {
    defaultLayout = NO_LAYOUT,
    earlierScreen = screen,
  }: { defaultLayout?: ColumnLayout | undefined; earlierScreen?: string | undefined } = {},
): ColumnChoice<Column> {
  const key = `columns:${screen}`;
  const [latestEdit, setLatestEdit] = useState<{ key: string; layout: ColumnLayout } | null>(null);
  const storedLayout = useMemo(() => readStoredLayout(key, `columns:${earlierScreen}`), [key, earlierScreen]);
  const personLayout = latestEdit?.key === key ? latestEdit.layout : storedLayout;
  const layout = Object.keys(personLayout).length > 0 ? personLayout : defaultLayout;
  const storeLayout = useCallback(
    (next: ColumnLayout) => {
      setLatestEdit({ key, layout: next });
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // if the browser cannot store the choice, it applies until the page is left
      }
    },
    [key],
  );
  return useMemo(() => {
    const allColumns = arrangeColumns(columns, layout);
    const isShown = (field: string): boolean =>
      layout.shown?.[field] ?? !columns.find((column) => column.field === field)?.isHidden;
    const visibleColumns = allColumns.filter((column) => isShown(column.field));
    return {
      shown: visibleColumns.length > 0 ? visibleColumns : allColumns.slice(0, 1),
      all: allColumns,
      layout,
      isShown,
      toggle: (field, next) => storeLayout({ ...layout, shown: { ...layout.shown, [field]: next } }),
      move: (field, nextField) => {
        const otherFields = allColumns.map((column) => column.field).filter((otherField) => otherField !== field);
        const targetIndex = nextField === null ? otherFields.length : otherFields.indexOf(nextField);
        storeLayout({
          ...layout,
          order: [...otherFields.slice(0, targetIndex), field, ...otherFields.slice(targetIndex)],
        });
      },
      resize: (field, width) => storeLayout({ ...layout, widths: { ...layout.widths, [field]: Math.round(width) } }),
      pin: (field, side) => storeLayout({ ...layout, fixed: { ...layout.fixed, [field]: side } }),
      applyLayout: storeLayout,
      restore: () => storeLayout({}),
    };
  }, [layout, columns, storeLayout]);
}
