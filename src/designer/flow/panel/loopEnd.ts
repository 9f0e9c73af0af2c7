/**
 * When a repeated sub-process is complete: after all repetitions, after the first one, after a share of them, or by an
 * expression that the user types (`condition`).
 */
export type LoopEndKind = 'all' | 'any' | 'share' | 'condition';

/** Returns the completion condition as an expression. `share`: between 0 and 1. */
export const loopEndText = (kind: 'any' | 'share', share: number): string =>
  kind === 'any' ? 'nrOfCompletedInstances >= 1' : `nrOfCompletedInstances / nrOfInstances >= ${share}`;

/**
 * Returns the kind of a completion condition that `loopEndText` or another engine wrote. An empty text is `all`, any
 * text that is not recognised is a `condition`. `share`: only meaningful if the kind is `share`.
 */
export function readLoopEnd(text: string): { kind: LoopEndKind; share: number } {
  const compactText = text.replace(/[\s()]/g, '');
  if (compactText === '') return { kind: 'all', share: 1 };
  if (/^nrOfCompletedInstances(>=1|>=1\.0|>0|>0\.0)$/.test(compactText)) return { kind: 'any', share: 0 };
  const share = /^nrOfCompletedInstances\/nrOfInstances>=(1|1\.0|0?\.\d+)$/.exec(compactText)?.[1];
  return share === undefined ? { kind: 'condition', share: 0 } : { kind: 'share', share: Number(share) };
}
