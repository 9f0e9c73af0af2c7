import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { notice } from '../../../runtime/host/notice.ts';
import { labelKey } from '../cellText.ts';
import { optionsInRow } from '../rowOptions.ts';
import { takeUnlocked } from '../takeUnlocked.ts';
import type { TableModel } from '../model.ts';
import { selectedBlock, type Block } from './block.ts';
import { continueSeries, type FilledCell } from './continueSeries.ts';

type Values = Record<string, unknown>;
/**
 * Writes the value of a filled cell of column `target` into `values`, the changed values of its row. `sourceCells`: the
 * cells to which `filledCell.from` refers. Returns false, without a change, if the column cannot convert the text of
 * the source cell to a value.
 */
type WriteCell = (
  values: Values,
  target: CompiledColumn,
  filledCell: FilledCell,
  sourceCells: readonly { row: Row; column: CompiledColumn }[],
  /** The filled row before the change. */
  before: Row,
) => boolean;

/**
 * Returns true if a value has the same meaning in both columns. Then a fill copies the stored value; otherwise it
 * converts the display text of the value to a value of the target column.
 */
function hasSameMeaning(column: CompiledColumn, target: CompiledColumn): boolean {
  if (column === target) return true;
  const { definition } = column;
  if (definition !== target.definition) return false;
  const hasSameSetting = (key: string): boolean => Reflect.get(column.node, key) === Reflect.get(target.node, key);
  if (definition.references) return hasSameSetting('multiple');
  return definition.dateFormat !== undefined && hasSameSetting('type') && dateFormatOf(column) === dateFormatOf(target);
}

function createCellWriter({ actions, session }: TableModel): WriteCell {
  return (values, target, filledCell, sourceCells, before) => {
    if ('value' in filledCell) {
      values[target.key] = filledCell.value;
      if (target.hasCompanion) values[labelKey(target.key)] = '';
      return true;
    }
    const { row, column } = sourceCells[filledCell.from];
    if (hasSameMeaning(column, target)) {
      values[target.key] = row.fieldsMap[column.key];
      if (target.hasCompanion) values[labelKey(target.key)] = row.fieldsMap[labelKey(column.key)];
      return true;
    }
    const text = actions.text(column, row);
    const result = target.definition.fromText?.(text, target.node as never, {
      options:
        optionsInRow(target, actions.options(target.key), { ...before.fieldsMap, ...values }, session.values) ?? [],
    }) ?? {
      ok: true as const,
      value: text,
      label: undefined,
    };
    if (!result.ok) return false;
    values[target.key] = result.value;
    if (target.hasCompanion) values[labelKey(target.key)] = result.label ?? '';
    return true;
  };
}

const dateFormatOf = ({ definition, node }: CompiledColumn): string | undefined =>
  definition.dateFormat?.(node as never);

/** Returns true if the fill handle can continue a series in this column: numbers, dates and free text. */
const supportsSeries = ({ definition }: CompiledColumn): boolean => definition.column?.canFill === true;

/**
 * Fills the block `target` from the adjacent block `source` as one undo step, and selects both blocks. Skips read-only
 * cells and cells whose column cannot convert the text of the source cell; a message contains their number. Changes
 * nothing if the user cancels, or while another job is running. `kind`: 'copy' repeats the source, 'series' continues a
 * series, 'inverted' swaps the two (see `fillTo`).
 */
