import { useEffect, useState } from 'react';
import { holdDialog } from './openDialogs.ts';

/** A dialog that is taken out of the tree leaves the keyboard nowhere: it goes back to where it was before. While it is there, nothing reloads the page under it. */
export function useReturnedFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => holdDialog(), []);
  useEffect(() => () => {
    if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body) before.focus({ preventScroll: true });
  }, [before]);
}
