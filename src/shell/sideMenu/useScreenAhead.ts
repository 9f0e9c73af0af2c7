import { useCallback, type SyntheticEvent } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { screenCacheOf } from '../../runtime/screen/screenCache.ts';
import { usePageRoutes } from '../pageRoutes.ts';

/** Whoever points at an entry of the menu is about to open it: its screen is asked for, unless this page has it. */
export function useScreenAhead(): (event: SyntheticEvent) => void {
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
