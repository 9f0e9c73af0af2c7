/** Substring search in many short texts that are joined into one string. */
export interface TextIndex {
  /** Returns the ascending indexes of the texts that contain `part` or, if `isPrefix` is true, begin with it. */
  find(part: string, isPrefix?: boolean): number[];
}

/** Separates the texts. Names do not contain it. */
const SEPARATOR = '\n';

/** Creates the index of these texts. */
export function indexTexts(texts: readonly string[]): TextIndex {
  const starts: number[] = [];
  let length = 0;
  for (const text of texts) {
    starts.push(length);
    length += text.length + 1;
  }
  const joinedTexts = `${SEPARATOR}${texts.join(SEPARATOR)}${SEPARATOR}`;
  /**
   * Returns the index of the text at a position, searching from index `from`. Tries the next two texts first, because
   * matches are often dense; then uses binary search.
   */
  const indexAt = (position: number, from: number): number => {
    let low = from;
    let high = starts.length - 1;
    if ((starts[low + 1] ?? Infinity) > position) return low;
    if ((starts[low + 2] ?? Infinity) > position) return low + 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  /** Indexes sorted by text, so that the matches of a prefix are consecutive. Created for the first prefix search. */
  let sortedIndexes: number[] | null = null;
  const findPrefix = (part: string): number[] => {
    sortedIndexes ??= texts
      .map((text, index) => ({ text, index }))
      .sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
      .map(({ index }) => index);
    let low = 0;
    let high = sortedIndexes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((texts[sortedIndexes[middle] ?? 0] ?? '') < part) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < sortedIndexes.length && texts[sortedIndexes[end] ?? 0]?.startsWith(part)) end += 1;
    return sortedIndexes.slice(low, end).sort((a, b) => a - b);
  };
  return {
    find(part, isPrefix = false) {
      if (part.includes(SEPARATOR) || texts.length === 0) return [];
      if (part === '') return [...texts.keys()];
      if (isPrefix) return findPrefix(part);
      const foundIndexes: number[] = [];
      for (let position = joinedTexts.indexOf(part); position >= 0 && position < length;) {
        // `starts` does not count the separator before the first text
        const textIndex = indexAt(position - 1, foundIndexes.at(-1) ?? 0);
        foundIndexes.push(textIndex);
        // continue after this text, so that it is found only once
        position = joinedTexts.indexOf(part, (starts[textIndex] ?? 0) + (texts[textIndex]?.length ?? 0) + 1);
      }
      return foundIndexes;
    },
  };
}
