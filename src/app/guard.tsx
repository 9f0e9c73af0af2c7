import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { decide } from '../session/guard.ts';
import type { Session } from '../session/session.ts';
import { BootMark } from './bootMark.tsx';
import { NavigationBar } from './navigationBar.tsx';
import { reload } from './reload.ts';

/** Runs the route guard on every navigation (RG-002…010, ER-015). */
export function Guard({ session, onUnit = reload, children }: { session: Session; onUnit?(address: string): void; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { token, isLoaded, landing } = useSnapshot(session.state);
  const decision = decide({ path: pathname, fullPath: pathname + search, hasToken: token !== null, isLoaded, landing });
  const mustLoad = decision.kind === 'load';
  // who asked for a page gets that page
  const isEntrance = pathname === '/';
  useEffect(() => {
    if (!mustLoad) return;
    void session.load().then((isReady) => {
      if (!isReady) { void navigate('/', { replace: true }); return; }
      const unit = session.firstUnit();
      if (unit !== null && isEntrance) onUnit(unit);
    });
  }, [mustLoad, isEntrance, session, navigate, onUnit]);
  useEffect(() => {
    if (!isLoaded) return;
    session.visit(pathname, search);
    void session.count('todo');
  }, [pathname, search, isLoaded, session]);
  if (decision.kind === 'go') return <Navigate to={decision.to} replace />;
  return <><NavigationBar place={pathname + search} />{mustLoad ? <BootMark /> : children}</>;
}
