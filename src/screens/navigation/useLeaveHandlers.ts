import { useMemo, useRef } from 'react';
import type { LeaveHandler } from '../../runtime/screen/leaveGuard.ts';

/** The unsaved inputs in a dialog, e.g. of a record and of a dialog above it. */
export interface LeaveHandlers {
  /** Registers a handler. Returns the unregister function. */
  register(handler: LeaveHandler): () => void;
  /** Returns true while one of the inputs is unsaved. */
  hasUnsaved(): boolean;
  /** Calls `proceed` after the user has agreed for each unsaved input, the last opened one first. */
  leave(proceed: () => void): void;
}

export function useLeaveHandlers(): LeaveHandlers {
  const handlers = useRef(new Set<LeaveHandler>());
  return useMemo(() => {
    const leave = (proceed: () => void): void => {
      const unsaved = [...handlers.current].findLast((handler) => handler.hasUnsaved());
      if (unsaved) unsaved.ask(() => leave(proceed));
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
