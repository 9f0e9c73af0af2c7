import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import { keptKeys } from '../../../relations/index.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadKnownForm, loadForm, publishedVersionFact, publishedForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import type { Page } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { freshFacts, type FactReader } from '../../store/facts.ts';
import { PREPARED, readRows } from '../../store/preparedStatements.ts';
import { readableSql, scopeOf } from '../access/readScope.ts';
import { conditionFields, conditionParts, type QueryableColumn } from './conditionParts.ts';
import type { AnyOf, Condition } from './listConditions.ts';
import { maskedColumn, queryableCells, queryableColumns } from './queryableColumns.ts';
import { neededColumns } from './listFields.ts';
import { areCheap, countColumn, countRecords, estimateCache, unlessPartlyFilled, type Total } from './countRecords.ts';
import { namedConditions } from './namedConditions.ts';
import type { IdsOf } from './pathConditions.ts';
import { followPaths, sortRelation, withRelatedValue, type ListedRecord } from './pathColumns.ts';
import {
  involvementSql,
  READ_COLUMNS,
  noInvolvementSql,
  withdrawnMark,
  type Involvement,
  type ReadRow,
} from '../access/involvement.ts';
import { isNear, NEWEST_FIRST, orderSql, pageSql, type ListOrder, type OrderedRecords } from './listPages.ts';
import { columnsOf } from '../columns/columnRefs.ts';
import { valuesTable, fieldsOfRecords, recordTable } from '../columns/recordSource.ts';
import { readingVersion, situationsOf } from '../read/answerRecord.ts';
import { recordOf } from '../read/recordRows.ts';
import { visibleRecord } from '../read/visibleRecord.ts';
import { conditionRows, type FieldCondition } from './fieldCondition.ts';
import { keywordSql } from './searchText.ts';
import { allOf, usefulPaths, searchMethodsOf } from '../access/accessPaths.ts';

export interface RecordQuery {
  page: Page;
  conditions?: readonly (Condition | AnyOf)[];
  /** Values to filter by, under the keys of the fields (`namedConditions`). */
  named?: Readonly<Record<string, unknown>>;
  keyword?: string;
  sort?: { field: string; order?: 'asc' | 'desc' };
  /** All records of the person's units (CL-080), where the form allows it (`unitReads`). */
  isWholeUnit: boolean;
  /** Conditions over `frm_record` that the server adds, e.g. a list of ids; they contain no input of the caller. */
  narrowing?: readonly RawBuilder<SqlBool>[];
  /** A condition over fields; refused like a filter where one of the fields is hidden from this person. */
  matching?: FieldCondition;
  /** Return sub-tables, too. */
  withTables?: boolean;
  /** Relation paths (`contract.customer`) whose values are returned with each record. */
  paths?: readonly string[];
}

/** The order of a list. Refuses a field by which this person may not query, and a field that holds several values. */
function orderOf(column: (name: string) => QueryableColumn, sort: RecordQuery['sort']): ListOrder {
  if (!sort?.field) return NEWEST_FIRST;
  const isDescending = sort.order !== 'asc';
  const { value, kind, isSystem, key, queryableIn } = column(sort.field);
  if (kind === 'list' || kind === 'span') throw new Refusal('REQUEST_INVALID', { detail: `不能按“${sort.field}”排序` });
  if (isSystem && key === 'createTime') return isDescending ? NEWEST_FIRST : { ...NEWEST_FIRST, isDescending };
  return {
    value: queryableIn ? sql`case when ${queryableIn} then ${value} end` : value,
    key: queryableIn ? null : key,
    mayBeEmpty: !isSystem,
    isDescending,
  };
}

/** The order by the column `frm_sorted` that `withRelatedValue` adds. */
const BY_RELATED_VALUE: ListOrder = {
  value: sql.ref('frm_record.frm_sorted'),
  key: null,
  mayBeEmpty: true,
  isDescending: true,
};

export interface RecordPage extends Total {
  rows: ListedRecord[];
}

/** A person with more access paths than this reads a list by one condition instead of merging the paths. */
const MAX_MERGED_PATHS = 12;

