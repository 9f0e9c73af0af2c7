import { sql, type RawBuilder, type SqlBool } from 'kysely';
import {
  recordsOnPath,
  areDisjoint,
  pathCondition,
  type RecordSelection,
  type SearchMethod,
  type AccessPath,
} from '../access/accessPaths.ts';

/**
 * The order of a list: by `value`, then by creation time and id; if `value` is null, only by creation time and id.
 * `key`: the field or system column that the list is sorted by; null for a computed value. `mayBeEmpty`: records may
 * have no `value`.
 */
export interface ListOrder {
  value: RawBuilder<unknown> | null;
  key: string | null;
  mayBeEmpty: boolean;
  isDescending: boolean;
}

export const NEWEST_FIRST: ListOrder = { value: null, key: 'createTime', mayBeEmpty: false, isDescending: true };

/**
 * Returns the `order by` of a list. Empty values come first in ascending order and last in descending order, so that
 * one index serves both directions. `name`: the value's name in the statement, if an inner query has already computed
 * the value.
 */
export function orderSql(
  { value, mayBeEmpty, isDescending }: ListOrder,
  name: RawBuilder<unknown> | null = value,
): RawBuilder<unknown> {
  const nullsOrder = mayBeEmpty ? sql.raw(isDescending ? ' nulls last' : ' nulls first') : sql``;
  const time = isDescending ? sql`create_time desc, id desc` : sql`create_time, id`;
  return name === null ? time : sql`${name}${sql.raw(isDescending ? ' desc' : '')}${nullsOrder}, ${time}`;
}

/** Maximum distance, in records, from the start of a list for pages that are read with prepared statements. */
const MAX_NEAR_RECORDS = 500;
/** The page sizes that the screen offers. */
const OFFERED_SIZES: readonly number[] = [10, 20, 50];
/** Checks whether a page is near the start of a list and has an offered size, which is true for most pages. */
export const isUsualPage = (offset: number, size: number): boolean =>
  offset + size <= MAX_NEAR_RECORDS && OFFERED_SIZES.includes(size);

/**
 * The numbers of records that may be read from each access path. The list is short, because each number needs a
 * prepared statement of its own.
 */
const DEPTHS: readonly number[] = [...OFFERED_SIZES, MAX_NEAR_RECORDS];
/** Beyond this depth, merging the access paths costs more than one condition over all records. */
const MAX_DEPTH = 20_000;
/**
 * Returns the number of records to read from each access path for a page that ends at record `end`; null: do not
 * merge.
 */
const depthOf = (end: number): number | null => DEPTHS.find((depth) => end <= depth) ?? (end <= MAX_DEPTH ? end : null);

/**
 * The records of a list, in its order. `searchMethods`: the methods that find the first records of each access path;
 * empty for the order newest first.
 */
export interface OrderedRecords extends RecordSelection {
  formKey: string;
  order: ListOrder;
  /** True if PostgreSQL can return the rows of `table` as they are stored (`FormTables.areRowsReturnedAsStored`). */
  areRowsReturnedAsStored: boolean;
  searchMethods: readonly SearchMethod[];
}

/**
 * Returns all records of an access path, for sorting. `offset 0` keeps the database from reading the index of the
 * order instead. If `search` is a number, the path has at most this number of records. The statement then contains
 * this limit, so that the planner expects few records.
 */
function wholePathSql(
  { table, restrictions }: OrderedRecords,
  path: AccessPath,
  search: SearchMethod | undefined,
): RawBuilder<unknown> {
  const limitedCondition =
    typeof search === 'number'
      ? sql<SqlBool>`id = any(array(select id from ${table} as frm_record where ${path.condition} limit ${sql.lit(search)}))`
      : null;
  return sql`(select * from ${table} as frm_record where ${pathCondition(limitedCondition ? { ...path, condition: limitedCondition } : path, restrictions)} offset 0) as frm_record`;
}

/**
 * Returns the ids of the first `depth` records of each access path, merged in the list's order without duplicates.
 * They include the first `depth` records of the list. In the order newest first, each path has an index with this
 * order. For other orders, `searchMethods` decides for each path: read an index of the order, or sort all records of
 * the path.
 */
function mergedPathsSql(list: OrderedRecords, depth: number): RawBuilder<unknown> {
  const { table, paths, restrictions, order, searchMethods } = list;
  const { value } = order;
  const columns = value === null ? sql`id, create_time` : sql`id, create_time, ${value} as sorted`;
  const parts = paths.map((path, index) => {
    const rows =
      order === NEWEST_FIRST || searchMethods[index] === 'inOrder'
        ? recordsOnPath(table, path, restrictions)
        : wholePathSql(list, path, searchMethods[index]);
    return sql`(select ${columns} from ${rows} order by ${orderSql(order)} limit ${sql.lit(depth)})`;
  });
  return sql`select id from (${sql.join(parts, areDisjoint(paths) ? sql` union all ` : sql` union `)}) found order by ${orderSql(order, value === null ? null : sql`sorted`)}`;
}

/**
 * Returns the query of a list's ids if one condition selects all its records: if the list has no access paths, or a
 * single path that has an index in the order of the list. Returns null for any other list. `depth`: the maximum number
 * of ids; null: all. Without a path and with `areRowsReturnedAsStored`, whole rows are sorted, because this takes half
 * the time of building rows of id and sorted value.
 */
function unmergedIds(
  { table, filter, paths, restrictions, order, searchMethods, areRowsReturnedAsStored }: OrderedRecords,
  depth: number | null,
): RawBuilder<unknown> | null {
  const [path, secondPath] = paths;
  if (secondPath || (path && order !== NEWEST_FIRST && searchMethods[0] !== 'inOrder')) return null;
  const fromClause = sql`from ${table} as frm_record where ${path ? pathCondition(path, restrictions) : filter} order by ${orderSql(order)}`;
  if (depth === null) return sql`select id ${fromClause}`;
  return areRowsReturnedAsStored && order.value !== null && !path
    ? sql`with sorted as materialized (select * ${fromClause} limit ${sql.lit(depth)}) select id from sorted`
    : sql`select id ${fromClause} limit ${sql.lit(depth)}`;
}

/**
 * Returns the SQL of the ids of a page with their positions on the page (`place`, from 1). `offset` and `size` count
 * records. The statement of a usual page contains the limit, rounded up to one of the numbers in `DEPTHS`.
 * So a few prepared statements serve all such pages. For a person with access paths, a page within the first
 * `MAX_DEPTH` records is merged from the paths. This costs as much as an administrator's page, and does not read
 * records that the person may not see.
 */
export function pageSql(list: OrderedRecords, offset: number, size: number): RawBuilder<unknown> {
  const { table, filter, order } = list;
  const depth = depthOf(offset + size);
  const isUsual = isUsualPage(offset, size);
  const ids =
    unmergedIds(list, isUsual ? depth : null) ??
    (depth === null
      ? sql`select id from ${table} as frm_record where ${filter} order by ${orderSql(order)}`
      : mergedPathsSql(list, depth));
  if (!isUsual) return sql`select id, row_number() over () as place from (${ids} limit ${size} offset ${offset}) ids`;
  return sql`select id, place - ${offset}::bigint as place from (select id, row_number() over () as place from (${ids}) ids) numbered where place > ${offset}::bigint limit ${sql.lit(size)}`;
}
