import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import type { Fact, FactReader } from '../../store/facts.ts';
import { PREPARED, readRows } from '../../store/preparedStatements.ts';
import { createMinuteCache } from './minuteCache.ts';
import { recordTableName } from '../columns/tableNames.ts';
import { findProvenMaximum, type OwnerUnit } from './ownerUnits.ts';

/**
 * Why somebody may read a record: they created it (`own`), were involved in its approval or got a copy (`hands`), a
 * role opens all records (`all`) or those of a unit or department (`place`), or the record is about them (`about`).
 */
export type AccessKind = 'own' | 'hands' | 'all' | 'place' | 'about';

/**
 * One access path: a condition, supported by an index, that selects some of the records that a person may read. A
 * person may read the records on all of their paths.
 */
export interface AccessPath {
  kind: AccessKind;
  /** Selects the records; an index answers it. */
  condition: RawBuilder<SqlBool>;
  /** An additional condition on these records. */
  restriction?: RawBuilder<SqlBool> | undefined;
  /** The path of the records that the person created; these never appear in `handRows`. */
  isOwn?: boolean;
  /** The unit or department whose records these are; a maximum of their number can be proven (`findProvenMaximum`). */
  place?: OwnerUnit;
  /** Rows of `frm_hand` in the order of a list (`handRowsSql`), if the path is read from there. */
  handRows?: RawBuilder<unknown>;
  /** `handRows` are so few that each of the records may be looked up by its id. */
  areFew?: boolean;
  /** Whether the path leads to any record (`hasRecordsFact`). */
  hasRecords?: Fact;
}

/**
 * A selection of records of a form. `filter`: the whole condition. `paths`: the access paths that lead to the records;
 * empty: they are not used. `restrictions`: the conditions apart from the access paths. `tally`: the stored number of
 * records on the paths; null: not stored.
 */
export interface RecordSelection {
  table: RawBuilder<unknown>;
  filter: RawBuilder<SqlBool>;
  paths: readonly AccessPath[];
  restrictions: readonly RawBuilder<SqlBool>[];
  tally?: RawBuilder<number> | null;
}

/** All conditions joined by `and`; `true` if there are none. */
export const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/** Whether no record lies on two of these paths: a person's own records are never in their `frm_hand` rows. */
export const areDisjoint = (paths: readonly AccessPath[]): boolean =>
  paths.every(({ handRows, isOwn }) => handRows !== undefined || isOwn === true);

/**
 * A fact: whether a path leads to any record: `some` or `none`. An outdated `some` is harmless: it costs one
 * unnecessary search.
 */
export const hasRecordsFact = (key: string, answerSql: Fact['answerSql']): Fact => ({
  key,
  isUsableWhenStale: (answer) => answer === 'some',
  answerSql,
});

/**
 * The paths that lead to any record, by facts that the statement that reads the records also validates. Returns at
 * least one path, so that a person who may read no record gets an empty result.
 */
export async function usefulPaths(
  db: Db,
  paths: readonly AccessPath[],
  facts: FactReader,
): Promise<readonly AccessPath[]> {
  const useful: AccessPath[] = [];
  for (const path of paths)
    if (!path.hasRecords || (await facts.read(db, path.hasRecords)) !== 'none') useful.push(path);
  return useful.length > 0 ? useful : paths.slice(0, 1);
}

/** The condition of a path together with further conditions. */
export const pathCondition = (
  { condition, restriction }: AccessPath,
  conditions: readonly RawBuilder<SqlBool>[],
): RawBuilder<SqlBool> => allOf([...conditions, condition, ...(restriction ? [restriction] : [])]);

/**
 * The records of a path under these conditions, as a `from` clause that reads them in the order of an index. `handRows`
 * are read without the record table, which is joined only if there are conditions (it has no column `record_id`, so
 * that name refers to `handRows`). Few rows are looked up one by one: `offset 0` stops the planner from considering
 * other plans, which would take longer than reading the page.
 */
