import { useEffect, useMemo, useRef } from 'react';
import type { FormSession } from '../../../runtime/form/session.ts';
import type { Saver } from '../saver.ts';

/** Milliseconds after the last keystroke until a draft is written. */
const QUIET = 500;

/** Writes the draft when typing rests, when the window goes out of sight, and when the form is left by any way. */
export function useKeeping(
  session: FormSession,
  saver: Saver,
  write: () => Promise<void>,
): { soon(): void; pause(): void } {
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  }, [write]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Something was typed and not written since. */
  const isDue = useRef(false);
  const control = useMemo(
    () => ({
      soon: () => {
        isDue.current = true;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          isDue.current = false;
          void latest.current();
        }, QUIET);
      },
      pause: () => {
        isDue.current = false;
        clearTimeout(timer.current);
      },
    }),
    [],
  );
  useEffect(() => {
    if (session.mode === 'view') return undefined;
    const stop = session.onValue(null, () => {
      if (session.isDirty || isDue.current) control.soon();
    });
    const flush = (): void => {
      if (!isDue.current && !saver.pending) return;
      control.pause();
      void latest.current();
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
