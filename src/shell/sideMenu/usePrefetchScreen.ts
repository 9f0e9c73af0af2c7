import { useCallback, type SyntheticEvent } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { screenCacheOf } from '../../runtime/screen/screenCache.ts';
import { usePageRoutes } from '../pageRoutes.ts';

/** Returns a handler for hover and focus that prefetches the screen of the menu entry, unless the cache has it. */
export function usePrefetchScreen(): (event: SyntheticEvent) => void {
  const services = useServices();
  const routes = usePageRoutes();
  return useCallback(
    ({ target }) => {
      const path = (target as Element).closest('a[data-menu]')?.getAttribute('href')?.replace(/^#/, '').split('?')[0];
      const route = path === undefined ? undefined : routes.get(path);
      if (route?.kind === 'screen' && !screenCacheOf(services).has(route.screenKey))
        services.screens.prefetch?.(route.screenKey);
    },
    [services, routes],
  );
}
