import type { ListViewService } from '../../runtime/services/listViews.ts';
import type { Http } from '../http/client.ts';

/** Creates the calls on saved views of lists. */
export const createListViewCalls = (http: Http): ListViewService => ({
  list: (formKey, place) =>
    http.send({ method: 'GET', path: '/system/listView/list', query: { formKey, place }, isQuiet: true }),
  save: (view) => http.send({ method: 'POST', path: '/system/listView/save', body: view }),
  setDefault: (choice) => http.send({ method: 'POST', path: '/system/listView/setDefault', body: choice }),
  remove: (id) => http.send({ method: 'POST', path: '/system/listView/remove', body: { id } }),
});
