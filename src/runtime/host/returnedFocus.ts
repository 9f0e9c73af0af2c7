import { useContext, useEffect, useState } from 'react';
import { OpenDialogsContext } from './openDialogs.ts';

/**
 * Every dialog calls this hook. When the dialog is unmounted and no element has the focus, it focuses the element that
 * had the focus before the dialog was mounted. While the dialog is open, it is registered at the counter of the
 * surrounding part of the page, so that this part is not reloaded (`openDialogs.ts`). `isOpen`: false while a mounted
 * dialog is hidden.
 */
export function useReturnedFocus(isOpen = true): void {
  const dialogs = useContext(OpenDialogsContext);
  const [previousElement] = useState(() => document.activeElement);
  useEffect(() => (isOpen ? dialogs?.registerOpenDialog() : undefined), [dialogs, isOpen]);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      // The previous element may be gone, e.g. an entry of a closed menu. The dialog or drawer below then gets the
      // focus, so that Escape still closes it.
      const target =
        previousElement instanceof HTMLElement && previousElement !== document.body && previousElement.isConnected
          ? previousElement
          : document.querySelector<HTMLElement>('.ant-drawer-open[tabindex], .ant-modal-wrap[tabindex]');
      target?.focus({ preventScroll: true });
    },
    [previousElement],
  );
}
