import type { SearchService } from '../../runtime/services/search.ts';
import type { Http } from '../http/client.ts';

/** Creates the calls for the search in the records of all forms. */
export const createSearchCalls = (http: Http): SearchService => ({
  records: (query) => http.send({ method: 'GET', path: '/system/search/records', query, isQuiet: true }),
});
