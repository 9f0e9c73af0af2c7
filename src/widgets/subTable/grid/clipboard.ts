import type { CompiledColumn } from '../../../kernel/index.ts';
import { formatHtml, parseHtml } from '../data/html.ts';
import type { TableModel } from '../model.ts';
import { formatTsv, parseTsv } from '../data/tsv.ts';
import { selectedBlock } from './block.ts';
import { selectedCells } from './selectedCells.ts';

/** Maximum number of rows that are also copied as HTML; the markup of more rows would be too large. */
const MAX_HTML_ROWS = 2000;

/** Returns true if a spreadsheet could misread a text of this column as a number or date. */
const isTextualColumn = ({ node, valueType, definition }: CompiledColumn): boolean =>
  valueType !== 'double' && definition.column?.isTextual?.(node as never) === true;

/** Returns true if the cell is copied as text. Also true if a spreadsheet would interpret the text as a formula. */
export const isTextCell = (column: CompiledColumn, text: string): boolean =>
  isTextualColumn(column) || (column.valueType !== 'double' && /^\s*[=+\-@]/.test(text));

/**
 * Copies the selected block in Excel's format: numbers without separators, hidden cells empty. With `withColumnNames`
 * the first line contains the column names.
 */
export function copyBlock({ store, layout, actions }: TableModel, data: DataTransfer, withColumnNames = false): void {
  const block = selectedBlock(store, layout);
  if (block === null) return;
  const columns = layout.slice(block.left, block.right + 1).map((item) => item.column);
  const texts = store.rows
    .all()
    .slice(block.top, block.bottom + 1)
    .map((row) => columns.map((column) => (actions.access(column, row).visible ? actions.text(column, row) : '')));
  const nameRows = withColumnNames ? [columns.map(({ key, node }) => node.label ?? key)] : [];
  data.setData('text/plain', formatTsv([...nameRows, ...texts]));
  if (texts.length > MAX_HTML_ROWS) return;
  data.setData(
    'text/html',
    formatHtml([
      ...nameRows.map((row) => row.map((text) => ({ text, isText: true }))),
      ...texts.map((row) => row.map((text, i) => ({ text, isText: isTextCell(columns[i], text) }))),
    ]),
  );
}

/** Copies the selected block and, if the table is editable, clears its cells. */
export function cutBlock(model: TableModel, data: DataTransfer): void {
  copyBlock(model, data);
  if (model.isEditMode) model.actions.clear(selectedCells(model));
}

/**
 * Reads the clipboard for pasting from the menu. Returns null if the browser denies access: without https, or if the
 * user declines.
 */
export async function readClipboard(): Promise<string[][] | null> {
  const text = await navigator.clipboard?.readText?.().catch(() => null);
  return typeof text === 'string' ? parseTsv(text) : null;
}

/**
 * Reads the pasted texts. The HTML is read instead of the plain text if the plain text contains no tab and the HTML
 * contains a table with several columns: web pages and word processors copy each cell as a line of plain text.
 */
export function readPastedBlock(data: DataTransfer): string[][] {
  const plainText = data.getData('text/plain');
  const html = plainText.includes('\t') ? '' : data.getData('text/html');
  const htmlTable = /<table/i.test(html) ? parseHtml(html) : null;
  return htmlTable !== null && htmlTable.some((row) => row.length > 1) ? htmlTable : parseTsv(plainText);
}
