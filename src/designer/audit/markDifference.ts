/** Two texts split into common start, different middles and common end. */
export interface MarkedDifference {
  head: string;
  removed: string;
  added: string;
  tail: string;
}

/**
 * Finds the difference of two texts, so that a reader sees what changed. A character outside the BMP, such as an emoji,
 * is never split. If the common start and end are shorter than half of the longer text, the texts are treated as
 * completely different, because marks on single characters would be hard to read.
 */
export function markDifference(before: string, after: string): MarkedDifference {
  const [a, b] = [Array.from(before), Array.from(after)];
  const maxCommonLength = Math.min(a.length, b.length);
  let headLength = 0;
  while (headLength < maxCommonLength && a[headLength] === b[headLength]) headLength += 1;
  let tailLength = 0;
  while (tailLength < maxCommonLength - headLength && a[a.length - 1 - tailLength] === b[b.length - 1 - tailLength])
    tailLength += 1;
  if ((headLength + tailLength) * 2 < Math.max(a.length, b.length))
    return { head: '', removed: before, added: after, tail: '' };
  const joinSlice = (from: readonly string[], start: number, end: number): string => from.slice(start, end).join('');
  return {
    head: joinSlice(a, 0, headLength),
    removed: joinSlice(a, headLength, a.length - tailLength),
    added: joinSlice(b, headLength, b.length - tailLength),
    tail: joinSlice(a, a.length - tailLength, a.length),
  };
}
