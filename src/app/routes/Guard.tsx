import { useContext, useEffect, useState, type ReactNode } from 'react';
import { Navigate, UNSAFE_LocationContext as LocationContext, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { decide } from '../../session/guard.ts';
import type { Session } from '../../session/session.ts';
import { BootMark } from '../boot/BootMark.tsx';
import { NavigationBar } from './NavigationBar.tsx';
import { reload } from '../boot/reload.ts';

interface Props {
  session: Session;
  onUnit?(address: string): void;
  /** The person and their menu are asked for, to show this path: the rest can be asked for beside them. */
  onLoading?(path: string): void;
  children: ReactNode;
}

/** Runs the route guard on every navigation (RG-002…010, ER-015). */
export function Guard({ session, onUnit = reload, onLoading, children }: Props) {
  const place = useContext(LocationContext);
  const { pathname, search } = place.location;
  const navigate = useNavigate();
  const { token, isLoaded, landing } = useSnapshot(session.state);
  const decision = decide({ path: pathname, fullPath: pathname + search, hasToken: token !== null, isLoaded, landing });
  const mustLoad = decision.kind === 'load';
  const isPassing = decision.kind === 'pass';
  // a place that only leads on (`/login` typed by who is signed in) leaves what is shown, and what was typed there, as it is
  const [shown, setShown] = useState<typeof place | null>(null);
  const kept = !isLoaded ? null : isPassing ? place : shown;
  if (kept !== shown) setShown(kept);
  // who asked for a page gets that page
  const isEntrance = pathname === '/';
  useEffect(() => {
    if (!mustLoad) return;
    onLoading?.(pathname);
    void session.load().then((isReady) => {
      if (!isReady) {
        void navigate('/', { replace: true });
        return;
      }
      const unit = session.firstUnit();
      if (unit !== null && isEntrance) onUnit(unit);
    });
    // oxlint-disable-next-line react/exhaustive-deps -- the path as it is when loading begins
  }, [mustLoad, isEntrance, session, navigate, onUnit, onLoading]);
  useEffect(() => {
    if (!isLoaded || !isPassing) return;
    session.visit(pathname, search);
    void session.count('todo');
  }, [pathname, search, isLoaded, isPassing, session]);
  const at = isPassing ? place : kept;
  return (
    <>
      <NavigationBar place={pathname + search} />
      {mustLoad ? <BootMark /> : at && <LocationContext value={at}>{children}</LocationContext>}
      {decision.kind === 'go' && <Navigate to={decision.to} replace />}
    </>
  );
}