async function fill(
  model: TableModel,
  source: Block,
  target: Block,
  kind: 'copy' | 'series' | 'inverted',
): Promise<void> {
  const { store, layout, actions } = model;
  const rows = store.rows.all();
  const columns = layout.map((item) => item.column);
  const write = createCellWriter(model);
  const batch = actions.batch();
  let lockedCount = 0;
  let unreadableCount = 0;
  const isVertical = source.left === target.left && source.right === target.right;
  const isBackward = isVertical ? target.bottom < source.top : target.right < source.left;
  const height = target.bottom - target.top + 1;
  const width = target.right - target.left + 1;
  const targetPositions = Array.from({ length: width }, (_v, j) => j);
  /**
   * Determines the contents of `count` filled cells in the target columns from the source cells. Returns them with the
   * source cells in the order to which `FilledCell.from` refers.
   */
  const planFill = (
    cells: { row: Row; column: CompiledColumn }[],
    targets: readonly CompiledColumn[],
    count: number,
  ): { cells: typeof cells; filledCells: FilledCell[] } => {
    const orderedCells = isBackward ? cells.toReversed() : cells;
    const dateFormat = dateFormatOf(orderedCells[0].column);
    const canContinue =
      kind !== 'copy' &&
      [...orderedCells.map(({ column }) => column), ...targets].every(
        (column) =>
          supportsSeries(column) &&
          column.node.tag === orderedCells[0].column.node.tag &&
          dateFormatOf(column) === dateFormat,
      );
    const filledCells = canContinue
      ? continueSeries(
          orderedCells.map(({ row, column }) => row.fieldsMap[column.key]),
          count,
          { isBackward, isInverted: kind === 'inverted', dateFormat },
        )
      : Array.from({ length: count }, (_v, k) => ({ from: k % orderedCells.length }));
    return { cells: orderedCells, filledCells: isBackward ? filledCells.toReversed() : filledCells };
  };
  // a vertical fill has one plan per column, created here; a horizontal fill has one per row, created in `step`
  const columnPlans = isVertical
    ? columns.slice(target.left, target.right + 1).map((column) =>
        planFill(
          rows.slice(source.top, source.bottom + 1).map((row) => ({ row, column })),
          [column],
          height,
        ),
      )
    : [];
  const isDone = await store.jobs.runSteps({
    title: '正在填充',
    count: height,
    step: (i) => {
      const row = rows[target.top + i];
      const rowPlan = isVertical
        ? null
        : planFill(
            columns.slice(source.left, source.right + 1).map((column) => ({ row, column })),
            columns.slice(target.left, target.right + 1),
            width,
          );
      const values: Values = {};
      const lockedPositions = takeUnlocked(
        targetPositions,
        (j, isFirstPass) =>
          actions.isEditable(
            columns[target.left + j],
            isFirstPass ? row : { ...row, fieldsMap: { ...row.fieldsMap, ...values } },
          ),
        (j) => {
          const { cells, filledCells } = rowPlan ?? columnPlans[j];
          if (!write(values, columns[target.left + j], filledCells[rowPlan ? j : i], cells, row)) unreadableCount += 1;
        },
      );
      lockedCount += lockedPositions.length;
      batch.edit(row, target.top + i, values);
    },
  });
  if (!isDone) return;
  void actions.checkRows(batch.commit());
  const cellAtPosition = (row: number, column: number) => ({ rowId: rows[row].id, column: columns[column].key });
  store.cursor.move(cellAtPosition(Math.min(source.top, target.top), Math.min(source.left, target.left)));
  store.cursor.move(cellAtPosition(Math.max(source.bottom, target.bottom), Math.max(source.right, target.right)), true);
  const skipReasons = [
    ...(lockedCount > 0 ? [`${lockedCount} 个单元格不能修改`] : []),
    ...(unreadableCount > 0 ? [`${unreadableCount} 个单元格不能填入这样的内容`] : []),
  ];
  if (skipReasons.length > 0) notice('info', `${skipReasons.join('，')}，已跳过`);
}

/** Ctrl+D: copies the first row of the selection into the others; for a single row, copies the row above. */
export function fillDown(model: TableModel): void {
  const block = selectedBlock(model.store, model.layout);
  if (block === null) return;
  const top = block.top === block.bottom ? block.top - 1 : block.top;
  if (top >= 0) void fill(model, { ...block, top, bottom: top }, { ...block, top: top + 1 }, 'copy');
}

/**
 * Ctrl+R: copies the first column of the selection into the others; for a single column, copies the column to its left.
 */
export function fillRight(model: TableModel): void {
  const block = selectedBlock(model.store, model.layout);
  if (block === null) return;
  const left = block.left === block.right ? block.left - 1 : block.left;
  if (left >= 0) void fill(model, { ...block, left, right: left }, { ...block, left: left + 1 }, 'copy');
}

/**
 * Fills the area over which the fill handle was dragged, from the selection. Series are continued, other values copied.
 * With `isInverted` (Ctrl) series are copied, and a single number is continued.
 */
export function fillTo(model: TableModel, area: Block, isInverted = false): void {
  const block = selectedBlock(model.store, model.layout);
  if (block !== null) void fill(model, block, area, isInverted ? 'inverted' : 'series');
}

/** Returns how far a position is after `last` (positive) or before `first` (negative); 0 between them. */
function distanceOutside(position: number, first: number, last: number): number {
  if (position > last) return position - last;
  return position < first ? position - first : 0;
}

/** Returns the area that the fill handle covers when dragged to this cell; null inside the selection. */
export function fillArea(block: Block, rowIndex: number, columnIndex: number): Block | null {
  const rowDistance = distanceOutside(rowIndex, block.top, block.bottom);
  const columnDistance = distanceOutside(columnIndex, block.left, block.right);
  if (rowDistance === 0 && columnDistance === 0) return null;
  if (Math.abs(rowDistance) >= Math.abs(columnDistance))
    return rowDistance > 0
      ? { ...block, top: block.bottom + 1, bottom: rowIndex }
      : { ...block, top: rowIndex, bottom: block.top - 1 };
  return columnDistance > 0
    ? { ...block, left: block.right + 1, right: columnIndex }
    : { ...block, left: columnIndex, right: block.left - 1 };
}
