import { useContext, useEffect, useState, type ReactNode } from 'react';
import { Navigate, UNSAFE_LocationContext as LocationContext, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { decideVisit } from '../../session/guard.ts';
import type { Session } from '../../session/session.ts';
import { AppLoading } from '../boot/AppLoading.tsx';
import { navigateAndReload } from '../boot/navigateAndReload.ts';

interface Props {
  session: Session;
  /** Opens the address of the user's first unit. */
  openUnit?(address: string): void;
  /** Called when user and menu are being loaded for this path, so that other data can be loaded in parallel. */
  onLoading?(path: string): void;
  children: ReactNode;
}

/** Runs the route guard on every navigation (RG-002…010, ER-015). */
export function Guard({ session, openUnit = navigateAndReload, onLoading, children }: Props) {
  const locationContext = useContext(LocationContext);
  const { pathname, search } = locationContext.location;
  const navigate = useNavigate();
  const { token, isLoaded, landing } = useSnapshot(session.state);
  const decision = decideVisit({
    path: pathname,
    fullPath: pathname + search,
    hasToken: token !== null,
    isLoaded,
    landing,
  });
  const mustLoad = decision.kind === 'load';
  const isPassing = decision.kind === 'pass';
  // while an address only redirects (`/login` when signed in), the previous page stays and keeps its input
  const [keptContext, setKeptContext] = useState<typeof locationContext | null>(null);
  const updatedKeptContext = !isLoaded ? null : isPassing ? locationContext : keptContext;
  if (updatedKeptContext !== keptContext) setKeptContext(updatedKeptContext);
  // the address of the first unit is opened only for a person who came to `/`; any other address is shown as requested
  const isRootPath = pathname === '/';
  useEffect(() => {
    if (!mustLoad) return;
    onLoading?.(pathname);
    void session.load().then((isReady) => {
      if (!isReady) {
        void navigate('/', { replace: true });
        return;
      }
      const unitAddress = session.chooseFirstUnit();
      if (unitAddress !== null && isRootPath) openUnit(unitAddress);
    });
    // oxlint-disable-next-line react/exhaustive-deps -- only the path at which loading begins matters
  }, [mustLoad, isRootPath, session, navigate, openUnit, onLoading]);
  useEffect(() => {
    if (!isLoaded || !isPassing) return;
    session.visit(pathname, search);
    void session.updateCounts('todo');
  }, [pathname, search, isLoaded, isPassing, session]);
  const shownContext = isPassing ? locationContext : updatedKeptContext;
  return (
    <>
      {/* RG-004: a decorative line at the top; the key restarts its animation on every navigation */}
      <div key={pathname + search} className="sf-navigation" aria-hidden="true" data-navigation={pathname + search} />
      {mustLoad ? <AppLoading /> : shownContext && <LocationContext value={shownContext}>{children}</LocationContext>}
      {decision.kind === 'go' && <Navigate to={decision.to} replace />}
    </>
  );
}
