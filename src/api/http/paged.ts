import type { ListQuery, Paged } from '../../runtime/services/paging.ts';

/** A page on the wire (EN-008). */
export interface WirePage<T> {
  data: T[];
  page: { pageNum: number; pageSize: number; total: number; isEstimate?: boolean };
}

/** Converts a page from its wire format. */
export const pageFromWire = <T>({ data, page }: WirePage<T>): Paged<T> => ({
  list: data ?? [],
  total: Number(page?.total ?? 0),
  ...(page?.isEstimate ? { isEstimate: true } : {}),
});

/** Creates the body of a list call. */
export const listBody = ({ page, conditions, keyword, sort, paths = [], behind }: ListQuery): object => ({
  data: { conditions, keyword, sort, ...(paths.length > 0 ? { paths } : {}), behind },
  page,
});
