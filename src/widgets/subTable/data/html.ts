export interface HtmlCell {
  text: string;
  /** Makes spreadsheets treat the cell as text, so that leading zeros and 18-digit numbers are kept. */
  isText: boolean;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string =>
  text
    .replace(/[&<>"]/g, (character) => ESCAPES[character])
    .replace(/\r?\n/g, '<br style="mso-data-placement:same-cell">');

/**
 * Formats a block of cells as an HTML table for the clipboard. Spreadsheets, mail programs and word processors prefer
 * HTML to plain text.
 */
export function formatHtml(block: readonly (readonly HtmlCell[])[]): string {
  const formatCell = ({ text, isText }: HtmlCell): string =>
    `<td${isText && text !== '' ? ' style=\'mso-number-format:"\\@"\'' : ''}>${escape(text)}</td>`;
  return `<meta charset="utf-8"><table border="1" style="border-collapse:collapse">${block.map((row) => `<tr>${row.map(formatCell).join('')}</tr>`).join('')}</table>`;
}

/** Maximum row span and column span of a cell; larger values are reduced to this limit. */
const MAX_SPAN = 100;

/** Placeholder of a line break while white space is collapsed to single spaces, as browsers display it. */
const LINE_BREAK_MARK = '\uE000';

function textOf(cell: Element): string {
  for (const lineBreak of cell.querySelectorAll('br')) lineBreak.replaceWith(LINE_BREAK_MARK);
  return (cell.textContent ?? '')
    .replace(/\s+/g, ' ')
    .replaceAll(new RegExp(` ?${LINE_BREAK_MARK} ?`, 'g'), '\n')
    .trim();
}

/**
 * Reads the first table of pasted HTML; null without a table. The text of a merged cell is put into its first cell; its
 * other cells are empty. Scripts in the HTML are not run and resources are not loaded.
 */
export function parseHtml(html: string): string[][] | null {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  if (table === null) return null;
  const block: string[][] = [];
  [...table.rows].forEach((row, index) => {
    const rowTexts = (block[index] ??= []);
    let column = 0;
    for (const cell of row.cells) {
      while (rowTexts[column] !== undefined) column += 1;
      const [rowSpan, columnSpan] = [cell.rowSpan, cell.colSpan].map((span) => Math.min(MAX_SPAN, Math.max(1, span)));
      for (let i = 0; i < Math.min(rowSpan, table.rows.length - index); i += 1) {
        const target = (block[index + i] ??= []);
        for (let j = 0; j < columnSpan; j += 1) target[column + j] = i + j === 0 ? textOf(cell) : '';
      }
      column += columnSpan;
    }
  });
  return block.map((rowTexts) => Array.from(rowTexts, (text) => text ?? ''));
}
