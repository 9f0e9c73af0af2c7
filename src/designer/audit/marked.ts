/** Two texts as what they share at both ends, and what differs between. */
export interface Marked {
  head: string;
  was: string;
  becomes: string;
  tail: string;
}

/**
 * Where two texts differ, by whole characters. Texts that share little are told as wholly different: marking single
 * characters in them would be a riddle.
 */
export function marked(before: string, after: string): Marked {
  const [a, b] = [Array.from(before), Array.from(after)];
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  if ((head + tail) * 2 < Math.max(a.length, b.length)) return { head: '', was: before, becomes: after, tail: '' };
  const text = (from: readonly string[], start: number, end: number): string => from.slice(start, end).join('');
  return {
    head: text(a, 0, head),
    was: text(a, head, a.length - tail),
    becomes: text(b, head, b.length - tail),
    tail: text(a, a.length - tail, a.length),
  };
}
