/** Two texts split into common start, different middles and common end. */
export interface MarkedDifference {
  head: string;
  removed: string;
  added: string;
  tail: string;
}

/**
 * Finds the difference of two texts by whole characters. Texts with little in common are treated as completely
 * different, because marks on single characters would be hard to read.
 */
export function markDifference(before: string, after: string): MarkedDifference {
  const [a, b] = [Array.from(before), Array.from(after)];
  const maxCommonLength = Math.min(a.length, b.length);
  let head = 0;
  while (head < maxCommonLength && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < maxCommonLength - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  if ((head + tail) * 2 < Math.max(a.length, b.length)) return { head: '', removed: before, added: after, tail: '' };
  const text = (from: readonly string[], start: number, end: number): string => from.slice(start, end).join('');
  return {
    head: text(a, 0, head),
    removed: text(a, head, a.length - tail),
    added: text(b, head, b.length - tail),
    tail: text(a, a.length - tail, a.length),
  };
}
