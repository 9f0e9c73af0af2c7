import { useEffect, useState } from 'react';

/** A dialog that is taken out of the tree leaves the keyboard nowhere: it goes back to where it was before. */
export function useReturnedFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => {
    if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body) before.focus({ preventScroll: true });
  }, [before]);
}
