import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useServices } from '../../runtime/contexts.ts';

/** Interval at which collected page views are sent; they are also sent when the browser tab is hidden. */
const TELL_MS = 60_000;
const MOST_PAGES = 50;

/** Counts page views by path and sends them to the server once a minute. Views of a failed request are sent with the next one. */
export function useVisits(): void {
  const services = useServices();
  const { pathname } = useLocation();
  const waiting = useRef(new Map<string, number>());
  useEffect(() => {
    const views = waiting.current;
    if (views.size < MOST_PAGES || views.has(pathname)) views.set(pathname, (views.get(pathname) ?? 0) + 1);
  }, [pathname]);
  useEffect(() => {
    const tell = (): void => {
      const told = waiting.current;
      if (told.size === 0) return;
      waiting.current = new Map();
      const pages = [...told].map(([page, views]) => ({ page: page.slice(0, 200), views: Math.min(views, 1_000) }));
      services.system.noteVisits(pages).catch(() => {
        // at most as many paths as one request may carry
        for (const [page, views] of told)
          if (waiting.current.size < MOST_PAGES || waiting.current.has(page))
            waiting.current.set(page, (waiting.current.get(page) ?? 0) + views);
      });
    };
    const away = (): void => {
      if (document.visibilityState === 'hidden') tell();
    };
    const timer = setInterval(tell, TELL_MS);
    document.addEventListener('visibilitychange', away);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', away);
    };
  }, [services]);
}
