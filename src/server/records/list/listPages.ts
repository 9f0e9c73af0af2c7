import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { alongWay, areApart, wayOf, type Found, type Search, type Way } from '../access/accessPaths.ts';

/** In what order a list comes: by a column's value, and where that is the same or none is asked for by when records were made. `key`: the field or system column by whose stored value that is. */
export interface ListOrder {
  value: RawBuilder<unknown> | null;
  key: string | null;
  mayBeEmpty: boolean;
  isDescending: boolean;
}

export const NEWEST_FIRST: ListOrder = { value: null, key: 'createTime', mayBeEmpty: false, isDescending: true };

/** As the indexes have it, read forwards or backwards: empty values first. `name`: what the value is called by then. */
export function orderSql(
  { value, mayBeEmpty, isDescending }: ListOrder,
  name: RawBuilder<unknown> | null = value,
): RawBuilder<unknown> {
  const empty = mayBeEmpty ? sql.raw(isDescending ? ' nulls last' : ' nulls first') : sql``;
  const time = isDescending ? sql`create_time desc, id desc` : sql`create_time, id`;
  return name === null ? time : sql`${name}${sql.raw(isDescending ? ' desc' : '')}${empty}, ${time}`;
}

/** Pages among the first of a list, of the sizes that the page offers, as most are. */
const NEAR = 500;
const SIZES: readonly number[] = [10, 20, 50];
export const isNear = (offset: number, size: number): boolean => offset + size <= NEAR && SIZES.includes(size);

/** So many of each way are enough for the pages up to there. Few numbers, where the text of a statement is kept. */
const DEPTHS: readonly number[] = [...SIZES, NEAR];
/** Farther than this, going along the ways costs more than going through what they lead to. */
const MOST_DEPTH = 20_000;
const depthOf = (end: number): number | null => DEPTHS.find((most) => end <= most) ?? (end <= MOST_DEPTH ? end : null);

/** What a page is taken from, in its order. `searches`: how it is found on each way, in another order than the newest first. */
export interface Paged extends Found {
  formKey: string;
  order: ListOrder;
  searches: readonly Search[];
}

/**
 * The records of a way, where they are looked up and sorted (`offset 0` keeps the database from going through the index of
 * the order instead). Where they are known to be few the text says so: what it takes to be few it plans once.
 */
function lookedUp({ table, narrow }: Paged, way: Way, search: Search | undefined): RawBuilder<unknown> {
  const isFew =
    typeof search === 'number'
      ? sql<SqlBool>`id = any(array(select id from ${table} as frm_record where ${way.by} limit ${sql.lit(search)}))`
      : null;
  return sql`(select * from ${table} as frm_record where ${wayOf(isFew ? { ...way, by: isFew } : way, narrow)} offset 0) as frm_record`;
}

/**
 * The first records of what each way leads to, once each: among them are the first of all. In another order than the
 * newest first few records are found by their way and sorted, of many the first are found in the index of that order, which
 * knows whose each is.
 */
function alongWays(paged: Paged, depth: number): RawBuilder<unknown> {
  const { table, ways, narrow, order, searches } = paged;
  const { value } = order;
  const columns = value === null ? sql`id, create_time` : sql`id, create_time, ${value} as sorted`;
  const parts = ways.map((way, index) => {
    const rows =
      order === NEWEST_FIRST || searches[index] === 'inOrder'
        ? alongWay(table, way, narrow)
        : lookedUp(paged, way, searches[index]);
    return sql`(select ${columns} from ${rows} order by ${orderSql(order)} limit ${sql.lit(depth)})`;
  });
  return sql`select id from (${sql.join(parts, areApart(ways) ? sql` union all ` : sql` union `)}) found order by ${orderSql(order, value === null ? null : sql`sorted`)}`;
}

/** What nothing is merged for, read in its order: of who may read all, and where one way leads to all there is. */
function aloneIn({ table, filter, ways, narrow, order, searches }: Paged): RawBuilder<unknown> | null {
  const [way, another] = ways;
  if (another || (way && order !== NEWEST_FIRST && searches[0] !== 'inOrder')) return null;
  return sql`select id from ${table} as frm_record where ${way ? wayOf(way, narrow) : filter} order by ${orderSql(order)}`;
}

/**
 * The ids of a page with their places. Where the page is near, the limits stand in the text: then one plan serves every
 * such page. A page of somebody who may not read all is merged from what each way leads to: so it costs what one of the
 * administrator's costs, and nobody else's records are gone through.
 */
export function pageSql(paged: Paged, offset: number, size: number): RawBuilder<unknown> {
  const { table, filter, order } = paged;
  const depth = depthOf(offset + size);
  const ids =
    aloneIn(paged) ??
    (depth === null
      ? sql`select id from ${table} as frm_record where ${filter} order by ${orderSql(order)}`
      : alongWays(paged, depth));
  if (!isNear(offset, size))
    return sql`select id, row_number() over () as place from (${ids} limit ${size} offset ${offset}) ids`;
  return sql`select id, place - ${offset}::bigint as place from (select id, row_number() over () as place from (${ids} limit ${sql.lit(NEAR)}) ids) numbered where place > ${offset}::bigint limit ${sql.lit(size)}`;
}
