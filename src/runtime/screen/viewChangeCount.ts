import { createContext, useCallback, useSyncExternalStore } from 'react';
import type { FormSession } from '../form/session.ts';

/** The number of changes of a form in view mode: increases whenever a displayed value, problem or access changes. */
export const ViewChangeCount = createContext(0);

/**
 * Returns the value for the context `ViewChangeCount`, and renders again when it changes. Always 0 in edit mode, where
 * each field subscribes to its own value.
 */
export function useViewChangeCount(session: FormSession): number {
  const isReadOnly = session.mode === 'view';
  const subscribe = useCallback(
    (listener: () => void) => (isReadOnly ? session.onValueChange(null, listener) : () => undefined),
    [session, isReadOnly],
  );
  return useSyncExternalStore(subscribe, () => (isReadOnly ? session.changeCount() : 0));
}
