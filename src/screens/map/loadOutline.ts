import type { Services } from '../../runtime/services/services.ts';
import type { AreaOutline } from './outline.ts';

/** Outlines do not change while a page is open; each is asked for once. */
const known = new WeakMap<Services, Map<string, Promise<AreaOutline>>>();

/** The outline of an area's parts. Throws the server's refusal (404: the area has none). */
export function loadOutline(services: Services, code: string): Promise<AreaOutline> {
  const own = known.get(services) ?? new Map<string, Promise<AreaOutline>>();
  known.set(services, own);
  const found =
    own.get(code) ??
    (services.request({
      url: '/system/sys/area/outline',
      method: 'GET',
      params: { code },
    }) as Promise<AreaOutline>);
  own.set(code, found);
  found.catch(() => own.delete(code));
  return found;
}
