import { useMemo } from 'react';
import type { LeaveHandler } from '../../runtime/screen/leaveGuard.ts';
import { useStableNavigate } from '../useStableNavigate.ts';
import { addressOf, type CloseCommand } from './tabs.ts';
import { useTabs } from './tabsContext.ts';

export interface TabActions {
  /**
   * Closes the tabs of the command after the user has confirmed the loss of unsaved values. If the shown tab is among
   * them, then shows the most recently shown remaining tab.
   */
  close(command: CloseCommand, id: string): void;
  /** Closes the tab unless it is pinned, then shows the previously shown page, or `fallback` if there is none. */
  leave(id: string, fallback: string): void;
  /** Closes the tab unless it is pinned, then shows the address `to`. */
  leaveTo(id: string, to: string): void;
  /** Remounts a page after the user has confirmed the loss of unsaved values. */
  refresh(id: string): void;
  show(id: string): void;
}

/** Tab commands that may confirm and navigate. The returned object is stable across renders. */
export function useTabActions(): TabActions {
  const tabs = useTabs();
  const navigate = useStableNavigate();
  return useMemo(() => {
    const show = (id: string): void => {
      const tab = tabs.state.visitedViews.find((view) => view.id === id);
      if (tab && tabs.state.active !== id) navigate(addressOf(tab));
    };
    /**
     * Shows each page with unsaved values and lets the page ask whether to discard them. Runs `action` after the user
     * has agreed on all pages.
     */
    const confirmAll = (ids: readonly string[], action: () => void): void => {
      const askedHandlers = new Set<LeaveHandler>();
      const askNext = (): void => {
        const nextUnsaved = tabs.listUnsaved(ids).find(({ leaveHandler }) => !askedHandlers.has(leaveHandler));
        if (!nextUnsaved) {
          action();
          return;
        }
        askedHandlers.add(nextUnsaved.leaveHandler);
        show(nextUnsaved.tab.id);
        nextUnsaved.leaveHandler.ask(askNext);
      };
      askNext();
    };
    /** `addressAfter` is called before the tab is closed. */
    const leaveFor = (id: string, addressAfter: () => string): void =>
      confirmAll([id], () => {
        const address = addressAfter();
        tabs.close([id]);
        navigate(address, { replace: true });
      });
    return {
      show,
      close(command, id) {
        const ids = tabs.listClosable(command, id);
        confirmAll(ids, () => {
          const address = tabs.addressAfterClosing(ids);
          tabs.close(ids);
          if (address !== null) navigate(address);
        });
      },
      leave: (id, fallback) => leaveFor(id, () => tabs.previousAddress(id) ?? fallback),
      leaveTo: (id, to) => leaveFor(id, () => to),
      refresh: (id) => confirmAll([id], () => tabs.refresh(id)),
    };
  }, [tabs, navigate]);
}
