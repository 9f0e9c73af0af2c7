/**
 * Condition for completing a repeated sub-process: `condition` is an expression that the user types; the other kinds
 * are presets.
 */
export type LoopEndKind = 'all' | 'any' | 'share' | 'condition';

/** Returns the completion condition of a preset. `share`: between 0 and 1. */
export const loopEndText = (kind: 'any' | 'share', share: number): string =>
  kind === 'any' ? 'nrOfCompletedInstances >= 1' : `nrOfCompletedInstances / nrOfInstances >= ${share}`;

/** Reads a completion condition written by `loopEndText`, or an equivalent condition of other engines. */
export function readLoopEnd(text: string): { kind: LoopEndKind; share: number } {
  const compact = text.replace(/[\s()]/g, '');
  if (compact === '') return { kind: 'all', share: 1 };
  if (/^nrOfCompletedInstances(>=1|>=1\.0|>0|>0\.0)$/.test(compact)) return { kind: 'any', share: 0 };
  const share = /^nrOfCompletedInstances\/nrOfInstances>=(1|1\.0|0?\.\d+)$/.exec(compact)?.[1];
  return share === undefined ? { kind: 'condition', share: 0 } : { kind: 'share', share: Number(share) };
}
