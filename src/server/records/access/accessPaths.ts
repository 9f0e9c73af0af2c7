import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import type { Fact, FactReader } from '../../store/facts.ts';
import { PREPARED, readRows } from '../../store/preparedStatements.ts';
import { createMinuteCache } from './minuteCache.ts';
import { recordTableName } from '../columns/tableNames.ts';
import { findProvenMaximum, type OwnerUnit } from './ownerUnits.ts';

/**
 * Why somebody may read a record. `own`: they created it; `hands`: they are or were involved in its approval, or got a
 * copy; `all`: they may read all records of the form; `place`: they may read all records of the unit or department to
 * which the record belongs, for example by a role or as the leader; `about`: the record is about them or about a
 * department that they lead.
 */
export type AccessKind = 'own' | 'hands' | 'all' | 'place' | 'about';

/**
 * One access path: a condition that selects some of the records that a person may read. A person may read the records
 * on any of their paths. An index supports the condition, except in paths of the kinds `all` and `about`.
 */
export interface AccessPath {
  kind: AccessKind;
  /** Selects the records, as SQL over `frm_record`. */
  condition: RawBuilder<SqlBool>;
  /** An additional condition that the records must meet, for example that they are no drafts. */
  restriction?: RawBuilder<SqlBool> | undefined;
  /** The path of the records that the person created; these never appear in `handRows`. */
  isOwn?: boolean;
  /** The unit or department whose records these are; a maximum of their number can be proven (`findProvenMaximum`). */
  place?: OwnerUnit;
  /** The rows of `frm_hand` (`handRowsSql`), if the path is read from there; an index sorts them by creation time. */
  handRows?: RawBuilder<unknown>;
  /** `handRows` are so few that each of the records may be looked up by its id. */
  areFew?: boolean;
  /** Whether the path leads to any record (`hasRecordsFact`); undefined: this is not known. */
  hasRecords?: Fact;
}

/**
 * A selection of records of a form. `filter`: the whole condition. `paths`: the access paths that lead to the records;
 * empty: they are not used. `restrictions`: the conditions apart from the access paths. `tally`: the stored number of
 * records on the paths; null or undefined: no number is stored.
 */
export interface RecordSelection {
  table: RawBuilder<unknown>;
  filter: RawBuilder<SqlBool>;
  paths: readonly AccessPath[];
  restrictions: readonly RawBuilder<SqlBool>[];
  tally?: RawBuilder<number> | null;
}

/** Returns all conditions joined by `and`; `true` if there are none. */
export const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/**
 * Checks whether it is certain that no record lies on two of these paths: all of them lead to the person's own records
 * or read `frm_hand`, which never contains a person's own records.
 */
export const areDisjoint = (paths: readonly AccessPath[]): boolean =>
  paths.every(({ handRows, isOwn }) => handRows !== undefined || isOwn === true);

/**
 * Returns a fact: `some` if a path leads to any record, otherwise `none`. An outdated `some` is harmless: it costs one
 * unnecessary search.
 */
export const hasRecordsFact = (key: string, answerSql: Fact['answerSql']): Fact => ({
  key,
  isUsableWhenStale: (answer) => answer === 'some',
  answerSql,
});

/**
 * Returns these paths without those that certainly lead to no record. The statement that reads the records validates
 * the facts (`hasRecords`) again. If all paths lead to no record, the first one is returned, because an empty list
 * would mean that access paths are not used (`RecordSelection`).
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

/** Returns the condition and the restriction of a path, joined with further conditions by `and`. */
export const pathCondition = (
  { condition, restriction }: AccessPath,
  conditions: readonly RawBuilder<SqlBool>[],
): RawBuilder<SqlBool> => allOf([...conditions, condition, ...(restriction ? [restriction] : [])]);

/**
 * Returns the records of a path under these conditions, as a table with its `where`, to be written after `from`.
 * `handRows` are read without the record table; only if there are conditions, a subquery reads that table (which has
 * no column `record_id`, so that name refers to `handRows`). If `areFew`, the subquery looks up each record by its id:
 * `offset 0` stops the planner from considering other plans, which would take longer than reading the page.
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

/** Checks whether a path, without its restriction, leads to more than `count` records; reads only an index. */
export const hasMoreThan = (table: RawBuilder<unknown>, path: AccessPath, count: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select count(*) > ${sql.lit(count)} from (select 1 from ${recordsOnPath(table, { ...path, restriction: undefined }, [])} limit ${sql.lit(count + 1)}) first)`;

const MIN_SORT_LIMIT = 100;
/**
 * Returns the number of records of one path up to which a page is found by sorting all of them, at least
 * `MIN_SORT_LIMIT`; for more records, reading the page from the index of the order is faster. In a form with N
 * records, of which n are on the path, finding 10 of these in the index takes 10 N / n entries of 30 ns each; sorting
 * takes n times 1.3 µs (measured at N = 1,000,000). Both times are equal at about n = the square root of N / 4.
 * `name`: the form's table.
 */
const sortedRecordsLimit = (name: string): RawBuilder<number> =>
  sql<number>`(select greatest(${sql.lit(MIN_SORT_LIMIT)}, sqrt(greatest(reltuples, 0) / 4))::integer from pg_class where oid = to_regclass(${`"${name}"`}))`;
/**
 * The approximate number of records on each path; null: more than `sortedRecordsLimit`, or not counted because the path
 * has `handRows`.
 */
type PathSizes = readonly (number | null)[];
const pathSizesCache = createMinuteCache<PathSizes>();

/** The fields and system columns by which an index sorts the records, so that a page can be read from the index. */
const INDEXED_ORDERS: readonly string[] = ['createTime', 'title'];

/**
 * How a page is found on a path. `inOrder`: by reading an index that has the order of the list. `sorted`: by sorting
 * all records of the path. A number: also by sorting; the path is proven to have at most this number of records. Lists
 * with the newest records first need no search method.
 */
export type SearchMethod = 'inOrder' | 'sorted' | number;

/**
 * Returns the search method of each path. `order`: the field or system column by which the list is sorted; null: it is
 * sorted by a computed value. The sizes of the paths are cached for a minute under `key`, which identifies the form
 * and the paths: they affect the speed, not the result. `facts`: reads the facts that prove a maximum size; null: no
 * maximum is needed.
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
  const sizeExpressions = paths.map(({ condition, handRows }) =>
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
    }>`${sql.raw(PREPARED)} select array[${sql.join(sizeExpressions)}]::integer[] as sizes from (select ${sortedRecordsLimit(name)} as most offset 0) few`,
  );
  const sizes = row?.sizes ?? [];
  pathSizesCache.set(context, key, sizes);
  return sizes;
}
