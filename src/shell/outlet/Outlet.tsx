import { Suspense, useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { UNSAFE_LocationContext as LocationContext, useOutlet } from 'react-router-dom';
import type { OutletNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { NodeLoading } from '../../runtime/node/Placeholders.tsx';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { useSessionState } from '../../session/context.ts';
import { pendingCount } from '../../session/counts.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { trailOfAddress } from '../../session/menuLookup.ts';
import { useLayoutSettings } from '../settings/settingsContext.ts';
import type { MenuRoute } from '../../session/routes.ts';
import { usePageRoutes } from '../pageRoutes.ts';
import { tabKey } from '../tabBar/tabKey.ts';
import { NO_NAME } from '../tabBar/tabs.ts';
import { useTabs, useTabsState } from '../tabBar/tabsContext.ts';
import { useTabActions } from '../tabBar/useTabActions.ts';
import { useDocumentTitle } from '../useDocumentTitle.ts';
import { createKeptPages } from './keptPages.ts';
import { PagePane } from './PagePane.tsx';

/** Default number of pages that stay mounted behind the shown one. */
const DEFAULT_KEPT_PAGES = 10;

/**
 * Renders the pages inside the layout (SH-007). Pages with a tab stay mounted behind the shown one, which preserves
 * typed values and scroll positions (TA-009, TA-011).
 */
export function Outlet({ node }: BlockProps<OutletNode>) {
  const tabs = useTabs();
  const { cachedViews, active, refreshCounts, visitedViews } = useTabsState();
  const { tagsView, dynamicTitle } = useLayoutSettings();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const routerLocation = useContext(LocationContext);
  const element = useOutlet();
  const routes = usePageRoutes();
  const route = routes.get(routerLocation.location.pathname);
  const isPage = route !== undefined && route.kind !== 'redirect';
  const menuTitle = useMenuTitle(routerLocation.location.pathname, routerLocation.location.search);
  const actions = useTabActions();
  const [keptPages] = useState(createKeptPages);
  const pages = useSyncExternalStore(keptPages.subscribe, keptPages.pages);
  // the element to which the shown page is attached
  const [slot] = useState(() => Object.assign(document.createElement('div'), { className: 'sf-pages' }));
  const [slotRef] = useState(() => (container: HTMLElement | null) => {
    container?.append(slot);
  });

  const { pathname, search } = routerLocation.location;
  const { noCache = false } = route ?? {};
  // only the address of the menu entry itself is pinned: the same path with another query, for example another record,
  // opens a separate tab, which can be closed
  const affix = route?.affix === true && tabKey(pathname, search) === tabKey(route.path, searchOf(route));
  // a record on a generic page takes the title of its form's menu entry
  const title = menuTitle || route?.title || '';
  // without a tab bar a page is unmounted when the user leaves it; if it has unsaved values, it asks for confirmation
  const maxMountedPages = tagsView && !isPhone ? (node.keep ?? DEFAULT_KEPT_PAGES) : 0;
  useEffect(() => tabs.setMountedLimit(maxMountedPages), [tabs, maxMountedPages]);
  useEffect(() => {
    const pinnedRoutes = [...routes.values()].filter((menuRoute) => menuRoute.affix && menuRoute.kind !== 'redirect');
    tabs.prepare(
      pinnedRoutes.map((menuRoute) => ({
        path: menuRoute.path,
        search: searchOf(menuRoute),
        title: menuRoute.title,
        affix: true,
        noCache: menuRoute.noCache,
      })),
      (path) => routes.has(path),
    );
  }, [tabs, routes]);
  useLayoutEffect(() => {
    if (!isPage) {
      tabs.visitPageWithoutTab();
      return;
    }
    const id = tabs.visit(
      { path: pathname, search, title, affix, noCache },
      String(routerLocation.navigationType) === 'REPLACE',
    );
    keptPages.show({ id, routerLocation, element, route });
  }, [tabs, keptPages, isPage, pathname, search, title, affix, noCache, routerLocation, element, route]);
  // pages whose tab was closed are not rendered, even while the router still shows their address
  const mountedPageIds = [active, ...cachedViews];
  // reads the current tabs state: a page may have been shown since this render
  useEffect(
    () => keptPages.keepOnly([tabs.state.active, ...tabs.state.cachedViews]),
    [keptPages, tabs, active, cachedViews],
  );
  const tabTitle = visitedViews.find(({ id }) => id === active)?.title;
  // the title of an address that is no page
  const titleWithoutPage = route ? '' : '页面不存在';
  const shownTitle = isPage ? (tabTitle ?? title) : titleWithoutPage;
  useDocumentTitle(dynamicTitle && shownTitle !== NO_NAME ? shownTitle : '', pendingCount(useSessionState()));
  return (
    <>
      {isPage && shownTitle !== NO_NAME ? <h1 className="sf-unseen">{shownTitle}</h1> : null}
      <div className="sf-slot" ref={slotRef} hidden={!isPage} />
      {isPage ? null : <Suspense fallback={<NodeLoading height={240} />}>{element}</Suspense>}
      {pages
        .filter(({ id }) => mountedPageIds.includes(id))
        .map(({ id, routerLocation: pageLocation, element: page }) => (
          <PagePane
            key={`${id}:${refreshCounts[id] ?? 0}`}
            id={id}
            routerLocation={pageLocation}
            slot={slot}
            isShown={isPage && id === active}
            actions={actions}
          >
            {page}
          </PagePane>
        ))}
    </>
  );
}

const searchOf = ({ search = '' }: MenuRoute): string => search;

/** Returns the title of the menu entry of an address; '' if there is none. */
function useMenuTitle(pathname: string, search: string): string {
  const { modules } = useSessionState();
  return trailOfAddress(modules as MenuEntry[], pathname, search).at(-1)?.title ?? '';
}
