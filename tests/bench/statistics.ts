const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);

export const percentile = (numbers: readonly number[], part: number): number =>
  sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? Number.NaN;
export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5);
export const p95 = (numbers: readonly number[]): number => percentile(numbers, 0.95);
