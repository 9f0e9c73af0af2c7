import type { DemoRecord } from './types.ts';

/**
 * Returns the state (`flwState`) that the demo gives the record with this index (from 0). Of every 64 consecutive
 * records, 7 are drafts, 16 running, 5 returned, 3 voided and 33 finished, in this order.
 */
export function usualOutcome(index: number): DemoRecord['flwState'] {
  const position = index % 64;
  if (position < 7) return '0';
  if (position < 23) return '1';
  if (position < 28) return '2';
  return position < 31 ? '4' : '3';
}
