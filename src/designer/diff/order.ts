/**
 * Which of these numbers may be called in their place: the longest rising run through them. The others have moved.
 * O(n log n).
 */
export function settled(numbers: readonly number[]): boolean[] {
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
  const isSettled = Array.from<boolean>({ length: numbers.length }).fill(false);
  for (let at = tails.at(-1) ?? -1; at !== -1; at = before[at] as number) isSettled[at] = true;
  return isSettled;
}
