import type { TableModel } from '../model.ts';
import { formatTsv } from '../tsv.ts';
import { blockOf } from './block.ts';
import { cellsOf } from './cells.ts';

/** The selected block as text, as Excel takes it: numbers plain, hidden cells empty; with the column names on top when asked. */
export function blockText({ store, layout, actions }: TableModel, hasHeads = false): string {
  const block = blockOf(store, layout);
  if (block === null) return '';
  const columns = layout.slice(block.left, block.right + 1).map((item) => item.column);
  const texts = store.rows.all().slice(block.top, block.bottom + 1).map((row) => columns.map((column) => (actions.access(column, row).visible ? actions.text(column, row) : '')));
  return formatTsv(hasHeads ? [columns.map(({ key, node }) => node.label ?? key), ...texts] : texts);
}

export function cutBlock(model: TableModel, data: DataTransfer): void {
  data.setData('text/plain', blockText(model));
  model.actions.clear(cellsOf(model));
}
