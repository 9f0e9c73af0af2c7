import type { CompiledColumn } from '../../kernel/index.ts';

/** SL-011. */
export const INDEX_WIDTH = 60;
export const SELECTION_WIDTH = 55;
export const OPERATION_WIDTH = 180;

const BY_TAG: Readonly<Record<string, number>> = {
  'el-input': 160,
  'el-input-number': 120,
  'el-date-picker': 150,
  'el-time-picker': 130,
  'el-select': 150,
  'el-cascader': 200,
  'el-tree-select': 180,
  'el-rate': 170,
  'el-slider': 200,
  residentId: 190,
  'el-switch': 90,
  'el-upload': 220,
  'el-checkbox-group': 200,
  'el-radio-group': 170,
  userSelector: 150,
  deptSelector: 180,
  componySelector: 200,
};
/** Two dates, or a date and a time, need more room than one date. */
const BY_DATE: Readonly<Record<string, number>> = {
  daterange: 250,
  monthrange: 200,
  datetime: 190,
  datetimerange: 340,
};
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

/** A configured width may be a number, "120" or "120px"; a percentage or nonsense falls back to the tag's own. */
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
export function columnWidth({ node }: CompiledColumn, resized?: number): number {
  const header = Math.min((node.label ?? '').length * 14 + 36, 220);
  const longText = node.tag === 'el-input' && node.type === 'textarea' ? 240 : undefined;
  const span = node.tag === 'el-date-picker' ? BY_DATE[node.dateType ?? ''] : undefined;
  const wanted = resized ?? readWidth(node.width) ?? longText ?? span ?? BY_TAG[node.tag] ?? 160;
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
