/**
 * Returns true for each number of the longest increasing subsequence. Items of other numbers have been moved. O(n log
 * n).
 */
export function longestRisingRun(numbers: readonly number[]): boolean[] {
  const tails: number[] = [];
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
