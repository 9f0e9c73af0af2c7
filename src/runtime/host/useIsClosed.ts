import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns a reference whose value is true after the component has been removed, e.g. a dialog that was closed during a
 * call. The answer of the call must then not be used.
 */
export function useIsClosed(): RefObject<boolean> {
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  return isClosed;
}