/**
 * A list query ready for SQL: the form, the records and their order. `filter`: all conditions, including which records
 * the person may read; `paths`: the access paths to these records (none: all may be read, or there are too many paths);
 * `restrictions`: the conditions without the reading rules.
 */
interface PreparedList extends OrderedRecords {
  form: CompiledForm;
  /** The table from which the page is taken: `table`, or `table` with the column that `withRelatedValue` adds. */
  sorted: RawBuilder<unknown>;
  isCheaplyCounted: boolean;
  /** The number of the form's published version. */
  published: number;
  facts: FactReader;
  /** Whether it is certain that no record of the form was ever in a process or copied to this person (`Readable`). */
  isUntouched: boolean;
  /** A text that is equal for lists of the same records; the key of cached estimates. */
  listKey: string;
}

/** Whether a list has no condition: its statement then has one of a few texts, so it may be kept prepared. */
const isPlain = ({
  conditions = [],
  named = {},
  keyword = '',
  narrowing = [],
  matching,
}: Omit<RecordQuery, 'page'>): boolean =>
  !matching && conditions.length + Object.keys(named).length + keyword.length + narrowing.length === 0;

/**
 * Prepares a list query, limited to the records that this person may read. Refuses an unknown form and a field by which
 * this person may not query.
 */
export async function prepareList(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  query: Omit<RecordQuery, 'page'>,
  facts: FactReader,
): Promise<PreparedList> {
  const { form, version: published } = await loadKnownForm(context, db, formKey, facts);
  const readable = await readableSql(
    context,
    db,
    user,
    formKey,
    scopeOf(form.definition, query.isWholeUnit && form.definition.unitReads === '1'),
    facts,
  );
  const conditions = [...(query.conditions ?? []), ...namedConditions(form, query.named ?? {})];
  const sortedBy = sortRelation(form.definition, query.sort?.field ?? '');
  const sortField = sortedBy?.name ?? query.sort?.field ?? '';
  const names = [...conditionFields(form, conditions), sortField, ...(query.matching?.names ?? [])];
  const columns = await columnsOf(
    db,
    formKey,
    names.flatMap((name) => neededColumns(form, name)),
  );
  const formVersion = { formKey, form, version: published };
  const column = await queryableColumns(context, db, user, formVersion, names, columns, facts);
  // records in an approval are shown by the rules of the process, so the process's cached version is validated, too
  if (form.definition.flowKey) facts.validateToo(publishedVersionFact('flow', form.definition.flowKey));
  const idsOf: IdsOf = async (target, condition) => {
    const list = await prepareList(context, db, user, target, { conditions: [condition], isWholeUnit: true }, facts);
    return sql`select frm_record.id from ${list.table} as frm_record where ${list.filter}`;
  };
  const { own: ownConditions, related } = await conditionParts(conditions, { formKey, form, column, idsOf });
  const rowsOfCondition = query.matching
    ? await conditionRows(query.matching, columns, (rows) =>
        queryableCells(context, db, user, formVersion, rows, facts),
      )
    : null;
  const furtherConditions = [
    ...related,
    ...(query.narrowing ?? []),
    ...(query.matching ? [query.matching.sql((name) => maskedColumn(column(name)), rowsOfCondition)] : []),
  ];
  const restrictions = [...ownConditions, ...furtherConditions, ...keywordSql(columns.tables, query.keyword ?? '')];
  const allPaths = readable && readable.paths.length <= MAX_MERGED_PATHS ? readable.paths : [];
  // a statement that is planned each time leaves out access paths without records; a prepared one keeps all of them, so
  // that few different texts are prepared
  const paths = isPlain(query) ? allPaths : await usefulPaths(db, allPaths, facts);
  const filter = allOf([...restrictions, ...(readable ? [readable.filter] : [])]);
  const table = recordTable(formKey);
  const relatedList = sortedBy
    ? await prepareList(
        context,
        db,
        user,
        sortedBy.to,
        { isWholeUnit: true, sort: { ...query.sort, field: sortedBy.rest } },
        facts,
      )
    : null;
  const order = relatedList
    ? { ...BY_RELATED_VALUE, isDescending: relatedList.order.isDescending }
    : orderOf(column, query.sort);
  const sorted =
    relatedList && sortedBy ? withRelatedValue(table, relatedList, maskedColumn(column(sortedBy.name)).value) : table;
  const readableKey = JSON.stringify([
    formKey,
    published,
    readable?.cacheId,
    paths.map((path) => allPaths.indexOf(path)),
  ]);
  const searches =
    order === NEWEST_FIRST || paths.length === 0
      ? []
      : await searchMethodsOf(
          context,
          db,
          { key: readableKey, formKey, order: order.key, facts: restrictions.length === 0 ? facts : null },
          paths,
        );
  const furtherKeys = furtherConditions.map((part) => {
    const { sql: text, parameters } = part.compile(db);
    return [text, parameters];
  });
  return {
    formKey,
    table,
    sorted,
    form,
    published,
    filter,
    paths,
    tally: readable?.tally ?? null,
    searches,
    restrictions,
    order,
    facts,
    isUntouched: readable?.isUntouched ?? false,
    isCheaplyCounted: furtherConditions.length === 0 && !query.keyword && areCheap(conditions, column),
    hasStoredRows: sorted === table && columns.tables.hasStoredRows,
    listKey: JSON.stringify([readableKey, conditions, query.keyword, furtherKeys]),
  };
}

