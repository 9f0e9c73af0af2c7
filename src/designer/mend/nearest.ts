/**
 * Returns the least number of edits that change `a` to `b`: insertions, deletions, substitutions and swaps of
 * neighbours (Damerau-Levenshtein distance, optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  let rowBeforeLast: number[] = [];
  let lastRow = Array.from({ length: b.length + 1 }, (_item, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const nextRow = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isEqual = a[i - 1] === b[j - 1];
      let smallest = Math.min(
        (lastRow[j] ?? 0) + 1,
        (nextRow[j - 1] ?? 0) + 1,
        (lastRow[j - 1] ?? 0) + (isEqual ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        smallest = Math.min(smallest, (rowBeforeLast[j - 2] ?? 0) + 1);
      nextRow.push(smallest);
    }
    rowBeforeLast = lastRow;
    lastRow = nextRow;
  }
  return lastRow[b.length] ?? 0;
}

/**
 * Returns the entry of `words`, other than `word` itself, that is most similar to `word`, ignoring case. Null if none
 * is similar enough, or if several are equally similar. A similar word differs by one edit, or by at most a third of
 * the length of `word`.
 */
export function nearestWord(word: string, words: Iterable<string>): string | null {
  const lowerCase = word.toLowerCase();
  const maxDistance = Math.max(1, Math.floor(word.length / 3));
  let bestCandidate: string | null = null;
  let smallestDistance = maxDistance + 1;
  let isUnique = false;
  for (const candidate of words) {
    if (candidate === word || Math.abs(candidate.length - word.length) > maxDistance) continue;
    const distance = editDistance(lowerCase, candidate.toLowerCase());
    if (distance > smallestDistance) continue;
    isUnique = distance < smallestDistance;
    if (distance < smallestDistance) bestCandidate = candidate;
    smallestDistance = distance;
  }
  return isUnique ? bestCandidate : null;
}
