import { beginWork } from '../../runtime/host/pendingWork.ts';
import type { TableStore } from './store/tableStore.ts';

/**
 * EN-016: delays saving the form while rows are pasted, filled or imported, because a save would store only some of
 * them. Returns a function that stops observing the jobs.
 */
export function holdSaves({ topics, jobs }: Pick<TableStore, 'topics' | 'jobs'>, form: object): () => void {
  let release: (() => void) | null = null;
  const holdOrRelease = (): void => {
    if (jobs.progress() !== null) release ??= beginWork(form, 'rows');
    else {
      release?.();
      release = null;
    }
  };
  const unsubscribe = topics.subscribe('job', holdOrRelease);
  return () => {
    unsubscribe();
    release?.();
  };
}
