import { Suspense, useCallback } from 'react';
import { HashRouter, Route, Routes } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { NodeBoundary } from '../runtime/node/NodeBoundary.tsx';
import { SessionContext } from '../session/context.ts';
import { prefetchScreen } from './boot/prefetchFirstPage.ts';
import { ActivityBar } from './look/ActivityBar.tsx';
import type { Product } from './boot/compose.ts';
import { Guard } from './routes/Guard.tsx';
import { Notices } from './look/Notices.tsx';
import { PUBLIC_PAGES } from './routes/publicPages.ts';
import { PublicScreen } from './routes/PublicScreen.tsx';
import { AppLoading } from './boot/AppLoading.tsx';
import { Workbench } from './boot/workbenchLoader.ts';

/**
 * Root of the application: public pages, and the workbench for signed-in users. The code of the workbench is downloaded
 * separately, and the route guard protects its pages.
 */
export function App({ product }: { product: Product }) {
  const { session, notices, services } = product;
  const { token } = useSnapshot(session.state);
  const onLoading = useCallback((path: string) => prefetchScreen(product.screens, path), [product]);
  return (
    <SessionContext value={product}>
      <ActivityBar activity={product.activity} />
      <Notices notices={notices} />
      <HashRouter>
        <Guard session={session} onLoading={onLoading}>
          <Routes>
            <Route
              path="/login"
              element={<PublicScreen services={services} screenKey="platform/login" title="登录" />}
            />
            {/* after sign-in these pages are shown inside the layout, so that open tabs stay open */}
            {token === null
              ? PUBLIC_PAGES.map(({ path, screenKey, title }) => (
                  <Route
                    key={path}
                    path={path}
                    element={<PublicScreen services={services} screenKey={screenKey} title={title} />}
                  />
                ))
              : null}
            <Route
              path="*"
              element={
                <NodeBoundary tag="workbench" path={[]}>
                  <Suspense fallback={<AppLoading />}>
                    <Workbench services={services} inbox={product.inbox} downloads={product.downloads} />
                  </Suspense>
                </NodeBoundary>
              }
            />
          </Routes>
        </Guard>
      </HashRouter>
    </SessionContext>
  );
}
