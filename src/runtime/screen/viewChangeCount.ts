import { createContext, useCallback, useSyncExternalStore } from 'react';
import type { FormSession } from '../form/session.ts';

/** Version number of a form in view mode: increases whenever a displayed value, problem or access changes. */
export const ViewChangeCount = createContext(0);

/**
 * Returns `ViewChangeCount` for a form in view mode; always 0 in edit mode, where each field subscribes to its value.
 */
export function useViewChangeCount(session: FormSession): number {
  const isReadOnly = session.mode === 'view';
  const subscribe = useCallback(
    (listener: () => void) => (isReadOnly ? session.onValue(null, listener) : () => undefined),
    [session, isReadOnly],
  );
  return useSyncExternalStore(subscribe, () => (isReadOnly ? session.changeCount() : 0));
}
