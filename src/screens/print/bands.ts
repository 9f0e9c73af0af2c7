/** Width of the paper between its margins, in px of the sheet, and of the index column. */
const PAPER = 676;
const INDEX = 40;
/** A character of the sheet's type, and what a cell adds around its text. */
const CHARACTER = 13;
const PADDING = 13;
const WIDEST = 170;

/** Chinese characters are twice as wide as Latin ones. */
const lengthOf = (text: string): number =>
  [...text].reduce((sum, char) => sum + (char.charCodeAt(0) > 255 ? 1 : 0.56), 0);

/** What a column needs: its head on two lines, its longest text on three. */
export function neededWidth(head: string, texts: readonly string[]): number {
  const longest = Math.max(0, ...texts.map((text) => Math.max(...text.split('\n').map(lengthOf))));
  return Math.min(
    WIDEST,
    Math.max(Math.ceil(lengthOf(head) / 2), 3, Math.min(longest, Math.max(5, longest / 3))) * CHARACTER + PADDING,
  );
}

/**
 * Columns that do not fit beside each other, in bands printed one below the other. Every band begins with the first
 * column, by which a row is known again. Answers places in `widths`.
 */
export function bandsOf(widths: readonly number[], paper = PAPER): number[][] {
  const [first, ...rest] = widths.keys();
  if (first === undefined) return [];
  const bands: number[][] = [[first]];
  const start = INDEX + (widths[first] ?? 0);
  let used = start;
  for (const place of rest) {
    const width = widths[place] ?? 0;
    if (used + width > paper && (bands.at(-1)?.length ?? 0) > 1) {
      bands.push([first]);
      used = start;
    }
    bands.at(-1)?.push(place);
    used += width;
  }
  return bands;
}
