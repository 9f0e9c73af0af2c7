/** Substring search in many short texts, which are joined into one string. */
export interface TextIndex {
  /** Ascending indexes of the texts that contain `part`, or, with `isStart`, begin with it. */
  find(part: string, isStart?: boolean): number[];
}

/** Separates the texts; cannot be part of a name. */
const BORDER = '\n';

export function indexTexts(texts: readonly string[]): TextIndex {
  const starts: number[] = [];
  let length = 0;
  for (const text of texts) {
    starts.push(length);
    length += text.length + 1;
  }
  const all = `${BORDER}${texts.join(BORDER)}${BORDER}`;
  /** Index of the text at a position, not before `from`: the next one where matches are dense, else by binary search. */
  const placeOf = (position: number, from: number): number => {
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
  /** Places by their texts, made when a beginning is first asked for: a beginning is then a run of it. */
  let sorted: number[] | null = null;
  const beginning = (part: string): number[] => {
    sorted ??= texts
      .map((text, at) => ({ text, at }))
      .sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
      .map(({ at }) => at);
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((texts[sorted[middle] ?? 0] ?? '') < part) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < sorted.length && texts[sorted[end] ?? 0]?.startsWith(part)) end += 1;
    return sorted.slice(low, end).sort((a, b) => a - b);
  };
  return {
    find(part, isStart = false) {
      if (part.includes(BORDER) || texts.length === 0) return [];
      if (part === '') return [...texts.keys()];
      if (isStart) return beginning(part);
      const found: number[] = [];
      for (let at = all.indexOf(part); at >= 0 && at < length;) {
        const place = placeOf(at - 1, found.at(-1) ?? 0);
        found.push(place);
        // continue behind this text
        at = all.indexOf(part, (starts[place] ?? 0) + (texts[place]?.length ?? 0) + 1);
      }
      return found;
    },
  };
}
