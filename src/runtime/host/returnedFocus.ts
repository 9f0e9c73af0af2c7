import { useContext, useEffect, useState } from 'react';
import { OpenDialogsContext } from './openDialogs.ts';

/** A dialog that is taken out of the tree leaves the keyboard nowhere: it goes back to where it was before. While it is open, what it belongs to is not reloaded (`openDialogs.ts`). */
export function useReturnedFocus(isOpen = true): void {
  const dialogs = useContext(OpenDialogsContext);
  const [before] = useState(() => document.activeElement);
  useEffect(() => (isOpen ? dialogs?.hold() : undefined), [dialogs, isOpen]);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      // an entry of a menu is gone by now: then to the dialog or drawer below, so that Escape still closes it
      const target =
        before instanceof HTMLElement && before !== document.body && before.isConnected
          ? before
          : document.querySelector<HTMLElement>('.ant-drawer-open[tabindex], .ant-modal-wrap[tabindex]');
      target?.focus({ preventScroll: true });
    },
    [before],
  );
}
