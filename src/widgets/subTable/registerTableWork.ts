import { setFailedCall } from '../../runtime/host/failedCalls.ts';
import { beginWork, type PendingWork } from '../../runtime/host/pendingWork.ts';
import type { Topic } from './store/topics.ts';
import type { TableStore } from './store/tableStore.ts';

/**
 * EN-016, SC-025…029: registers pending work of a form while rows of a sub-table are pasted, filled or imported and
 * while calls fill its cells. A save is then refused or waits, because it would store only some of the values. Also
 * stores how many cells could not be filled, for the warning at submission. Returns a function that stops all this.
 */
export function registerTableWork(
  { topics, jobs, calls }: Pick<TableStore, 'topics' | 'jobs' | 'calls'>,
  form: object,
  { key, label }: { key: string; label: string },
): () => void {
  // at each event of the topic, begins or ends the pending work as `isRunning` says; returns a function that stops this
  const registerWorkWhile = (topic: Topic, kind: PendingWork, isRunning: () => boolean): (() => void) => {
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
  const unwatchJobs = registerWorkWhile('job', 'rows', () => jobs.progress() !== null);
  const unwatchFailedCalls = topics.subscribe('calls', () => {
    const failedCount = calls.failedCells().length;
    setFailedCall(form, key, failedCount === 0 ? null : `${label}的 ${failedCount} 处`);
  });
  const unwatchRunningCalls = registerWorkWhile('calls', 'calls', () => calls.runningCount() > 0);
  return () => {
    unwatchJobs();
    unwatchRunningCalls();
    unwatchFailedCalls();
  };
}
