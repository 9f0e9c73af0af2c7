import { useServices } from '../../runtime/contexts.ts';
import type { Services } from '../../runtime/services/services.ts';
import { useLoad } from '../shared/useLoad.ts';
import type { AreaOutline } from './outline.ts';

/** Cache of outlines, which are constant while the page is open. */
const cache = new WeakMap<Services, Map<string, Promise<AreaOutline>>>();

/** Loads the outlines of an area's parts. Rejects with the server's error (404: the area has none). */
function loadOutline(services: Services, code: string): Promise<AreaOutline> {
  const outlines = cache.get(services) ?? new Map<string, Promise<AreaOutline>>();
  cache.set(services, outlines);
  const outline =
    outlines.get(code) ??
    (services.request({
      url: '/system/sys/area/outline',
      method: 'GET',
      params: { code },
    }) as Promise<AreaOutline>);
  outlines.set(code, outline);
  outline.catch(() => outlines.delete(code));
  return outline;
}

/**
 * Loads the outlines of an area's parts. `loadedOutline`: the outlines for this code; undefined during loading or after
 * a failure.
 */
export function useOutline(code: string) {
  const services = useServices();
  const { load, reload } = useLoad(() => loadOutline(services, code), [services, code]);
  return { load, reload, loadedOutline: load.value?.code === code ? load.value : undefined };
}
