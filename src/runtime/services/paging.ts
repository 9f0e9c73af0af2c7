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
  op: 'eq' | 'contains' | 'range' | 'in' | 'gte' | 'lte';
  value: unknown;
}

export interface ListQuery {
  page: PageQuery;
  conditions: ListCondition[];
  /** Free text over the fields that are flagged for search. */
  keyword?: string;
  sort?: { field: string; order: 'asc' | 'desc' };
}
