/**
 * Work whose result a save would miss. 'files': running uploads. 'rows': table rows that are being pasted, filled,
 * imported (EN-016) or loaded (SL-007). 'calls': running calls that fill fields or cells (FK-025, SC-025…029).
 * 'failed': failed uploads. 'outdated': table rows of an earlier value of another field, because the call for new rows
 * failed.
 */
export type PendingWork = 'files' | 'rows' | 'calls' | 'failed' | 'outdated';

type Counts = Partial<Record<PendingWork, number>>;

const PRECEDENCE: readonly PendingWork[] = ['files', 'rows', 'failed', 'outdated', 'calls'];
const countsByOwner = new WeakMap<object, Counts>();
let runningCount = 0;

/** Returns false for failed work, which is counted until the person retries or discards it. */
const isRunning = (kind: PendingWork): boolean => kind !== 'failed' && kind !== 'outdated';

/**
 * Counts work that begins. `owner`: the session of the form; without a form, the services. Returns the function to call
 * when the work has ended.
 */
export function beginWork(owner: object, kind: PendingWork): () => void {
  const counts = countsByOwner.get(owner) ?? {};
  countsByOwner.set(owner, counts);
  const count = (change: number): void => {
    counts[kind] = (counts[kind] ?? 0) + change;
    if (isRunning(kind)) runningCount += change;
  };
  count(1);
  let hasEnded = false;
  return () => {
    if (!hasEnded) count(-1);
    hasEnded = true;
  };
}

/** Returns the kind of the pending work, of several kinds the first in `PRECEDENCE`; null if no work is pending. */
export function pendingWork(owner: object): PendingWork | null {
  const counts = countsByOwner.get(owner);
  return PRECEDENCE.find((kind) => (counts?.[kind] ?? 0) > 0) ?? null;
}

/** Returns true while uploads, calls or row operations are running on any page. Failed work does not count. */
export const isWorkRunning = (): boolean => runningCount > 0;
