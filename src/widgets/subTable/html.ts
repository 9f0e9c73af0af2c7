export interface HtmlCell {
  text: string;
  /** A spreadsheet is told to take it as text: leading zeros and 18-digit numbers stay as they are. */
  isText: boolean;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => ESCAPES[mark]).replace(/\r?\n/g, '<br style="mso-data-placement:same-cell">');

/** A block as a table for the clipboard: what spreadsheets, mail and text programs take before plain text. */
export function formatHtml(block: readonly (readonly HtmlCell[])[]): string {
  const cell = ({ text, isText }: HtmlCell): string =>
    `<td${isText && text !== '' ? ' style=\'mso-number-format:"\\@"\'' : ''}>${escape(text)}</td>`;
  return `<meta charset="utf-8"><table border="1" style="border-collapse:collapse">${block.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`;
}

/** Cells that one table cell may stretch over; more is taken as this many. */
const SPAN = 100;

/** Stands for a line end while the white space of the source is made one space, as a page shows it. */
const LINE = '\uE000';

function textOf(cell: Element): string {
  for (const line of cell.querySelectorAll('br')) line.replaceWith(LINE);
  return (cell.textContent ?? '')
    .replace(/\s+/g, ' ')
    .replaceAll(new RegExp(` ?${LINE} ?`, 'g'), '\n')
    .trim();
}

/** The first table of a pasted page, merged cells with their text in their first cell only; null without one. Nothing of it is run or loaded. */
export function parseHtml(html: string): string[][] | null {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  if (table === null) return null;
  const block: string[][] = [];
  [...table.rows].forEach((row, index) => {
    const line = (block[index] ??= []);
    let at = 0;
    for (const cell of row.cells) {
      while (line[at] !== undefined) at += 1;
      const [down, across] = [cell.rowSpan, cell.colSpan].map((span) => Math.min(SPAN, Math.max(1, span)));
      for (let i = 0; i < Math.min(down, table.rows.length - index); i += 1) {
        const target = (block[index + i] ??= []);
        for (let j = 0; j < across; j += 1) target[at + j] = i + j === 0 ? textOf(cell) : '';
      }
      at += across;
    }
  });
  return block.map((line) => Array.from(line, (text) => text ?? ''));
}
