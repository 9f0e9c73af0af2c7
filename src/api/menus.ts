import type { MenuService } from '../runtime/services/menus.ts';
import type { Http } from './http/client.ts';

const BASE = '/system/sys/menu';

/** Creates the calls for the administration of the menu. */
export const createMenuCalls = (http: Http): MenuService => {
  const post = <T>(call: string, body: object): Promise<T> =>
    http.send({ method: 'POST', path: `${BASE}/${call}`, body });
  return {
    all: () => http.send({ method: 'GET', path: `${BASE}/manage` }),
    save: (entry) => post('save', entry),
    move: (entry) => post('move', entry),
    remove: (entry) => post('remove', entry),
    restore: (entry) => post('restore', entry),
    reset: (entry) => post('reset', entry),
  };
};
