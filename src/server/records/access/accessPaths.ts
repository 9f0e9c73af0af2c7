import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import type { Fact, FactReader } from '../../store/facts.ts';
import { PREPARED_PREFIX, readRows } from '../../store/preparedStatements.ts';
import { createMinuteCache } from './minuteCache.ts';
import { recordTableName } from '../columns/tableNames.ts';
import { findProvenMaximum, type OwnerUnit } from './ownerUnits.ts';

/**
 * The reason why a person may read a record. `own`: they created the record. `hands`: they are or were involved in its
 * approval, or received a copy. `all`: they may read all records of the form. `place`: they may read all records of
 * the record's unit or department, for example by a role or as its leader. `about`: the record is about them or about
 * a department that they lead.
 */
export type AccessKind = 'own' | 'hands' | 'all' | 'place' | 'about';

/**
 * One access path: a condition that selects some of the records that a person may read. A person may read the records
 * on any of their paths. An index supports the condition, except in paths of the kinds `all` and `about`.
 */
export interface AccessPath {
  kind: AccessKind;
  /** The condition that selects the records, as SQL over `frm_record`. */
  condition: RawBuilder<SqlBool>;
  /** An additional condition on the records, for example that they are not drafts. */
  restriction?: RawBuilder<SqlBool> | undefined;
  /** True for the path to the records that the person created. These records never appear in `handRows`. */
  isCreatorPath?: boolean;
  /** The unit or department that owns the records. `findProvenMaximum` can prove a maximum of their number. */
  ownerUnit?: OwnerUnit;
  /** The rows of `frm_hand` (`handRowsSql`), if the path reads that table. An index sorts the rows by creation time. */
  handRows?: RawBuilder<unknown>;
  /** True if there are so few `handRows` that each record may be looked up by its id. */
  hasFewHandRows?: boolean;
  /** The fact that tells whether the path leads to any record (`hasRecordsFact`); undefined: assume that it does. */
  recordsFact?: Fact;
}

/**
 * A selection of records of a form. `filter`: the whole condition. `paths`: the access paths to the records; an empty
 * list means that access paths are not used. `restrictions`: the conditions apart from the access paths. `tally`: the
 * stored number of records on the paths; null or undefined if no number is stored.
 */
export interface RecordSelection {
  table: RawBuilder<unknown>;
  filter: RawBuilder<SqlBool>;
  paths: readonly AccessPath[];
  restrictions: readonly RawBuilder<SqlBool>[];
  tally?: RawBuilder<number> | null;
}

/** Joins the conditions by `and`; returns `true` if there are none. */
export const andSql = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/**
 * Checks whether no record can lie on two of these paths. This is certain if each path leads to the records
 * that the person created (`isCreatorPath`) or reads `frm_hand`, which never contains these records.
 */
export const areDisjoint = (paths: readonly AccessPath[]): boolean =>
  paths.every(({ handRows, isCreatorPath }) => handRows !== undefined || isCreatorPath === true);

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
 * Removes the paths that certainly lead to no record. The statement that reads the records validates the facts
 * (`recordsFact`) again. If no path leads to a record, the first path is returned, because an empty list would mean
 * that access paths are not used (`RecordSelection`).
 */
export async function selectUsefulPaths(
  db: Db,
  paths: readonly AccessPath[],
  facts: FactReader,
): Promise<readonly AccessPath[]> {
  const usefulPaths: AccessPath[] = [];
  for (const path of paths)
    if (!path.recordsFact || (await facts.read(db, path.recordsFact)) !== 'none') usefulPaths.push(path);
  return usefulPaths.length > 0 ? usefulPaths : paths.slice(0, 1);
}

/** Joins the condition and the restriction of a path with further conditions by `and`. */
export const pathCondition = (
  { condition, restriction }: AccessPath,
  conditions: readonly RawBuilder<SqlBool>[],
): RawBuilder<SqlBool> => andSql([...conditions, condition, ...(restriction ? [restriction] : [])]);

