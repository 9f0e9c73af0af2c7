export interface PageQuery {
  pageNum: number;
  pageSize: number;
}

/** `isEstimate`: about so many; counting them would take too long. */
export interface Paged<T> {
  list: T[];
  total: number;
  isEstimate?: boolean;
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

/** A group of conditions of which one must hold. */
export interface AnyOf {
  anyOf: ListCondition[];
}

export interface ListQuery {
  page: PageQuery;
  conditions: (ListCondition | AnyOf)[];
  /** Free text over the fields that are flagged for search. */
  keyword?: string;
  sort?: { field: string; order: 'asc' | 'desc' };
  /** Values of other records to show with each, by paths along relations: they come as fields of that name. */
  paths?: readonly string[];
}
