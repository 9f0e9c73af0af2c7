import type { CompiledColumn } from '../../kernel/index.ts';

/** Widths in px of the columns that are not configured in the document (SL-011). */
export const INDEX_WIDTH = 60;
export const SELECTION_WIDTH = 55;
export const OPERATION_WIDTH = 180;

const DEFAULT_WIDTH = 160;
const MIN_WIDTH = 80;
const MAX_WIDTH = 800;

export interface ColumnLayout {
  column: CompiledColumn;
  width: number;
  /** The side at which the column stays visible while other columns scroll. */
  fixed: 'left' | 'right' | null;
  /** Distance in px of the left edge from the start of the first configured column. */
  start: number;
  /** Distance in px of the right edge from the end of the last column. */
  end: number;
}

/**
 * One person's settings for a table: changed column widths in px by key, and the last frozen column (null: none;
 * absent: as in the document).
 */
export interface LayoutSettings {
  widths: Readonly<Record<string, number>>;
  frozenTo?: string | null;
}

/** Reads a configured width: 120, "120" or "120px". Undefined for a percentage or any other value. */
export function readWidth(width: unknown): number | undefined {
  const isPixelText = typeof width === 'string' && /^\d+(\.\d+)?(px)?$/.test(width.trim());
  const number = isPixelText ? Number.parseFloat(width) : width;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : undefined;
}

/**
 * Returns the column width in px, from `MIN_WIDTH` to `MAX_WIDTH`. Unless the user has resized the column, it is at
 * least the width of the header: 14 px per character, and 36 px for the required mark and the padding, at most 220 px.
 */
export function columnWidth({ node, definition }: CompiledColumn, resized?: number): number {
  const headerWidth = Math.min((node.label ?? '').length * 14 + 36, 220);
  const { width = DEFAULT_WIDTH } = definition.column ?? {};
  const defaultWidth = typeof width === 'function' ? width(node as never) : width;
  const preferredWidth = resized ?? readWidth(node.width) ?? defaultWidth;
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, resized === undefined ? headerWidth : 0, preferredWidth));
}

/**
 * Sorts the columns: first the left fixed ones, last the right fixed ones, each group in document order. `frozenTo`
 * overrides the left fixed columns of the document.
 */
export function layoutColumns(
  columns: readonly CompiledColumn[],
  { widths, frozenTo }: LayoutSettings,
): ColumnLayout[] {
  const sideOf = (column: CompiledColumn): 'left' | 'right' | null => column.node.fixed ?? null;
  const orderedColumns = (['left', null, 'right'] as const).flatMap((group) =>
    columns.filter((column) => sideOf(column) === group),
  );
  const lastFrozenIndex = orderedColumns.findIndex((column) => column.key === frozenTo);
  const isFixedLeft = (column: CompiledColumn, position: number): boolean =>
    frozenTo === undefined || (frozenTo !== null && lastFrozenIndex < 0)
      ? sideOf(column) === 'left'
      : position <= lastFrozenIndex;
  let start = 0;
  const layout = orderedColumns.map((column, position): ColumnLayout => {
    const width = columnWidth(column, widths[column.key]);
    const left = start;
    start += width;
    const rightSide = sideOf(column) === 'right' ? 'right' : null;
    return {
      column,
      width,
      fixed: isFixedLeft(column, position) ? 'left' : rightSide,
      start: left,
      end: 0,
    };
  });
  for (const item of layout) item.end = start - item.start - item.width;
  return layout;
}

/** Returns the number of columns before the configured columns: the selection column (if any) and the index column. */
export const leadColumnCount = ({ hasSelection }: { hasSelection: boolean }): number => (hasSelection ? 2 : 1);

/** Returns the width of the index and selection columns together. */
export const leadWidth = ({ hasSelection }: { hasSelection: boolean }): number =>
  INDEX_WIDTH + (hasSelection ? SELECTION_WIDTH : 0);
