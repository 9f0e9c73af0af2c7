export interface PageQuery {
  pageNum: number;
  pageSize: number;
}

/** One page of a list. `isEstimate`: `total` is estimated, because counting would take too long. */
export interface Paged<T> {
  list: T[];
  total: number;
  isEstimate?: boolean;
}

/** Number of the page that is shown: the last one if the list has become too short for the page. */
export const shownPageNum = ({ pageNum, pageSize }: PageQuery, total: number): number =>
  Math.max(1, Math.min(pageNum, Math.ceil(total / pageSize)));

/** Loads a page of a list. If the list has become too short for the page, e.g. by handling its rows: the last page. */
export async function loadShownPage<T>(
  page: PageQuery,
  load: (page: PageQuery) => Promise<Paged<T>>,
): Promise<Paged<T>> {
  const found = await load(page);
  const pageNum = shownPageNum(page, found.total);
  return found.list.length > 0 || pageNum === page.pageNum ? found : load({ ...page, pageNum });
}

/** One condition of a list query; `field` is a field key or a system column. */
export interface ListCondition {
  field: string;
  op: ListOperator;
  value?: unknown;
}

/** `within`: a relative period such as `thisMonth` or `next:30d`; `empty` and `notEmpty` need no value. */
export type ListOperator =
  | 'eq'
  | 'ne'
  | 'contains'
  | 'notContains'
  | 'range'
  | 'in'
  | 'notIn'
  | 'gte'
  | 'lte'
  | 'empty'
  | 'notEmpty'
  | 'within';

/** A group of conditions of which at least one must hold. */
export interface AnyOf {
  anyOf: ListCondition[];
}

export interface ListQuery {
  page: PageQuery;
  conditions: (ListCondition | AnyOf)[];
  /** Search text for the fields that are flagged for search. */
  keyword?: string;
  sort?: { field: string; order: 'asc' | 'desc' };
  /** Paths along relations to values of other records; each value is returned as a field named by its path. */
  paths?: readonly string[];
}
