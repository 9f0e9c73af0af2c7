import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadFormWithFacts, publishedVersionFact } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import type { Page } from '../../http/envelope.ts';
import { Refusal, unlessRefused } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { FactReader } from '../../store/facts.ts';
import { andSql, selectUsefulPaths, searchMethodsOf } from '../access/accessPaths.ts';
import { readableSql, scopeOf } from '../access/readScope.ts';
import { columnsOf } from '../columns/columnRefs.ts';
import { recordTable } from '../columns/recordSource.ts';
import { conditionFields, conditionParts, type QueryableColumn } from './conditionParts.ts';
import { areConditionsCheap } from './countRecords.ts';
import { conditionRows, type FieldCondition } from './fieldCondition.ts';
import { isMultiValued, type AnyOf, type Condition } from './listConditions.ts';
import { neededColumns } from './listFields.ts';
import { NEWEST_FIRST, type ListOrder, type OrderedRecords } from './listPages.ts';
import { sortRelation, withRelatedValue } from './pathColumns.ts';
import type { IdsOf } from './pathConditions.ts';
import { maskedColumn, queryableCells, queryableColumns } from './queryableColumns.ts';
import { fieldValueConditions } from './requestFilters.ts';
import { keywordSql } from './searchText.ts';

export interface RecordQuery {
  page: Page;
  conditions?: readonly (Condition | AnyOf)[];
  /** Values to filter by, by field key (`fieldValueConditions`). */
  fieldValues?: Readonly<Record<string, unknown>>;
  keyword?: string;
  sort?: { field: string; order?: 'asc' | 'desc' };
  /** True for all records of the person's units (CL-080), if the form allows it (`unitReads`). */
  isWholeUnit: boolean;
  /** Conditions over `frm_record` that the server adds, e.g. a list of ids. They may read hidden fields. */
  serverConditions?: readonly RawBuilder<SqlBool>[];
  /** A condition over fields. Like a filter, it is refused if one of the fields is hidden from this person. */
  fieldCondition?: FieldCondition;
  /** True to return the sub-tables. */
  includesTables?: boolean;
  /** Relation paths (`contract.customer`) whose values are returned with each record. */
  paths?: readonly string[];
}

/** Returns the order of a list. Refuses a field by which this person may not query, and a field with several values. */
function orderOf(column: (name: string) => QueryableColumn, sort: RecordQuery['sort']): ListOrder {
  if (!sort?.field) return NEWEST_FIRST;
  const isDescending = sort.order !== 'asc';
  const sortColumn = column(sort.field);
  const { value, isSystem, key, queryableCondition } = sortColumn;
  if (isMultiValued(sortColumn)) throw new Refusal('REQUEST_INVALID', { detail: `不能按“${sort.field}”排序` });
  if (isSystem && key === 'createTime') return isDescending ? NEWEST_FIRST : { ...NEWEST_FIRST, isDescending };
  return {
    // the value counts as empty in records in which the person may not query the field
    value: queryableCondition ? sql`case when ${queryableCondition} then ${value} end` : value,
    key: queryableCondition ? null : key,
    mayBeEmpty: !isSystem,
    isDescending,
  };
}

/**
 * The order of a list that is sorted by a field of a related record. `withRelatedValue` adds the field's value as a
 * column.
 */
const BY_RELATED_VALUE: ListOrder = {
  value: sql.ref('frm_record.frm_sorted'),
  key: null,
  mayBeEmpty: true,
  isDescending: true,
};

/** Maximum number of access paths that are merged. A person with more paths reads a list by one condition. */
const MAX_MERGED_PATHS = 12;

/**
 * A list query ready for SQL: the form, the records and their order. `filter`: all conditions, including the condition
 * that selects readable records. `restrictions`: the conditions without that condition. `paths`: the access paths to
 * the readable records; empty if the person may read all records or there are too many paths.
 */
export interface PreparedList extends OrderedRecords {
  form: CompiledForm;
  /** The table that the page is read from: `table`, or `table` with the column that `withRelatedValue` adds. */
  pageTable: RawBuilder<unknown>;
  /** True if the list has no search text and only cheap conditions (`areConditionsCheap`). */
  isCheaplyCounted: boolean;
  /** The number of the form's published version. */
  publishedVersion: number;
  facts: FactReader;
  /** True if this person is certainly involved in no record of the form (`ReadableRecords.isCertainlyUninvolved`). */
  isCertainlyUninvolved: boolean;
  /** A text that is equal for lists of the same records; used as the key of cached estimates. */
  listKey: string;
}

/**
 * Checks whether a query has no conditions. If so, the text of its statement depends only on the form, the order and
 * the person's access paths. There are few such texts, so the statement may be prepared.
 */
