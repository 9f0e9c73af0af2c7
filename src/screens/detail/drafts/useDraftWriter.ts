import { useEffect, useMemo, useRef } from 'react';
import type { FormSession } from '../../../runtime/form/session.ts';
import type { Saver } from '../saver.ts';

/** Debounce time in ms from the last change of a value until the draft is written. */
const DEBOUNCE_MS = 500;

interface Options {
  session: FormSession;
  saver: Saver;
  /** Writes the draft; deletes it when there is no unsaved input. */
  write(): Promise<void>;
  /** Returns true if this visit has written a draft: it must be written again even if the input is undone. */
  hasDraft(): boolean;
}

/**
 * Writes the draft when typing pauses. If input is not written yet or a request of the saver is pending, also writes it
 * when the window is hidden, when the form is unmounted and when the page is left. `schedule` writes it after the
 * debounce time; `cancel` cancels that.
 */
export function useDraftWriter({ session, saver, write, hasDraft }: Options): { schedule(): void; cancel(): void } {
  const latest = useRef({ write, hasDraft });
  useEffect(() => {
    latest.current = { write, hasDraft };
  }, [write, hasDraft]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** True while there is input that is not written to the draft yet. */
  const isDue = useRef(false);
  const control = useMemo(
    () => ({
      schedule: () => {
        isDue.current = true;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          isDue.current = false;
          void latest.current.write();
        }, DEBOUNCE_MS);
      },
      cancel: () => {
        isDue.current = false;
        clearTimeout(timer.current);
      },
    }),
    [],
  );
  useEffect(() => {
    if (session.mode === 'view') return undefined;
    const stop = session.onValueChange(null, () => {
      if (session.isDirty || isDue.current || latest.current.hasDraft()) control.schedule();
    });
    const flush = (): void => {
      if (!isDue.current && !saver.pending) return;
      control.cancel();
      void latest.current.write();
    };
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') flush();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', flush);
    return () => {
      stop();
      flush();
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', flush);
    };
  }, [session, saver, control]);
  return control;
}
