import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { decide } from '../session/guard.ts';
import type { Session } from '../session/session.ts';
import { BootMark } from './bootMark.tsx';

/** Runs the route guard on every navigation (RG-002…008, ER-015). */
export function Guard({ session, children }: { session: Session; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { token, isLoaded } = useSnapshot(session.state);
  const decision = decide({ path: pathname, fullPath: pathname + search, hasToken: token !== null, isLoaded });
  const mustLoad = decision.kind === 'load';
  useEffect(() => {
    if (mustLoad) void session.load().then((isReady) => { if (!isReady) void navigate('/', { replace: true }); });
  }, [mustLoad, session, navigate]);
  useEffect(() => {
    if (!isLoaded) return;
    session.visit(pathname, search);
    void session.count('todo');
  }, [pathname, search, isLoaded, session]);
  if (decision.kind === 'go') return <Navigate to={decision.to} replace />;
  return mustLoad ? <BootMark /> : children;
}
