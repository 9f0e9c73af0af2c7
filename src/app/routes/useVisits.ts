import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useServices } from '../../runtime/contexts.ts';

/** What was opened is told so often, and when the page is put away. */
const TELL_MS = 60_000;
const MOST_PAGES = 50;

/** Counts the pages that this person opens and tells the server now and then. What could not be told is told the next time. */
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
        for (const [page, views] of told) waiting.current.set(page, (waiting.current.get(page) ?? 0) + views);
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
