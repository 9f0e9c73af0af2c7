import type { ReactNode } from 'react';
import { useTable, useTopic } from '../model.ts';

/** How far long work is, with 取消 (a press leaves the keyboard in its cell). Nothing while none is under way. */
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

/** The surface under it takes no press while long work is under way; the keyboard is the key catcher's to refuse. */
export function Busy({ children }: { children: ReactNode }) {
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
