import { recordListSource } from '../kernel/index.ts';
import type { RequestCall } from './requests.ts';

/** Rows of one page of a whole list; the server's maximum. */
const WHOLE_LIST_PAGE_SIZE = 500;

/** Whether a request lists records of a form without naming a page: the server would answer with the first ten only. */
export const namesNoPage = ({ url, method, params }: RequestCall): boolean =>
  recordListSource({ url, method }) !== null && !Object.hasOwn(params, 'page');

/** The request for one page of the whole list of records. */
export const pageOfWholeList = (call: RequestCall, pageNum: number): RequestCall => ({
  ...call,
  params: { ...call.params, page: { pageNum, pageSize: WHOLE_LIST_PAGE_SIZE } },
});
