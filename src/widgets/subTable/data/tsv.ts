/**
 * Formats a block of texts like Excel's clipboard text: tabs between cells, line breaks between rows, and quotes around
 * a cell that contains a tab, line break or quote.
 */
export function formatTsv(block: readonly (readonly string[])[]): string {
  const formatCell = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  return block.map((row) => row.map(formatCell).join('\t')).join('\r\n');
}

/**
 * Parses a block of texts from the clipboard, the reverse of `formatTsv`. A quote inside an unquoted cell is an
 * ordinary character. The line break that Excel adds after the last row does not start another row.
 */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let position = 0;
  const delimiter = /[\t\n]/g;
  const source = text.replace(/\r\n?/g, '\n');
  while (position < source.length) {
    let cell = '';
    const quotedCell = source[position] === '"' ? readQuotedCell(source, position) : null;
    if (quotedCell) {
      cell = quotedCell.value;
      position = quotedCell.end;
    } else {
      delimiter.lastIndex = position;
      const end = delimiter.exec(source)?.index ?? source.length;
      cell = source.slice(position, end);
      position = end;
    }
    row.push(cell);
    if (source[position] === '\n' || position >= source.length) {
      rows.push(row);
      row = [];
    } else if (position + 1 === source.length) row.push('');
    position += 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/**
 * Reads a quoted cell from its opening quote. Returns null if the closing quote is missing or does not end the cell:
 * texts such as `"甲"等` or `"3` begin with a quote, and Excel copies them unchanged.
 */
function readQuotedCell(source: string, start: number): { value: string; end: number } | null {
  let value = '';
  let position = start + 1;
  while (position < source.length) {
    if (source[position] !== '"') {
      value += source[position];
      position += 1;
      continue;
    }
    if (source[position + 1] === '"') {
      value += '"';
      position += 2;
      continue;
    }
    position += 1;
    return position >= source.length || source[position] === '\t' || source[position] === '\n'
      ? { value, end: position }
      : null;
  }
  return null;
}
