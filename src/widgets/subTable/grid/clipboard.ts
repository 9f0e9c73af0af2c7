import { notice } from '../../../runtime/notice.ts';
import { labelKey } from '../cellText.ts';
import type { TableModel } from '../model.ts';
import { readBlock } from '../paste.ts';
import { formatTsv, parseTsv } from '../tsv.ts';
import { blockOf, isSingle } from './block.ts';
import { cellsOf } from './cells.ts';

/** Lines of a report before it is cut short. */
const LINES = 5;

/** The selected block as text, as Excel takes it. */
export function copyBlock({ store, layout, actions }: TableModel, data: DataTransfer): void {
  const block = blockOf(store, layout);
  if (block === null) return;
  const columns = layout.slice(block.left, block.right + 1).map((item) => item.column);
  const texts = store.rows.all().slice(block.top, block.bottom + 1).map((row) => columns.map((column) => (actions.access(column, row).visible ? actions.text(column, row) : '')));
  data.setData('text/plain', formatTsv(texts));
}

export function cutBlock(model: TableModel, data: DataTransfer): void {
  copyBlock(model, data);
  model.actions.clear(cellsOf(model));
}

/** Writes a block of texts from the top left of the selection; a single text fills the whole selection. One step of the history. */
export function pasteText(model: TableModel, text: string): void {
  const { store, layout, actions, rights } = model;
  const block = blockOf(store, layout);
  const source = parseTsv(text);
  if (block === null || source.length === 0) return;
  const isFill = source.length === 1 && source[0].length === 1 && !isSingle(block);
  const texts = isFill ? Array.from({ length: block.bottom - block.top + 1 }, () => Array.from({ length: block.right - block.left + 1 }, () => source[0][0])) : source;
  const { block: values, skipped } = readBlock(texts, {
    rows: store.rows.all(), columns: layout.map((item) => item.column), index: block.top, column: block.left,
    room: rights.add && !isFill ? actions.room() : 0,
    isEditable: (column, row) => (row === null ? column.node.computed === undefined && column.node.readonly !== true && column.node.disabled !== true : actions.isEditable(column, row)),
    options: actions.options,
  });
  actions.paste(block.top, values);
  for (const problem of store.problems.list(store.rows.all(), layout.map((item) => item.column.key))) actions.check(problem.cell);
  report(values.length, skipped);
}

function report(count: number, skipped: readonly string[]): void {
  if (skipped.length === 0) { if (count > 1) notice('success', `已粘贴 ${count} 行`); return; }
  const more = skipped.length > LINES ? `；另有 ${skipped.length - LINES} 处` : '';
  notice('warning', `部分内容未粘贴：${skipped.slice(0, LINES).join('；')}${more}`);
}

/** The first row of the selected block goes into the rows below it. */
export function fillDown({ store, layout, actions }: TableModel): void {
  const block = blockOf(store, layout);
  if (block === null || block.top === block.bottom) return;
  const rows = store.rows.all();
  const source = rows[block.top].fieldsMap;
  const columns = layout.slice(block.left, block.right + 1).map((item) => item.column);
  const values = rows.slice(block.top, block.bottom + 1).map((row, i) => {
    const filled: Record<string, unknown> = {};
    for (const column of i === 0 ? [] : columns) {
      if (!actions.isEditable(column, row)) continue;
      filled[column.key] = source[column.key];
      if (column.hasCompanion) filled[labelKey(column.key)] = source[labelKey(column.key)];
    }
    return filled;
  });
  actions.paste(block.top, values);
}
