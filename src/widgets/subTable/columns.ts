import type { CompiledColumn } from '../../kernel/index.ts';

/** SL-011. */
export const INDEX_WIDTH = 60;
export const SELECTION_WIDTH = 55;
export const OPERATION_WIDTH = 180;

const USUAL_WIDTH = 160;
const MIN_WIDTH = 80;
const MAX_WIDTH = 800;

export interface ColumnLayout {
  column: CompiledColumn;
  width: number;
  /** Stays in sight at this side while the others scroll. */
  fixed: 'left' | 'right' | null;
  /** Left edge among the columns, in px, after the index and selection columns. */
  start: number;
  /** Right edge from the end of the last column, in px. */
  end: number;
}

/** How one person likes a table: widths they dragged, and the last column they froze (null: none; absent: as the document says). */
export interface LayoutWish {
  widths: Readonly<Record<string, number>>;
  frozenTo?: string | null;
}

/** A configured width may be a number, "120" or "120px"; a percentage or nonsense falls back to the widget's own. */
export function readWidth(width: unknown): number | undefined {
  const number =
    typeof width === 'number'
      ? width
      : typeof width === 'string' && /^\d+(\.\d+)?(px)?$/.test(width.trim())
        ? Number.parseFloat(width)
        : Number.NaN;
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

/** Never narrower than the header needs (14 px a character, the required mark and padding). */
export function columnWidth({ node, definition }: CompiledColumn, resized?: number): number {
  const header = Math.min((node.label ?? '').length * 14 + 36, 220);
  const { width = USUAL_WIDTH } = definition.column ?? {};
  const usual = typeof width === 'function' ? width(node as never) : width;
  const wanted = resized ?? readWidth(node.width) ?? usual;
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, resized === undefined ? header : 0, wanted));
}

/** Columns fixed left first, those fixed right last, each group in document order; a wish to freeze up to a column goes before the document's. */
export function layoutColumns(columns: readonly CompiledColumn[], { widths, frozenTo }: LayoutWish): ColumnLayout[] {
  const side = (column: CompiledColumn): 'left' | 'right' | null => column.node.fixed ?? null;
  const ordered = (['left', null, 'right'] as const).flatMap((place) =>
    columns.filter((column) => side(column) === place),
  );
  const last = ordered.findIndex((column) => column.key === frozenTo);
  const isLeft = (column: CompiledColumn, position: number): boolean =>
    frozenTo === undefined || (frozenTo !== null && last < 0) ? side(column) === 'left' : position <= last;
  let start = 0;
  const layout = ordered.map((column, position): ColumnLayout => {
    const width = columnWidth(column, widths[column.key]);
    const left = start;
    start += width;
    return {
      column,
      width,
      fixed: isLeft(column, position) ? 'left' : side(column) === 'right' ? 'right' : null,
      start: left,
      end: 0,
    };
  });
  for (const item of layout) item.end = start - item.start - item.width;
  return layout;
}

/** Columns before the document's own: the ticks and the running number. */
export const leadCount = ({ hasSelection }: { hasSelection: boolean }): number => (hasSelection ? 2 : 1);

/** Width of the index and selection columns together. */
export const leadOf = ({ hasSelection }: { hasSelection: boolean }): number =>
  INDEX_WIDTH + (hasSelection ? SELECTION_WIDTH : 0);
