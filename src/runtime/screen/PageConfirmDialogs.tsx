import { createContext, useContext, type ReactNode } from 'react';
import { Modal } from 'antd';

type ConfirmDialogs = ReturnType<typeof Modal.useModal>[0];

const ConfirmDialogsContext = createContext<ConfirmDialogs | null>(null);

/** Returns the confirm dialogs of the enclosing page; null without an enclosing page: global dialogs are then used. */
export const usePageConfirmDialogs = (): ConfirmDialogs | null => useContext(ConfirmDialogsContext);

/**
 * Provides confirm dialogs inside a page, so that a dialog does not stay open over another page after the browser's
 * back button was pressed.
 */
export function PageConfirmDialogs({ children }: { children: ReactNode }) {
  const [dialogs, contextHolder] = Modal.useModal();
  return (
    <ConfirmDialogsContext value={dialogs}>
      {children}
      {contextHolder}
    </ConfirmDialogsContext>
  );
}
