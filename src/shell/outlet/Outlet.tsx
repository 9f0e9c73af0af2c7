import { Suspense, useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { UNSAFE_LocationContext as LocationContext, useOutlet } from 'react-router-dom';
import type { OutletNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { NodeLoading } from '../../runtime/node/Placeholders.tsx';
import { PHONE_WIDTH, useNarrower } from '../../runtime/host/mediaQuery.ts';
import { useSessionState } from '../../session/context.ts';
import { pendingCount } from '../../session/counts.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { trailOfAddress } from '../../session/menuLookup.ts';
import { useLayoutSettings } from '../settings/settingsContext.ts';
import { usePageRoutes } from '../pageRoutes.ts';
import { NO_NAME } from '../tabBar/tabs.ts';
import { useTabs, useTabsState } from '../tabBar/tabsContext.ts';
import { useTabActions } from '../tabBar/useTabActions.ts';
import { useDocumentTitle } from '../title.ts';
import { createKeeper } from './keeper.ts';
import { PagePane } from './PagePane.tsx';

/** How many pages stay alive behind the shown one when the document does not say. */
const KEPT = 10;

/**
 * The place of the pages inside the layout (SH-007). Pages with a tab stay alive behind the one that is shown, so
 * that typed values and scroll are there when the person comes back (TA-009, TA-011).
 */
export function Outlet({ node }: BlockProps<OutletNode>) {
  const tabs = useTabs();
  const { cachedViews, active, turns, visitedViews } = useTabsState();
  const { tagsView, dynamicTitle } = useLayoutSettings();
  const isPhone = useNarrower(PHONE_WIDTH);
  const place = useContext(LocationContext);
  const element = useOutlet();
  const routes = usePageRoutes();
  const route = routes.get(place.location.pathname);
  const isPage = route !== undefined && route.kind !== 'redirect';
  const title = usePlaceTitle(place.location.pathname, place.location.search);
  const actions = useTabActions();
  const [keeper] = useState(createKeeper);
  const pages = useSyncExternalStore(keeper.subscribe, keeper.pages);
  const [slot] = useState(() => Object.assign(document.createElement('div'), { className: 'sf-pages' }));
  const [slotRef] = useState(() => (around: HTMLElement | null) => {
    around?.append(slot);
  });

  const { pathname, search } = place.location;
  const { affix = false, noCache = false } = route ?? {};
  // a record of a form on a generic page is called after the menu entry of its form
  const name = title || route?.title || '';
  // without a bar to come back by, a page that is left is gone, and unsaved values are asked about
  const limit = tagsView && !isPhone ? (node.keep ?? KEPT) : 0;
  useEffect(() => tabs.setLimit(limit), [tabs, limit]);
  useEffect(() => {
    const pinned = [...routes.values()].filter((served) => served.affix && served.kind !== 'redirect');
    tabs.prepare(
      pinned.map((served) => ({
        path: served.path,
        search: '',
        title: served.title,
        affix: true,
        noCache: served.noCache,
      })),
      (path) => routes.has(path),
    );
  }, [tabs, routes]);
  useLayoutEffect(() => {
    if (!isPage) {
      tabs.visitNone();
      return;
    }
    const id = tabs.visit(
      { path: pathname, search, title: name, affix, noCache },
      String(place.navigationType) === 'REPLACE',
    );
    keeper.show({ id, place, element, route });
  }, [tabs, keeper, isPage, pathname, search, name, affix, noCache, place, element, route]);
  // a page whose tab is closed goes; its address may be shown a moment longer
  const kept = [active, ...cachedViews];
  // as it is now: a page may have been shown since this was rendered
  useEffect(() => keeper.keepOnly([tabs.state.active, ...tabs.state.cachedViews]), [keeper, tabs, active, cachedViews]);
  const tabTitle = visitedViews.find(({ id }) => id === active)?.title;
  const shownTitle = isPage ? (tabTitle ?? name) : route ? '' : '页面不存在';
  useDocumentTitle(dynamicTitle && shownTitle !== NO_NAME ? shownTitle : '', pendingCount(useSessionState()));
  return (
    <>
      {isPage && shownTitle !== NO_NAME ? <h1 className="sf-unseen">{shownTitle}</h1> : null}
      <div className="sf-slot" ref={slotRef} hidden={!isPage} />
      {isPage ? null : <Suspense fallback={<NodeLoading height={240} />}>{element}</Suspense>}
      {pages
        .filter(({ id }) => kept.includes(id))
        .map(({ id, place: own, element: page }) => (
          <PagePane
            key={`${id}:${turns[id] ?? 0}`}
            id={id}
            place={own}
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

/** Title of the menu entry that a place belongs to; '' when none does. */
function usePlaceTitle(pathname: string, search: string): string {
  const { modules } = useSessionState();
  return trailOfAddress(modules as MenuEntry[], pathname, search).at(-1)?.title ?? '';
}
