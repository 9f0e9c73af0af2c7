import { useEffect, useMemo } from 'react';
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router-dom';
import { Screen } from '../../runtime/screen/Screen.tsx';
import type { MenuEntry } from '../../session/menu.ts';
import type { MenuRoute } from '../../session/routes.ts';
import { rememberScreens } from '../../session/rememberedScreens.ts';
import { LayoutSkeleton } from '../boot/LayoutSkeleton.tsx';
import { FramePage } from './FramePage.tsx';
import { PageRoutesContext } from '../../shell/pageRoutes.ts';
import { useTabActions } from '../../shell/tabBar/useTabActions.ts';
import { useTabs } from '../../shell/tabBar/tabsContext.ts';
import { PAGES_WITHOUT_LAYOUT } from './fixedRoutes.ts';
import { HIDDEN_PAGES } from './hiddenPages.ts';
import { PageWithoutLayout } from './PageWithoutLayout.tsx';
import { PageScreen } from './PageScreen.tsx';
import { useServedRoutes } from './useServedRoutes.ts';
import { useReportPageViews } from './useReportPageViews.ts';

const NotFound = () => <Screen screenKey="platform/404" />;

/**
 * The page at `/redirect/<path>`: remounts the page that is open at `<path>`, and navigates to it (FR-005). A page with
 * unsaved values asks for confirmation first.
 */
function RefreshPage() {
  const address = `/${useParams()['*'] ?? ''}${useLocation().search}`;
  const tabs = useTabs();
  const actions = useTabActions();
  useEffect(() => {
    const id = tabs.idAt(address);
    if (id !== null) actions.refresh(id);
  }, [tabs, actions, address]);
  return <Navigate to={address} replace />;
}

/** Returns what a route of the menu renders: a redirection, a screen or an embedded page. */
function elementOf(route: MenuRoute) {
  if (route.kind === 'redirect') return <Navigate to={route.to} replace />;
  if (route.kind === 'screen') return <PageScreen screenKey={route.screenKey} title={route.title} />;
  return <FramePage link={route.link} title={route.title} />;
}

/**
 * The routes of the application: inside the layout the fixed routes and those of the served menu (RG-006, RG-011);
 * without the layout the pages for printing, for phones and for frames.
 */
export function WorkbenchRoutes({ modules }: { modules: unknown }) {
  useReportPageViews();
  const routes = useServedRoutes(modules as MenuEntry[]);
  const routesByPath = useMemo(() => new Map(routes.map((route) => [route.path, route])), [routes]);
  // the screens of all paths are stored, so that the next page load can prefetch them
  useEffect(
    () => rememberScreens(localStorage, routesByPath, [...PAGES_WITHOUT_LAYOUT, ...HIDDEN_PAGES]),
    [routesByPath],
  );
  return (
    <PageRoutesContext value={routesByPath}>
      <Routes>
        {[...PAGES_WITHOUT_LAYOUT, ...HIDDEN_PAGES].map(({ path, ...page }) => (
          <Route key={path} path={path} element={<PageWithoutLayout {...page} />} />
        ))}
        <Route element={<Screen screenKey="platform/shell" loading={<LayoutSkeleton />} />}>
          <Route index element={<Navigate to="/index" replace />} />
          {routes.map((route) => (
            <Route key={route.path} path={route.path} element={elementOf(route)} />
          ))}
          <Route path="/redirect/*" element={<RefreshPage />} />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </PageRoutesContext>
  );
}