/**
 * Returns the records of a path under these conditions, as a table with its `where`, to be written after `from`.
 * `handRows` are read without the record table if there are no conditions. Otherwise a subquery reads the record table,
 * which has no column `record_id`, so that this name refers to `handRows`. If `hasFewHandRows`, the subquery looks up
 * each record by its id: `offset 0` stops the planner from considering other plans, which would take longer than
 * reading the page.
 */
export function recordsOnPath(
  table: RawBuilder<unknown>,
  path: AccessPath,
  conditions: readonly RawBuilder<SqlBool>[],
): RawBuilder<unknown> {
  const { handRows, restriction, hasFewHandRows } = path;
  if (!handRows) return sql`${table} as frm_record where ${pathCondition(path, conditions)}`;
  const allConditions = [...conditions, ...(restriction ? [restriction] : [])];
  return allConditions.length === 0
    ? sql`${handRows} as frm_record`
    : sql`${handRows} as frm_record where exists (select 1 from ${table} as frm_record where frm_record.id = record_id and ${andSql(allConditions)}${hasFewHandRows ? sql` offset 0` : sql``})`;
}

/**
 * Returns the condition that a path, without its restriction, leads to more than `count` records. It reads only an
 * index.
 */
export const hasMoreThan = (table: RawBuilder<unknown>, path: AccessPath, count: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select count(*) > ${sql.lit(count)} from (select 1 from ${recordsOnPath(table, { ...path, restriction: undefined }, [])} limit ${sql.lit(count + 1)}) first)`;

const MIN_SORT_LIMIT = 100;
/**
 * Returns the number of records on a path up to which sorting all of them finds a page faster than reading the index
 * of the order. It is at least `MIN_SORT_LIMIT`. In a form with N records, n of them on the path, finding 10 records
 * in the index takes 10 N / n entries of 30 ns each; sorting takes n times 1.3 µs (measured at N = 1,000,000). Both
 * times are equal at about n = the square root of N / 4. `name`: the form's table.
 */
const sortedRecordsLimit = (name: string): RawBuilder<number> =>
  sql<number>`(select greatest(${sql.lit(MIN_SORT_LIMIT)}, sqrt(greatest(reltuples, 0) / 4))::integer from pg_class where oid = to_regclass(${`"${name}"`}))`;
/**
 * The approximate number of records on each path. Null: more than `sortedRecordsLimit`, or not counted because the
 * path has `handRows`.
 */
type PathSizes = readonly (number | null)[];
const pathSizesCache = createMinuteCache<PathSizes>();

/** The fields and system columns for which an index has the order of the list, so that a page can be read from it. */
const INDEXED_ORDERS: readonly string[] = ['createTime', 'title'];

/**
 * The method of finding a page on a path. `inOrder`: read an index that has the order of the list. `sorted`: sort all
 * records of the path. A number: sort all records, too; the path is proven to have at most this number of records.
 * Lists with the newest records first need no search method.
 */
export type SearchMethod = 'inOrder' | 'sorted' | number;

/**
 * Returns the search method of each path. `order`: the field or system column by which the list is sorted; null if it
 * is sorted by a computed value. `key`: identifies the form and the paths; the sizes of the paths are cached under
 * this key for a minute, because they affect only the speed. `facts`: reads the facts that prove a maximum size; null
 * if no maximum is needed.
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
  for (const [index, { handRows, ownerUnit }] of paths.entries()) {
    const size = pathSizes[index] ?? null;
    if (handRows) methods.push(order === 'createTime' ? 'inOrder' : 'sorted');
    else if (size === null) methods.push('inOrder');
    else
      methods.push(
        ownerUnit && facts ? ((await findProvenMaximum(db, formKey, ownerUnit, size, facts)) ?? 'sorted') : 'sorted',
      );
  }
  return methods;
}

/** Counts the records on each path up to `sortedRecordsLimit`, and caches the numbers. */
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
    }>`${sql.raw(PREPARED_PREFIX)} select array[${sql.join(sizeExpressions)}]::integer[] as sizes from (select ${sortedRecordsLimit(name)} as most offset 0) few`,
  );
  const sizes = row?.sizes ?? [];
  pathSizesCache.set(context, key, sizes);
  return sizes;
}
