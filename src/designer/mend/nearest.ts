/**
 * Computes the Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions and swaps
 * of neighbours.
 */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_item, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isEqual = a[i - 1] === b[j - 1];
      let smallest = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isEqual ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        smallest = Math.min(smallest, (before[j - 2] ?? 0) + 1);
      next.push(smallest);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/**
 * Returns the most similar word, ignoring case, within a distance of a third of the length (at least 1). Null if there
 * is none, or if several are equally similar.
 */
export function nearest(word: string, words: Iterable<string>): string | null {
  const lowerCase = word.toLowerCase();
  const maxDistance = Math.max(1, Math.floor(word.length / 3));
  let bestCandidate: string | null = null;
  let smallestDistance = maxDistance + 1;
  let isUnique = false;
  for (const candidate of words) {
    if (candidate === word || Math.abs(candidate.length - word.length) > maxDistance) continue;
    const wordDistance = distance(lowerCase, candidate.toLowerCase());
    if (wordDistance > smallestDistance) continue;
    isUnique = wordDistance < smallestDistance;
    if (wordDistance < smallestDistance) bestCandidate = candidate;
    smallestDistance = wordDistance;
  }
  return isUnique ? bestCandidate : null;
}
