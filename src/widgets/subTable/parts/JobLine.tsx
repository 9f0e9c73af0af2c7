import type { ReactNode } from 'react';
import { useTable, useTopic } from '../model.ts';

/**
 * Progress of the running job, with the button 取消. A click on the button leaves the focus in the active cell. Renders
 * nothing without a job.
 */
export function JobLine() {
  const {
    store: { jobs, topics },
  } = useTable();
  useTopic(topics, 'job');
  const progress = jobs.progress();
  if (progress === null) return null;
  const { title, done, total } = progress;
  return (
    <div className="st-job">
      <span>{`${title} ${done} / ${total}`}</span>
      <progress aria-label={title} max={total} value={done} />
      <button
        type="button"
        className="st-button"
        data-action="cancel-job"
        onMouseDown={(event) => event.preventDefault()}
        onClick={jobs.cancel}
      >
        取消
      </button>
    </div>
  );
}

/** Blocks the mouse in its children during a job; `KeyCapture` blocks the keyboard. */
export function BusyArea({ children }: { children: ReactNode }) {
  const {
    store: { jobs, topics },
  } = useTable();
  useTopic(topics, 'job');
  const isBusy = jobs.progress() !== null;
  return (
    <div className={isBusy ? 'st-busy' : undefined} aria-busy={isBusy || undefined}>
      {children}
    </div>
  );
}
