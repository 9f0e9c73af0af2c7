import type { CompiledColumn } from '../../../kernel/index.ts';
import { formatHtml, parseHtml } from '../html.ts';
import type { TableModel } from '../model.ts';
import { formatTsv, parseTsv } from '../tsv.ts';
import { blockOf } from './block.ts';
import { cellsOf } from './cells.ts';

/** Rows up to which a copy is a table with looks too: beyond, its markup is many times the text. */
const HTML_ROWS = 2000;

/** Columns whose texts a spreadsheet must not read as numbers or dates. */
const isTextual = ({ node, valueType, definition }: CompiledColumn): boolean =>
  valueType !== 'double' && definition.column?.isTextual?.(node as never) === true;

/** Whether a spreadsheet is told to take a cell as text; always where it would read a formula into what somebody wrote. */
export const isTextCell = (column: CompiledColumn, text: string): boolean =>
  isTextual(column) || (column.valueType !== 'double' && /^\s*[=+\-@]/.test(text));

/** Puts the selected block on the clipboard as Excel takes it: numbers plain, hidden cells empty; with the column names on top when asked. */
export function copyBlock({ store, layout, actions }: TableModel, data: DataTransfer, hasHeads = false): void {
  const block = blockOf(store, layout);
  if (block === null) return;
  const columns = layout.slice(block.left, block.right + 1).map((item) => item.column);
  const texts = store.rows
    .all()
    .slice(block.top, block.bottom + 1)
    .map((row) => columns.map((column) => (actions.access(column, row).visible ? actions.text(column, row) : '')));
  const heads = hasHeads ? [columns.map(({ key, node }) => node.label ?? key)] : [];
  data.setData('text/plain', formatTsv([...heads, ...texts]));
  if (texts.length > HTML_ROWS) return;
  data.setData(
    'text/html',
    formatHtml([
      ...heads.map((row) => row.map((text) => ({ text, isText: true }))),
      ...texts.map((row) => row.map((text, i) => ({ text, isText: isTextCell(columns[i], text) }))),
    ]),
  );
}

export function cutBlock(model: TableModel, data: DataTransfer): void {
  copyBlock(model, data);
  if (model.isLive) model.actions.clear(cellsOf(model));
}

/**
 * The texts of the clipboard, asked for by a menu instead of the keys. Null where the browser does not give them: over
 * plain http, or when the person says no.
 */
export async function clipboardBlock(): Promise<string[][] | null> {
  const text = await navigator.clipboard?.readText?.().catch(() => null);
  return typeof text === 'string' ? parseTsv(text) : null;
}

/** The texts that are pasted. Web pages and text programs put a table's cells below each other in their plain text: then the table itself says which stand side by side. */
export function pastedBlock(data: DataTransfer): string[][] {
  const plain = data.getData('text/plain');
  const html = plain.includes('\t') ? '' : data.getData('text/html');
  const table = /<table/i.test(html) ? parseHtml(html) : null;
  return table !== null && table.some((row) => row.length > 1) ? table : parseTsv(plain);
}