const readColumns = sql.join(READ_COLUMNS.map((column) => sql.ref(column)));
/**
 * A row of a page. `met`: the person's involvement; `counted`: the total, where it was counted; `proof`: the current
 * answers to the cached facts, in the first row only.
 */
type FoundRow = ReadRow & { met: Involvement; counted: number | null; proof: string | null };
interface FoundPage {
  rows: FoundRow[];
  counted: number | null;
}

/**
 * Reads the records of a page in its order. `page`: a query of ids with their positions (`place`, from 1); `counted`:
 * the total to select with them; `isPrepared`: keep the statement prepared. The statement also validates the cached
 * facts of `facts`; throws StaleFacts if one of them was outdated.
 */
async function rowsOf(
  db: Db,
  user: RequestUser,
  { formKey, form, table, facts, isUntouched }: PreparedList,
  page: RawBuilder<unknown>,
  {
    withTables,
    counted = sql`null`,
    isPrepared = false,
  }: { withTables: boolean; counted?: RawBuilder<unknown>; isPrepared?: boolean },
): Promise<FoundPage> {
  const tables = withTables ? sql`d.child_tables` : sql`'{}'::jsonb as child_tables`;
  const fields = await fieldsOfRecords(db, formKey, keptKeys(form.definition));
  // the left join returns a row for an empty page, too, so that `proof` is always returned
  const rows = await readRows(
    db,
    sql<FoundRow>`${sql.raw(isPrepared ? PREPARED : '')} with page as materialized (${page}) select ${sql.lit(formKey)} as form_key, ${readColumns}, ${fields} as fields, ${tables}, ${isUntouched ? noInvolvementSql : involvementSql(user.id)} as met, ${counted} as counted, case when coalesce(page.place, 1) = 1 then ${facts.currentAnswers()} end as proof
    from (select 1) always left join (page join ${table} r on r.id = page.id join ${valuesTable(formKey)} d on d.id = r.id) on true order by page.place`,
  );
  facts.validate(rows[0]?.proof);
  return { rows: rows.filter(({ id }) => id !== null), counted: rows[0]?.counted ?? null };
}

/** The records as this person may see them: hidden fields are left out. */
async function shownRows(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { formKey, form, published, facts }: PreparedList,
  found: readonly FoundRow[],
): Promise<FormRecord[]> {
  const situations = await situationsOf(context, db, user, found, { published, facts });
  const records: FormRecord[] = [];
  for (const row of found) {
    const situation = situations.get(row.id);
    const { form: formOfRecord } = await loadForm(context, db, formKey, readingVersion(row, row.met) ?? published);
    if (situation)
      records.push(visibleRecord(formOfRecord, form, { ...recordOf(row), ...withdrawnMark(row.met) }, situation));
  }
  return records;
}

