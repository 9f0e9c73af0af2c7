import { useMemo } from 'react';
import type { LeaveHandler } from '../../runtime/screen/leaveGuard.ts';
import { useStableNavigate } from '../useStableNavigate.ts';
import { addressOf, type CloseCommand } from './tabs.ts';
import { useTabs } from './tabsContext.ts';

export interface TabActions {
  /** Closes what the command names, after asking when values would be lost; the tab shown before follows the shown one. */
  close(command: CloseCommand, id: string): void;
  /** The page is done with: its tab closes unless it is pinned, and the page shown before follows, else `fallback`. */
  leave(id: string, fallback: string): void;
  /** Makes a page anew, after asking when values would be lost. */
  refresh(id: string): void;
  show(id: string): void;
}

/** Commands on tabs that may ask and may navigate. They keep their identity. */
export function useTabActions(): TabActions {
  const tabs = useTabs();
  const navigate = useStableNavigate();
  return useMemo(() => {
    const show = (id: string): void => {
      const tab = tabs.state.visitedViews.find((view) => view.id === id);
      if (tab && tabs.state.active !== id) navigate(addressOf(tab));
    };
    /** Every page with unsaved values is shown and asks for itself; a no stops all. */
    const asked = (ids: readonly string[], act: () => void): void => {
      const done = new Set<LeaveHandler>();
      const next = (): void => {
        const first = tabs.blocked(ids).find(({ keeper }) => !done.has(keeper));
        if (!first) {
          act();
          return;
        }
        done.add(first.keeper);
        show(first.tab.id);
        first.keeper.ask(next);
      };
      next();
    };
    return {
      show,
      close(command, id) {
        const ids = tabs.toClose(command, id);
        asked(ids, () => {
          const next = tabs.nextAfter(ids);
          tabs.close(ids);
          if (next !== null) navigate(next);
        });
      },
      leave: (id, fallback) =>
        asked([id], () => {
          const next = tabs.shownBefore(id) ?? fallback;
          tabs.close([id]);
          navigate(next, { replace: true });
        }),
      refresh: (id) => asked([id], () => tabs.refresh(id)),
    };
  }, [tabs, navigate]);
}
