import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useServices } from '../../runtime/contexts.ts';

/** Interval at which collected page views are sent; they are also sent when the browser tab is hidden. */
const SEND_INTERVAL_MS = 60_000;
/** Maximum number of paths in one request. Views of further paths are not counted until the next request. */
const MAX_PAGES = 50;

/**
 * Counts page views by path and sends the counts to the server (`SEND_INTERVAL_MS`). If a request fails, its counts are
 * sent with the next request.
 */
export function useReportPageViews(): void {
  const services = useServices();
  const { pathname } = useLocation();
  const pendingViews = useRef(new Map<string, number>());
  useEffect(() => {
    const views = pendingViews.current;
    if (views.size < MAX_PAGES || views.has(pathname)) views.set(pathname, (views.get(pathname) ?? 0) + 1);
  }, [pathname]);
  useEffect(() => {
    const sendViews = (): void => {
      const sentViews = pendingViews.current;
      if (sentViews.size === 0) return;
      pendingViews.current = new Map();
      const pages = [...sentViews].map(([page, views]) => ({
        page: page.slice(0, 200),
        views: Math.min(views, 1_000),
      }));
      services.system.reportPageViews(pages).catch(() => {
        // keeps at most as many paths as one request may contain
        for (const [page, views] of sentViews)
          if (pendingViews.current.size < MAX_PAGES || pendingViews.current.has(page))
            pendingViews.current.set(page, (pendingViews.current.get(page) ?? 0) + views);
      });
    };
    const onVisibilityChange = (): void => {
      if (document.visibilityState === 'hidden') sendViews();
    };
    const timer = setInterval(sendViews, SEND_INTERVAL_MS);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [services]);
}
