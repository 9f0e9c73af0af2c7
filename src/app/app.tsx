import { Suspense } from 'react';
import { HashRouter, Route, Routes } from 'react-router-dom';
import { SessionContext } from '../session/context.ts';
import { ActivityBar } from './activityBar.tsx';
import type { Product } from './compose.ts';
import { Guard } from './guard.tsx';
import { Notices } from './notices.tsx';
import { OpenScreen } from './openScreen.tsx';
import { BootMark } from './bootMark.tsx';
import { Workbench } from './workbenchLoader.ts';

/** Pages anyone may see, and behind the guard everything else, downloaded after sign-in. */
export function App({ product }: { product: Product }) {
  const { session, notices, services } = product;
  return (
    <SessionContext value={product}>
      <ActivityBar activity={product.activity} />
      <Notices notices={notices} />
      <HashRouter>
        <Guard session={session}>
          <Routes>
            <Route path="/login" element={<OpenScreen services={services} screenKey="platform/login" title="登录" />} />
            <Route path="/401" element={<OpenScreen services={services} screenKey="platform/401" title="无权访问" />} />
            <Route path="/bind" element={<OpenScreen services={services} screenKey="platform/bind" title="账号绑定" />} />
            <Route path="/register" element={<OpenScreen services={services} screenKey="platform/register" title="开通账号" />} />
            <Route path="*" element={<Suspense fallback={<BootMark />}><Workbench services={services} inbox={product.inbox} downloads={product.downloads} /></Suspense>} />
          </Routes>
        </Guard>
      </HashRouter>
    </SessionContext>
  );
}