export function recordsOnPath(
  table: RawBuilder<unknown>,
  path: AccessPath,
  conditions: readonly RawBuilder<SqlBool>[],
): RawBuilder<unknown> {
  const { handRows, restriction, areFew } = path;
  if (!handRows) return sql`${table} as frm_record where ${pathCondition(path, conditions)}`;
  const allConditions = [...conditions, ...(restriction ? [restriction] : [])];
  return allConditions.length === 0
    ? sql`${handRows} as frm_record`
    : sql`${handRows} as frm_record where exists (select 1 from ${table} as frm_record where frm_record.id = record_id and ${allOf(allConditions)}${areFew ? sql` offset 0` : sql``})`;
}

/** Whether a path, without its restriction, leads to more than `count` records; reads only an index. */
export const hasMoreThan = (table: RawBuilder<unknown>, path: AccessPath, count: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select count(*) > ${sql.lit(count)} from (select 1 from ${recordsOnPath(table, { ...path, restriction: undefined }, [])} limit ${sql.lit(count + 1)}) first)`;

const MIN_SORT_LIMIT = 100;
/**
 * Up to how many records of one path are looked up and sorted: beyond that, reading a page from the index of the order
 * is faster. To find 10 of n records among N in that index takes 10 N / n entries of 30 ns each; to sort all takes n
 * times 1.3 µs (measured at N = 1,000,000). Both are equal at about the square root of N / 4. `name`: the form's table.
 */
const sortedRecordsLimit = (name: string): RawBuilder<number> =>
  sql<number>`(select greatest(${sql.lit(MIN_SORT_LIMIT)}, sqrt(greatest(reltuples, 0) / 4))::integer from pg_class where oid = to_regclass(${`"${name}"`}))`;
/** The approximate number of records on each path; null: more than `sortedRecordsLimit`, or a path with `handRows`. */
type PathSizes = readonly (number | null)[];
const pathSizesCache = createMinuteCache<PathSizes>();

/** Orders for which an index exists, from which a page can be read. */
const INDEXED_ORDERS: readonly string[] = ['createTime', 'title'];

/**
 * How a page is found on a path. `inOrder`: in the index of the list's order, which also contains the columns of the
 * path. `sorted`: by sorting all records of the path. A number: the same, with this proven maximum of their number. Not
 * used for lists with the newest records first.
 */
export type SearchMethod = 'inOrder' | 'sorted' | number;

/**
 * The search method of each path. `order`: the field or system column by which the list is sorted; null: it is sorted
 * by something else. The sizes of the paths are cached for a minute under `key` (form and person): they affect the
 * speed, not the result. `facts`: reads the facts that prove a maximum size; null: no maximum is needed.
 */
export async function searchMethodsOf(
  context: ServerContext,
  db: Db,
  { key, formKey, order, facts }: { key: string; formKey: string; order: string | null; facts: FactReader | null },
  paths: readonly AccessPath[],
): Promise<readonly SearchMethod[]> {
  // without an index of the order all records of a path are sorted
  if (order === null || !INDEXED_ORDERS.includes(order)) return paths.map(() => 'sorted');
  const pathSizes = pathSizesCache.get(context, key) ?? (await loadPathSizes(context, db, key, formKey, paths));
  const methods: SearchMethod[] = [];
  for (const [index, { handRows, place }] of paths.entries()) {
    const size = pathSizes[index] ?? null;
    if (handRows) methods.push(order === 'createTime' ? 'inOrder' : 'sorted');
    else if (size === null) methods.push('inOrder');
    else
      methods.push(
        place && facts ? ((await findProvenMaximum(db, formKey, place, size, facts)) ?? 'sorted') : 'sorted',
      );
  }
  return methods;
}

async function loadPathSizes(
  context: ServerContext,
  db: Db,
  key: string,
  formKey: string,
  paths: readonly AccessPath[],
): Promise<PathSizes> {
  const name = recordTableName(formKey);
  const counted = paths.map(({ condition, handRows }) =>
    handRows
      ? sql<null>`null`
      : sql<
          number | null
        >`(select case when count(*) <= few.most then count(*) end from (select 1 from ${sql.id(name)} as frm_record where ${condition} limit few.most + 1) first)`,
  );
  const [row] = await readRows(
    db,
    sql<{
      sizes: PathSizes;
    }>`${sql.raw(PREPARED)} select array[${sql.join(counted)}]::integer[] as sizes from (select ${sortedRecordsLimit(name)} as most offset 0) few`,
  );
  const sizes = row?.sizes ?? [];
  pathSizesCache.set(context, key, sizes);
  return sizes;
}
