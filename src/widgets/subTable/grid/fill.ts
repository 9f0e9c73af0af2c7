import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { notice } from '../../../runtime/host/notice.ts';
import { labelKey } from '../cellText.ts';
import type { TableModel } from '../model.ts';
import { blockOf, type Block } from './block.ts';
import { continued, type Filled } from './series.ts';

type Values = Record<string, unknown>;
/** Writes into `values` what column `to` of a row takes from column `from` of another; false when it cannot be read there. */
type Write = (
  values: Values,
  to: CompiledColumn,
  filled: Filled,
  source: readonly { row: Row; column: CompiledColumn }[],
) => boolean;

function writer({ actions }: TableModel): Write {
  return (values, to, filled, source) => {
    if ('value' in filled) {
      values[to.key] = filled.value;
      if (to.hasCompanion) values[labelKey(to.key)] = '';
      return true;
    }
    const { row, column } = source[filled.from];
    if (column === to) {
      values[to.key] = row.fieldsMap[to.key];
      if (to.hasCompanion) values[labelKey(to.key)] = row.fieldsMap[labelKey(to.key)];
      return true;
    }
    const text = actions.text(column, row);
    const read = to.definition.fromText?.(text, to.node as never, { options: actions.options(to.key) ?? [] }) ?? {
      ok: true as const,
      value: text,
      label: undefined,
    };
    if (!read.ok) return false;
    values[to.key] = read.value;
    if (to.hasCompanion) values[labelKey(to.key)] = read.label ?? '';
    return true;
  };
}

/** Does a series make sense in this column? Only where a value is what it says: numbers, dates, free text. */
const mayContinue = ({ definition }: CompiledColumn): boolean => definition.column?.canFill === true;

/**
 * Fills `target` from `source`, which it adjoins above, below, left or right. One step of the history. Cells that may
 * not be edited stay; how many is told.
 */
async function fill(model: TableModel, source: Block, target: Block, kind: 'copy' | 'series' | 'other'): Promise<void> {
  const { store, layout, actions } = model;
  const rows = store.rows.all();
  const columns = layout.map((item) => item.column);
  const write = writer(model);
  const batch = actions.batch();
  let skipped = 0;
  const isVertical = source.left === target.left && source.right === target.right;
  const isBackward = isVertical ? target.bottom < source.top : target.right < source.left;
  const height = target.bottom - target.top + 1;
  const width = target.right - target.left + 1;
  const plan = (
    cells: { row: Row; column: CompiledColumn }[],
    count: number,
  ): { cells: typeof cells; filled: Filled[] } => {
    const ordered = isBackward ? cells.toReversed() : cells;
    const canContinue =
      kind !== 'copy' &&
      ordered.every(({ column }) => mayContinue(column) && column.node.tag === ordered[0].column.node.tag);
    const filled = canContinue
      ? continued(
          ordered.map(({ row, column }) => row.fieldsMap[column.key]),
          count,
          { isBackward, isOther: kind === 'other' },
        )
      : Array.from({ length: count }, (_v, k) => ({ from: k % ordered.length }));
    return { cells: ordered, filled: isBackward ? filled.toReversed() : filled };
  };
  // down and up: one plan a column; left and right: one plan a row, made when its turn comes
  const down = isVertical
    ? columns.slice(target.left, target.right + 1).map((column) =>
        plan(
          rows.slice(source.top, source.bottom + 1).map((row) => ({ row, column })),
          height,
        ),
      )
    : [];
  const isDone = await store.jobs.run({
    title: '正在填充',
    count: height,
    step: (i) => {
      const row = rows[target.top + i];
      const across = isVertical
        ? null
        : plan(
            columns.slice(source.left, source.right + 1).map((column) => ({ row, column })),
            width,
          );
      const values: Values = {};
      for (let j = 0; j < width; j += 1) {
        const column = columns[target.left + j];
        const { cells, filled } = across ?? down[j];
        if (!actions.isEditable(column, row) || !write(values, column, filled[across ? j : i], cells)) skipped += 1;
      }
      batch.edit(target.top + i, values);
    },
  });
  if (!isDone) return;
  void actions.checkRows(batch.commit());
  const corner = (row: number, column: number) => ({ rowId: rows[row].id, column: columns[column].key });
  store.cursor.move(corner(Math.min(source.top, target.top), Math.min(source.left, target.left)));
  store.cursor.move(corner(Math.max(source.bottom, target.bottom), Math.max(source.right, target.right)), true);
  if (skipped > 0) notice('info', `${skipped} 个单元格不能修改，已跳过`);
}

/** Ctrl+D: the first row of the selection into the others; a single row takes what stands above it. */
export function fillDown(model: TableModel): void {
  const block = blockOf(model.store, model.layout);
  if (block === null) return;
  const top = block.top === block.bottom ? block.top - 1 : block.top;
  if (top >= 0) void fill(model, { ...block, top, bottom: top }, { ...block, top: top + 1 }, 'copy');
}

/** Ctrl+R: the first column of the selection into the others; a single column takes what stands to its left. */
export function fillRight(model: TableModel): void {
  const block = blockOf(model.store, model.layout);
  if (block === null) return;
  const left = block.left === block.right ? block.left - 1 : block.left;
  if (left >= 0) void fill(model, { ...block, left, right: left }, { ...block, left: left + 1 }, 'copy');
}

/** The fill handle: the selection goes on to the place where it was let go, along the longer way. `isOther`: copies what would count on, and counts on from a number alone. */
export function fillTo(model: TableModel, area: Block, isOther = false): void {
  const block = blockOf(model.store, model.layout);
  if (block !== null) void fill(model, block, area, isOther ? 'other' : 'series');
}

/** What the handle covers when it is at this cell; null inside the selection. */
export function areaTo(block: Block, index: number, column: number): Block | null {
  const down = index > block.bottom ? index - block.bottom : index < block.top ? index - block.top : 0;
  const across = column > block.right ? column - block.right : column < block.left ? column - block.left : 0;
  if (down === 0 && across === 0) return null;
  if (Math.abs(down) >= Math.abs(across))
    return down > 0
      ? { ...block, top: block.bottom + 1, bottom: index }
      : { ...block, top: index, bottom: block.top - 1 };
  return across > 0
    ? { ...block, left: block.right + 1, right: column }
    : { ...block, left: column, right: block.left - 1 };
}
