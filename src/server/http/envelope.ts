/** The envelope of every answer. */
export interface Envelope<T> {
  code: string;
  msg: string;
  data: T;
}
export interface Page {
  pageNum: number;
  pageSize: number;
}

/** Returns the envelope of a success (code '1', AU-005). `msg` is Chinese, because some clients show it to people. */
export const ok = <T>(data: T, msg = '操作成功'): Envelope<T> => ({ code: '1', msg, data });

/**
 * Returns a page of a list. `data.data` contains the rows, `data.page.total` the number of all rows (EN-008). The
 * number is approximate if `isEstimate`.
 */
export const paged = <T>(
  rows: readonly T[],
  page: Page,
  total: number,
  isEstimate = false,
): Envelope<{ data: readonly T[]; page: Page & { total: number; isEstimate?: true } }> =>
  ok({
    data: rows,
    page: { pageNum: page.pageNum, pageSize: page.pageSize, total, ...(isEstimate ? { isEstimate } : {}) },
  });

/** Returns the requested page of a list that is completely in memory (`rows`: all rows). */
export const pagedPart = <T>(rows: readonly T[], page: Page): ReturnType<typeof paged<T>> => {
  const from = (page.pageNum - 1) * page.pageSize;
  return paged(rows.slice(from, from + page.pageSize), page, rows.length);
};

const MAX_PAGE_SIZE = 500;

/** Returns the page of a query body, by default page 1 with 10 rows. Sizes above 500 are reduced to 500. */
export function pageOf(body: { page?: Partial<Page> | null } | null | undefined): Page {
  const pageNum = Math.max(1, Math.floor(Number(body?.page?.pageNum)) || 1);
  const pageSize = Math.min(MAX_PAGE_SIZE, Math.max(1, Math.floor(Number(body?.page?.pageSize)) || 10));
  return { pageNum, pageSize };
}
