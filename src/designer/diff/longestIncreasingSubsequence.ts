/**
 * Returns for each number whether it belongs to the longest increasing subsequence. `numbers`: the old indexes of the
 * items of a list, in the new order of the items. An item whose index does not belong to the subsequence has been
 * moved. O(n log n).
 */
export function markLongestIncreasingSubsequence(numbers: readonly number[]): boolean[] {
  // tails[n]: index of the smallest number with which an increasing subsequence of length n + 1 ends, as found so far
  const tails: number[] = [];
  // by index of a number: the index of the number before it in the subsequence that ends with it; -1 for none
  const predecessors = Array.from<number>({ length: numbers.length }).fill(-1);
  numbers.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[tails[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) predecessors[index] = tails[low - 1] as number;
    tails[low] = index;
  });
  const isInSubsequence = Array.from<boolean>({ length: numbers.length }).fill(false);
  for (let index = tails.at(-1) ?? -1; index !== -1; index = predecessors[index] as number)
    isInSubsequence[index] = true;
  return isInSubsequence;
}
