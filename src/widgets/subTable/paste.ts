import type { CompiledColumn, Row } from '../../kernel/form.ts';
import type { Option } from '../../kernel/widget.ts';
import { labelKey } from './cellText.ts';

export interface PasteTarget {
  rows: readonly Row[];
  columns: readonly CompiledColumn[];
  /** Top left cell. */
  index: number;
  column: number;
  /** Rows that may still be appended. */
  room: number;
  isEditable(column: CompiledColumn, row: Row | null): boolean;
  options(key: string): readonly Option[] | undefined;
}

export interface Pasted {
  /** Values by row, from `index` down; a row may be empty. */
  block: Record<string, unknown>[];
  /** What was left out and why, one line each, ready for people. */
  skipped: string[];
}

/**
 * What a pasted block of texts means here: each text read by its column's `fromText`; cells that may not be edited,
 * texts a column cannot read, and rows beyond the room are left out and named. Changes nothing.
 */
export function readBlock(texts: readonly (readonly string[])[], { rows, columns, index, column, room, isEditable, options }: PasteTarget): Pasted {
  const skipped: string[] = [];
  const locked = new Set<string>();
  const limit = rows.length - index + room;
  if (texts.length > limit) skipped.push(`有 ${texts.length - limit} 行超出可添加的范围`);
  const width = Math.max(0, ...texts.map((row) => row.length));
  if (column + width > columns.length) skipped.push(`有 ${column + width - columns.length} 列超出表格范围`);
  const block = texts.slice(0, limit).map((line, i) => {
    const values: Record<string, unknown> = {};
    const row = rows[index + i] ?? null;
    line.slice(0, columns.length - column).forEach((text, j) => {
      const target = columns[column + j];
      if (!isEditable(target, row)) { locked.add(target.node.label ?? target.key); return; }
      const read = target.definition.fromText?.(text, target.node as never, { options: options(target.key) ?? [] }) ?? { ok: true as const, value: text, label: undefined };
      if (!read.ok) { skipped.push(`第 ${index + i + 1} 行“${target.node.label ?? target.key}”：${read.message}`); return; }
      values[target.key] = read.value;
      if (target.hasCompanion) values[labelKey(target.key)] = read.label ?? '';
    });
    return values;
  });
  if (locked.size > 0) skipped.unshift(`不能修改的单元格已跳过：${[...locked].join('、')}`);
  return { block, skipped };
}
