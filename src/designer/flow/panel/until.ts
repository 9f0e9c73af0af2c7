/** When a repeated sub-process is done, as it is chosen; anything else is a condition that is typed. */
export type UntilKind = 'all' | 'any' | 'share' | 'condition';

export const untilText = (kind: 'any' | 'share', share: number): string =>
  kind === 'any' ? 'nrOfCompletedInstances >= 1' : `nrOfCompletedInstances / nrOfInstances >= ${share}`;

/** Reads what `untilText` writes, and the same of other engines. */
export function untilOf(text: string): { kind: UntilKind; share: number } {
  const bare = text.replace(/[\s()]/g, '');
  if (bare === '') return { kind: 'all', share: 1 };
  if (/^nrOfCompletedInstances(>=1|>=1\.0|>0|>0\.0)$/.test(bare)) return { kind: 'any', share: 0 };
  const share = /^nrOfCompletedInstances\/nrOfInstances>=(1|1\.0|0?\.\d+)$/.exec(bare)?.[1];
  return share === undefined ? { kind: 'condition', share: 0 } : { kind: 'share', share: Number(share) };
}
