import { beginWork } from '../../runtime/host/pendingWork.ts';
import type { TableStore } from './store/tableStore.ts';

/** EN-016: a save waits while rows are pasted, filled or imported: it would take half of them. */
export function holdSaves({ topics, jobs }: Pick<TableStore, 'topics' | 'jobs'>, form: object): () => void {
  let release: (() => void) | null = null;
  const follow = (): void => {
    if (jobs.progress() !== null) release ??= beginWork(form, 'rows');
    else {
      release?.();
      release = null;
    }
  };
  const stop = topics.subscribe('job', follow);
  return () => {
    stop();
    release?.();
  };
}
