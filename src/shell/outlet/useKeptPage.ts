import { useLayoutEffect, useMemo, useRef } from 'react';
import { STANDALONE_PATHS } from '../../domain/menu/index.ts';
import type { Page } from '../../runtime/screen/page.ts';
import { tabKey, tabKeyOf } from '../tabBar/tabKey.ts';
import { useTabs } from '../tabBar/tabsContext.ts';
import type { TabActions } from '../tabBar/useTabActions.ts';

interface KeptPageState {
  page: Page;
  /** Notifies the blocks of the page that the page is shown again. */
  notifyShown(): void;
  /** Notifies the blocks of the page that another page is shown. */
  notifyHidden(): void;
}

function createNotifier(): { notify(): void; on(listener: () => void): () => void } {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    on(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Returns the page context of a tab for the blocks of its page. The object is stable while the tab is open. */
export function useKeptPage(
  tabId: string,
  { pathname, search }: { pathname: string; search: string },
  actions: TabActions,
): KeptPageState {
  const tabs = useTabs();
  const currentTabKey = useRef('');
  useLayoutEffect(() => {
    currentTabKey.current = tabKey(pathname, search);
  }, [pathname, search]);
  return useMemo(() => {
    const [shownNotifier, hiddenNotifier] = [createNotifier(), createNotifier()];
    return {
      notifyShown: shownNotifier.notify,
      notifyHidden: hiddenNotifier.notify,
      page: {
        registerLeaveHandler: (handler) => tabs.registerLeaveHandler(tabId, handler),
        updateUnsavedMark: tabs.updateDirtyMarks,
        show: () => actions.show(tabId),
        isShown: () => tabs.state.active === tabId && tabs.isOpen(tabId),
        isKept: () => tabs.state.cachedViews.includes(tabId),
        // true if the page is shown and would be unmounted: the address opens in the same tab, the tab is not kept, or
        // a page without layout replaces the layout. Hidden pages stay mounted; closing a tab has already been
        // confirmed.
        isLostBy: (to) =>
          tabs.state.active === tabId &&
          tabs.isOpen(tabId) &&
          (tabKeyOf(to) === currentTabKey.current ||
            !tabs.state.cachedViews.includes(tabId) ||
            STANDALONE_PATHS.includes(to.split('?')[0] ?? '')),
        setTitle: (title) => tabs.rename(tabId, title),
        leave: (fallback) => actions.leave(tabId, fallback),
        leaveTo: (to) => actions.leaveTo(tabId, to),
        changeHiddenQuery: (search) => tabs.changeHiddenTabQuery(tabId, search),
        onShown: shownNotifier.on,
        onHidden: hiddenNotifier.on,
      },
    };
  }, [tabs, tabId, actions]);
}
