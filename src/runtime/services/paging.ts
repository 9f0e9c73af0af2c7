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

/** A condition on a field that says where: in the area with this code; `areaOnly`: in it, but in none of its parts. */
export interface AreaCondition {
  field: string;
  op: 'area' | 'areaOnly';
  value: string;
}

/** A figure of a dataset and its cell. `keys`: keys of the selected group values, by group. */
export interface FigureCell {
  datasetKey: string;
  params?: Readonly<Record<string, unknown>>;
  shared?: Readonly<Record<string, unknown>>;
  keys: Readonly<Record<string, string>>;
  figure?: string;
}

/**
 * The number to whose records a list is narrowed: a figure of a dataset, a roll-up field of the record `id`, or the
 * number or sum of the records in force that refer to the record `id` by the relation (or path) `via`.
 */
export type RecordsBehind =
  | { figure: FigureCell }
  | { rollup: { formKey: string; field: string; id: string } }
  | { referring: { via: string; id: string } };

export interface ListQuery {
  page: PageQuery;
  conditions: (ListCondition | AreaCondition | AnyOf)[];
  /** Search text for the fields that are flagged for search. */
  keyword?: string;
  sort?: { field: string; order: 'asc' | 'desc' };
  /** Paths along relations to values of other records; each value is returned as a field named by its path. */
  paths?: readonly string[];
  behind?: RecordsBehind;
}
