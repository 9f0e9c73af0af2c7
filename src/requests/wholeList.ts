import { recordListSource } from '../kernel/index.ts';
import type { RequestCall } from './requests.ts';

/** Rows of one page of a whole list; the server's maximum. */
const WHOLE_LIST_PAGE_SIZE = 500;

/**
 * Returns true if a request lists records of a form without a page number; the server would return only the first ten.
 */
export const hasNoPageNumber = ({ url, method, params }: RequestCall): boolean =>
  recordListSource({ url, method }) !== null && !Object.hasOwn(params, 'page');

/** Returns the request for one page of the whole list of records. */
export const pageOfWholeList = (call: RequestCall, pageNum: number): RequestCall => ({
  ...call,
  params: { ...call.params, page: { pageNum, pageSize: WHOLE_LIST_PAGE_SIZE } },
});