export const hasNoConditions = ({
  conditions = [],
  fieldValues = {},
  keyword = '',
  serverConditions = [],
  fieldCondition,
}: Omit<RecordQuery, 'page'>): boolean =>
  !fieldCondition &&
  conditions.length + Object.keys(fieldValues).length + keyword.length + serverConditions.length === 0;

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
  const { form, version: publishedVersion } = await loadFormWithFacts(context, db, formKey, facts);
  const readable = await readableSql(
    context,
    db,
    user,
    formKey,
    scopeOf(form.definition, query.isWholeUnit && form.definition.unitReads === '1'),
    facts,
  );
  const conditions = [...(query.conditions ?? []), ...fieldValueConditions(form, query.fieldValues ?? {})];
  const sortingRelation = sortRelation(form.definition, query.sort?.field ?? '');
  const sortField = sortingRelation?.name ?? query.sort?.field ?? '';
  const names = [...conditionFields(form, conditions), sortField, ...(query.fieldCondition?.names ?? [])];
  const columns = await columnsOf(
    db,
    formKey,
    names.flatMap((name) => neededColumns(form, name)),
  );
  const formVersion = { formKey, form, version: publishedVersion };
  const column = await queryableColumns(context, db, user, formVersion, names, columns, facts);
  // the process decides how records in an approval are shown, so the process's cached version is validated, too
  if (form.definition.flowKey) facts.validateToo(publishedVersionFact('flow', form.definition.flowKey));
  const idsOf: IdsOf = async (target, condition) => {
    const list = await unlessRefused(
      prepareList(context, db, user, target, { conditions: [condition], isWholeUnit: true }, facts),
      ['403'],
      null,
    );
    return list === null
      ? sql`select null::text where false`
      : sql`select frm_record.id from ${list.table} as frm_record where ${list.filter}`;
  };
  const { columnConditions, groupAndRelationConditions } = await conditionParts(conditions, {
    formKey,
    form,
    column,
    idsOf,
  });
  // the rows of the sub-table that the condition `fieldCondition` reads
  const matchingRows = query.fieldCondition
    ? await conditionRows(query.fieldCondition, columns, (rows) =>
        queryableCells(context, db, user, formVersion, rows, facts),
      )
    : null;
  const otherConditions = [
    ...groupAndRelationConditions,
    ...(query.serverConditions ?? []),
    ...(query.fieldCondition ? [query.fieldCondition.sql((name) => maskedColumn(column(name)), matchingRows)] : []),
  ];
  const restrictions = [...columnConditions, ...otherConditions, ...keywordSql(columns.tables, query.keyword ?? '')];
  const allPaths = readable && readable.paths.length <= MAX_MERGED_PATHS ? readable.paths : [];
  // a statement that is planned each time leaves out access paths without records; a prepared statement keeps all
  // paths, so that few different texts are prepared
  const paths = hasNoConditions(query) ? allPaths : await selectUsefulPaths(db, allPaths, facts);
  const filter = andSql([...restrictions, ...(readable ? [readable.filter] : [])]);
  const table = recordTable(formKey);
  // without the right to see the related form, the value that sorts the list is empty in each record
  const relatedList = sortingRelation
    ? await unlessRefused(
        prepareList(
          context,
          db,
          user,
          sortingRelation.to,
          { isWholeUnit: true, sort: { ...query.sort, field: sortingRelation.rest } },
          facts,
        ),
        ['403'],
        null,
      )
    : null;
  const order = relatedList
    ? { ...BY_RELATED_VALUE, isDescending: relatedList.order.isDescending }
    : orderOf(column, sortingRelation ? undefined : query.sort);
  const pageTable =
    relatedList && sortingRelation
      ? withRelatedValue(table, relatedList, maskedColumn(column(sortingRelation.name)).value)
      : table;
  const readableKey = JSON.stringify([
    formKey,
    publishedVersion,
    readable?.cacheId,
    paths.map((path) => allPaths.indexOf(path)),
  ]);
  // a list without access paths or in the order newest first needs no search methods
  const searchMethods =
    order === NEWEST_FIRST || paths.length === 0
      ? []
      : await searchMethodsOf(
          context,
          db,
          { key: readableKey, formKey, order: order.key, facts: restrictions.length === 0 ? facts : null },
          paths,
        );
  const otherConditionKeys = otherConditions.map((part) => {
    const { sql: text, parameters } = part.compile(db);
    return [text, parameters];
  });
  return {
    formKey,
    table,
    pageTable,
    form,
    publishedVersion,
    filter,
    paths,
    tally: readable?.tally ?? null,
    searchMethods,
    restrictions,
    order,
    facts,
    isCertainlyUninvolved: readable?.isCertainlyUninvolved ?? false,
    isCheaplyCounted: otherConditions.length === 0 && !query.keyword && areConditionsCheap(conditions, column),
    areRowsReturnedAsStored: pageTable === table && columns.tables.areRowsReturnedAsStored,
    listKey: JSON.stringify([readableKey, conditions, query.keyword, otherConditionKeys]),
  };
}
