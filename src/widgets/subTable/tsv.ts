/** A block of texts as Excel puts it on the clipboard: tabs between cells, line ends between rows, quotes where a cell holds either. */
export function formatTsv(block: readonly (readonly string[])[]): string {
  const cell = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  return block.map((row) => row.map(cell).join('\t')).join('\r\n');
}

/** The reverse. A quote inside an unquoted cell is a character; the line end that Excel adds after the last row is no row. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const stop = /[\t\n]/g;
  const source = text.replace(/\r\n?/g, '\n');
  while (at < source.length) {
    let cell = '';
    const inQuotes = source[at] === '"' ? quoted(source, at) : null;
    if (inQuotes) {
      cell = inQuotes.value;
      at = inQuotes.end;
    } else {
      stop.lastIndex = at;
      const end = stop.exec(source)?.index ?? source.length;
      cell = source.slice(at, end);
      at = end;
    }
    row.push(cell);
    if (source[at] === '\n' || at >= source.length) {
      rows.push(row);
      row = [];
    } else if (at + 1 === source.length) row.push('');
    at += 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** A quoted cell from its opening quote; null where the quote closes nothing: `"甲"等` and `"3` are texts that begin with one, which Excel copies as they are. */
function quoted(source: string, start: number): { value: string; end: number } | null {
  let value = '';
  let at = start + 1;
  while (at < source.length) {
    if (source[at] !== '"') {
      value += source[at];
      at += 1;
      continue;
    }
    if (source[at + 1] === '"') {
      value += '"';
      at += 2;
      continue;
    }
    at += 1;
    return at >= source.length || source[at] === '\t' || source[at] === '\n' ? { value, end: at } : null;
  }
  return null;
}
