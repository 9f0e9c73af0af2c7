import { useContext, useEffect, useState } from 'react';
import { OpenDialogsContext } from './openDialogs.ts';

/** A dialog that is taken out of the tree leaves the keyboard nowhere: it goes back to where it was before. While it is open, what it belongs to is not reloaded (`openDialogs.ts`). */
export function useReturnedFocus(isOpen = true): void {
  const dialogs = useContext(OpenDialogsContext);
  const [before] = useState(() => document.activeElement);
  useEffect(() => (isOpen ? dialogs?.hold() : undefined), [dialogs, isOpen]);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
        before.focus({ preventScroll: true });
    },
    [before],
  );
}
