import { createContext, useCallback, useSyncExternalStore } from 'react';
import type { FormSession } from '../form/session.ts';

/** Grows whenever anything that a form of text shows has changed. */
export const ReadTurn = createContext(0);

/** For `ReadTurn` around a form in view mode; always 0 in a form that is filled in, whose fields follow by themselves. */
export function useReadTurn(session: FormSession): number {
  const isRead = session.mode === 'view';
  const subscribe = useCallback(
    (listener: () => void) => (isRead ? session.onValue(null, listener) : () => undefined),
    [session, isRead],
  );
  return useSyncExternalStore(subscribe, () => (isRead ? session.turn() : 0));
}
