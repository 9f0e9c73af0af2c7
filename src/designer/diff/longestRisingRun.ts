/**
 * Returns for each number whether it belongs to the longest increasing subsequence. An item whose number does not
 * belong to the subsequence has been moved. O(n log n).
 */
export function longestRisingRun(numbers: readonly number[]): boolean[] {
  // by length of a subsequence minus 1: the index of its last number, the smallest possible one
  const tails: number[] = [];
  // by index: the index of the preceding number in the subsequence; -1 if there is none
  const before = Array.from<number>({ length: numbers.length }).fill(-1);
  numbers.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[tails[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = tails[low - 1] as number;
    tails[low] = index;
  });
  const isInRun = Array.from<boolean>({ length: numbers.length }).fill(false);
  for (let index = tails.at(-1) ?? -1; index !== -1; index = before[index] as number) isInRun[index] = true;
  return isInRun;
}
