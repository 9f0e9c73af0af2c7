import type { CompiledColumn } from '../../kernel/form.ts';

/** SL-011. */
export const INDEX_WIDTH = 60;
export const SELECTION_WIDTH = 55;
export const OPERATION_WIDTH = 180;

const BY_TAG: Readonly<Record<string, number>> = {
  'el-input': 160, 'el-input-number': 120, 'el-date-picker': 150, 'el-time-picker': 130, 'el-select': 150, 'el-cascader': 200,
  'el-switch': 90, 'el-upload': 220, 'el-checkbox-group': 200, 'el-radio-group': 170, userSelector: 150, deptSelector: 180, componySelector: 200,
};
const MIN_WIDTH = 80;
const MAX_WIDTH = 800;

export interface ColumnLayout {
  column: CompiledColumn;
  width: number;
  isFrozen: boolean;
  /** Left edge among the columns, in px, after the index and selection columns. */
  start: number;
}

/** A configured width may be a number, "120" or "120px"; a percentage or nonsense falls back to the tag's own. */
export function readWidth(width: unknown): number | undefined {
  const number = typeof width === 'number' ? width : typeof width === 'string' && /^\d+(\.\d+)?(px)?$/.test(width.trim()) ? Number.parseFloat(width) : Number.NaN;
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

/** Never narrower than the header needs (14 px a character, the required mark and padding). */
export function columnWidth({ node }: CompiledColumn, resized?: number): number {
  const header = Math.min((node.label ?? '').length * 14 + 36, 220);
  const longText = node.tag === 'el-input' && node.type === 'textarea' ? 240 : undefined;
  const wanted = resized ?? readWidth(node.width) ?? longText ?? BY_TAG[node.tag] ?? 160;
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, resized === undefined ? header : 0, wanted));
}

/** Frozen columns first, then the rest, each in document order. */
export function layoutColumns(columns: readonly CompiledColumn[], resized: ReadonlyMap<string, number>): ColumnLayout[] {
  const ordered = [...columns.filter(({ node }) => node.frozen === true), ...columns.filter(({ node }) => node.frozen !== true)];
  let start = 0;
  return ordered.map((column) => {
    const width = columnWidth(column, resized.get(column.key));
    const layout = { column, width, isFrozen: column.node.frozen === true, start };
    start += width;
    return layout;
  });
}

/** Width of the index and selection columns together. */
export const leadOf = ({ hasSelection }: { hasSelection: boolean }): number => INDEX_WIDTH + (hasSelection ? SELECTION_WIDTH : 0);
