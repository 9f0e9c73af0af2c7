import { useMemo, useRef } from 'react';
import type { LeaveHandler } from '../../runtime/screen/leaveGuard.ts';

/** The leave handlers in a dialog: one for each form, e.g. of a record and of a dialog above the record. */
export interface LeaveHandlers {
  /** Registers a handler. Returns the unregister function. */
  register(handler: LeaveHandler): () => void;
  /** Returns true while one of the forms has unsaved input. */
  hasUnsaved(): boolean;
  /**
   * Asks the user about each form with unsaved input, the last opened form first. Calls `proceed` when he has agreed to
   * leave all of them.
   */
  leave(proceed: () => void): void;
}

export function useLeaveHandlers(): LeaveHandlers {
  const handlers = useRef(new Set<LeaveHandler>());
  return useMemo(() => {
    const leave = (proceed: () => void): void => {
      const unsavedHandler = [...handlers.current].findLast((handler) => handler.hasUnsaved());
      if (unsavedHandler) unsavedHandler.ask(() => leave(proceed));
      else proceed();
    };
    return {
      leave,
      hasUnsaved: () => [...handlers.current].some((handler) => handler.hasUnsaved()),
      register(handler) {
        handlers.current.add(handler);
        return () => handlers.current.delete(handler);
      },
    };
  }, []);
}
