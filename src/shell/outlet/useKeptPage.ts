import { useLayoutEffect, useMemo, useRef } from 'react';
import { STANDALONE_PATHS } from '../../domain/menu/index.ts';
import type { Page } from '../../runtime/screen/page.ts';
import { tabKey, tabKeyOf } from '../tabBar/tabKey.ts';
import { useTabs } from '../tabBar/tabsContext.ts';
import type { TabActions } from '../tabBar/useTabActions.ts';

interface Kept {
  page: Page;
  /** Tells the blocks of the page that it is shown again. */
  tellShown(): void;
}

/** A tab's page as its blocks see it. It keeps its identity while the tab lives. */
export function useKeptPage(
  id: string,
  { pathname, search }: { pathname: string; search: string },
  actions: TabActions,
): Kept {
  const tabs = useTabs();
  const key = useRef('');
  useLayoutEffect(() => {
    key.current = tabKey(pathname, search);
  }, [pathname, search]);
  return useMemo(() => {
    const listeners = new Set<() => void>();
    return {
      tellShown() {
        for (const listener of listeners) listener();
      },
      page: {
        registerLeaveHandler: (handler) => tabs.hold(id, handler),
        updateUnsavedMark: tabs.mark,
        show: () => actions.show(id),
        isShown: () => tabs.state.active === id && tabs.isOpen(id),
        isKept: () => tabs.state.cachedViews.includes(id),
        // behind another page nothing of it is lost, and of a closed tab everything was given up; a page without the layout ends all of them
        isLostBy: (to) =>
          tabs.state.active === id &&
          tabs.isOpen(id) &&
          (tabKeyOf(to) === key.current ||
            !tabs.state.cachedViews.includes(id) ||
            STANDALONE_PATHS.includes(to.split('?')[0] ?? '')),
        setTitle: (title) => tabs.rename(id, title),
        leave: (fallback) => actions.leave(id, fallback),
        onShown(listener) {
          listeners.add(listener);
          return () => {
            listeners.delete(listener);
          };
        },
      },
    };
  }, [tabs, id, actions]);
}