/** The records of a form with these ids that this person may read, as they see them. */
async function recordsById(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  ids: readonly string[],
): Promise<Map<string, FormRecord>> {
  const narrowing = [sql<SqlBool>`frm_record.id = any(${[...ids]}::text[])`];
  const list = await prepareList(context, db, user, formKey, { isWholeUnit: true, narrowing }, freshFacts(context));
  const page = sql`select frm_record.id, 1 as place from ${list.table} as frm_record where ${list.filter}`;
  const { rows } = await rowsOf(db, user, list, page, { withTables: false });
  const shown = await shownRows(context, db, user, list, rows);
  return new Map(shown.map((record) => [record.id ?? '', record]));
}

/** The records of a list with the values of these relation paths (`followPaths`). */
async function withPaths(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { form }: Pick<PreparedList, 'form'>,
  records: FormRecord[],
  paths: readonly string[] = [],
): Promise<ListedRecord[]> {
  if (paths.length === 0) return records;
  const values = await followPaths(
    {
      formOf: (formKey) => publishedForm(context, db, formKey),
      read: (formKey, ids) => recordsById(context, db, user, formKey, ids),
    },
    form.definition,
    records,
    paths,
  );
  return records.map((record) => ({ ...record, related: Object.fromEntries(values.get(record.id ?? '') ?? []) }));
}

/**
 * One page of a form's records as this person may see them, without their sub-tables unless `query.withTables`, and the
 * total, for which records are counted only where the page is not the last one. The ids of the page are found first, so
 * that far pages do not load the stored JSON of the records before them.
 */
export async function listRecords(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  query: RecordQuery,
  facts: FactReader = freshFacts(context),
): Promise<RecordPage> {
  const list = await prepareList(context, db, user, formKey, query, facts);
  const { pageNum, pageSize } = query.page;
  const offset = (pageNum - 1) * pageSize;
  const estimates = estimateCache(context, list.listKey);
  const estimate = estimates.get();
  const { rows: found, counted: countedWithPage } = await rowsOf(
    db,
    user,
    list,
    pageSql({ ...list, table: list.sorted }, offset, pageSize),
    {
      withTables: query.withTables ?? false,
      ...(estimate
        ? {}
        : { counted: unlessPartlyFilled(await countColumn(context, db, list, formKey), offset, pageSize) }),
      isPrepared: isPlain(query) && list.sorted === list.table && isNear(offset, pageSize),
    },
  );
  const isLast = found.length < pageSize && (found.length > 0 || offset === 0);
  const counted = isLast ? offset + found.length : countedWithPage;
  const total: Total =
    counted === null
      ? (estimate ?? estimates.keep(await countRecords(db, list)))
      : { total: counted, isEstimate: false };
  // with an estimated total, a full page may be followed by another page
  const minTotal =
    found.length === 0 ? 0 : offset + found.length + (total.isEstimate && found.length === pageSize ? 1 : 0);
  return {
    rows: await withPaths(context, db, user, list, await shownRows(context, db, user, list, found), query.paths),
    total: Math.max(total.total, minTotal),
    isEstimate: total.isEstimate,
  };
}

const BATCH_SIZE = 500;

/**
 * Streams the records of a list in its order, at most `limit`: the ids are read first and held in memory, the records
 * are read in batches while the caller iterates. Returns the form, the number of records and the iterator.
 */
export async function eachRecord(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  query: Omit<RecordQuery, 'page'>,
  limit: number,
): Promise<{ form: CompiledForm; count: number; records: AsyncGenerator<ListedRecord> }> {
  const list = await prepareList(context, db, user, formKey, query, freshFacts(context));
  const { rows } = await sql<{
    id: string;
  }>`select id from ${list.sorted} as frm_record where ${list.filter} order by ${orderSql(list.order)} limit ${limit}`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const records = async function* (): AsyncGenerator<ListedRecord> {
    for (let start = 0; start < ids.length; start += BATCH_SIZE) {
      const page = sql`select id, place from unnest(${ids.slice(start, start + BATCH_SIZE)}::text[]) with ordinality as ids(id, place)`;
      const { rows: found } = await rowsOf(db, user, list, page, { withTables: false });
      yield* await withPaths(context, db, user, list, await shownRows(context, db, user, list, found), query.paths);
    }
  };
  return { form: list.form, count: ids.length, records: records() };
}
