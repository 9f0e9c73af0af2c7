/**
 * Widths in pixels, in this order: paper without margins, column of row numbers, a Chinese character, padding of a
 * cell, widest column.
 */
const PAPER_WIDTH = 676;
const ROW_NUMBER_WIDTH = 40;
const CHARACTER_WIDTH = 13;
const CELL_PADDING = 13;
const MAX_COLUMN_WIDTH = 170;

/** Returns the length of a text in Chinese characters; a Latin character counts about half. */
const lengthOf = (text: string): number =>
  [...text].reduce((sum, char) => sum + (char.charCodeAt(0) > 255 ? 1 : 0.56), 0);

/**
 * Returns the width in pixels of a column whose heading fits on two lines and whose longest text line fits on three. A
 * text of up to five characters stays on one line. The width is at least three characters, at most MAX_COLUMN_WIDTH.
 */
export function columnWidthFor(heading: string, texts: readonly string[]): number {
  const longestLength = Math.max(0, ...texts.map((text) => Math.max(...text.split('\n').map(lengthOf))));
  return Math.min(
    MAX_COLUMN_WIDTH,
    Math.max(Math.ceil(lengthOf(heading) / 2), 3, Math.min(longestLength, Math.max(5, longestLength / 3))) *
      CHARACTER_WIDTH +
      CELL_PADDING,
  );
}

/**
 * Splits columns into bands that fit the paper and are printed below each other. Every band begins with the first
 * column, which identifies the row. Returns for each band the indexes of its columns in `widths`.
 */
export function splitIntoBands(widths: readonly number[], paperWidth = PAPER_WIDTH): number[][] {
  const [firstColumn, ...rest] = widths.keys();
  if (firstColumn === undefined) return [];
  const bands: number[][] = [[firstColumn]];
  const startWidth = ROW_NUMBER_WIDTH + (widths[firstColumn] ?? 0);
  let usedWidth = startWidth;
  for (const columnIndex of rest) {
    const width = widths[columnIndex] ?? 0;
    if (usedWidth + width > paperWidth && (bands.at(-1)?.length ?? 0) > 1) {
      bands.push([firstColumn]);
      usedWidth = startWidth;
    }
    bands.at(-1)?.push(columnIndex);
    usedWidth += width;
  }
  return bands;
}
