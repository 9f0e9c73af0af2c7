import { Suspense, useCallback } from 'react';
import { HashRouter, Route, Routes } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { NodeBoundary } from '../runtime/node/NodeBoundary.tsx';
import { SessionContext } from '../session/context.ts';
import { askAhead } from './boot/prefetch.ts';
import { ActivityBar } from './look/ActivityBar.tsx';
import type { Product } from './boot/compose.ts';
import { Guard } from './routes/Guard.tsx';
import { Notices } from './look/Notices.tsx';
import { OPEN_PAGES } from './routes/openPages.ts';
import { OpenScreen } from './routes/OpenScreen.tsx';
import { BootMark } from './boot/BootMark.tsx';
import { Workbench } from './boot/workbenchLoader.ts';

/** Pages anyone may see, and behind the guard everything else, downloaded after sign-in. */
export function App({ product }: { product: Product }) {
  const { session, notices, services } = product;
  const { token } = useSnapshot(session.state);
  const onLoading = useCallback((path: string) => askAhead(product.screens, path), [product]);
  return (
    <SessionContext value={product}>
      <ActivityBar activity={product.activity} />
      <Notices notices={notices} />
      <HashRouter>
        <Guard session={session} onLoading={onLoading}>
          <Routes>
            <Route path="/login" element={<OpenScreen services={services} screenKey="platform/login" title="登录" />} />
            {/* who is signed in has these pages inside the layout: what they have open stays open */}
            {token === null
              ? OPEN_PAGES.map(({ path, screenKey, title }) => (
                  <Route
                    key={path}
                    path={path}
                    element={<OpenScreen services={services} screenKey={screenKey} title={title} />}
                  />
                ))
              : null}
            <Route
              path="*"
              element={
                <NodeBoundary tag="workbench" path={[]}>
                  <Suspense fallback={<BootMark />}>
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
