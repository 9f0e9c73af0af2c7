import { setFailedCall } from '../../runtime/host/failedCalls.ts';
import { beginWork, type PendingWork } from '../../runtime/host/pendingWork.ts';
import type { Topic } from './store/topics.ts';
import type { TableStore } from './store/tableStore.ts';

/**
 * EN-016, SC-025…029: makes saves wait while rows are pasted, filled or imported and while calls fill cells, because a
 * save would store only some of the values. Stores failed calls under the name of the table. Returns a function that
 * ends the watching and lets saves go on.
 */
export function holdSaves(
  { topics, jobs, calls }: Pick<TableStore, 'topics' | 'jobs' | 'calls'>,
  form: object,
  { key, label }: { key: string; label: string },
): () => void {
  // makes saves wait while `isRunning` is true; returns a function that ends this
  const holdWhile = (topic: Topic, kind: PendingWork, isRunning: () => boolean): (() => void) => {
    let release: (() => void) | null = null;
    const unsubscribe = topics.subscribe(topic, () => {
      if (isRunning()) release ??= beginWork(form, kind);
      else {
        release?.();
        release = null;
      }
    });
    return () => {
      unsubscribe();
      release?.();
    };
  };
  const unwatchJobs = holdWhile('job', 'rows', () => jobs.progress() !== null);
  const unwatchFailedCalls = topics.subscribe('calls', () => {
    const count = calls.failedCells().length;
    setFailedCall(form, key, count === 0 ? null : `${label}的 ${count} 处`);
  });
  const unwatchRunningCalls = holdWhile('calls', 'calls', () => calls.runningCount() > 0);
  return () => {
    unwatchJobs();
    unwatchRunningCalls();
    unwatchFailedCalls();
  };
}
