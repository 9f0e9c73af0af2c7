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

/** A group of conditions; at least one of them must be met. */
export interface AnyOf {
  anyOf: ListCondition[];
}

/**
 * A condition on a field that holds an area: `area`: in the area with this code; `areaOnly`: in this area, but in none
 * of its parts.
 */
export interface AreaCondition {
  field: string;
  op: 'area' | 'areaOnly';
  value: string;
}

/**
 * One cell of a dataset: the records that have the value `keys[group]` in each of these groups. `figure`: a measure
 * that is computed over these records; absent for the records alone.
 */
export interface FigureCell {
  datasetKey: string;
  params?: Readonly<Record<string, unknown>>;
  shared?: Readonly<Record<string, unknown>>;
  keys: Readonly<Record<string, string>>;
  figure?: string;
}

/**
 * A number on the screen whose records a list can show: a figure of a dataset, a roll-up field of the record `id`, or
 * the count or sum of the records in force that refer to the record `id` by the relation (or path) `via`.
 */
export type DrillDownNumber =
  | { figure: FigureCell }
  | { rollup: { formKey: string; field: string; id: string } }
  | { referring: { via: string; id: string } };

export interface ListQuery {
  page: PageQuery;
  conditions: (ListCondition | AreaCondition | AnyOf)[];
  /** Search text for the fields with the search flag. */
  keyword?: string;
  sort?: { field: string; order: 'asc' | 'desc' };
  /** Paths along relations to values of other records. Each value is returned as a field with the path as its name. */
  paths?: readonly string[];
  /** Wire name: the list contains only the records that this number counts or adds up. */
  behind?: DrillDownNumber;
}
