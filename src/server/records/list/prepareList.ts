import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadKnownForm, publishedVersionFact } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import type { Page } from '../../http/envelope.ts';
import { Refusal, unlessRefused } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { FactReader } from '../../store/facts.ts';
import { allOf, usefulPaths, searchMethodsOf } from '../access/accessPaths.ts';
import { readableSql, scopeOf } from '../access/readScope.ts';
import { columnsOf } from '../columns/columnRefs.ts';
import { recordTable } from '../columns/recordSource.ts';
import { conditionFields, conditionParts, type QueryableColumn } from './conditionParts.ts';
import { areCheap } from './countRecords.ts';
import { conditionRows, type FieldCondition } from './fieldCondition.ts';
import type { AnyOf, Condition } from './listConditions.ts';
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
  /** Values to filter by, under the keys of the fields (`fieldValueConditions`). */
  fieldValues?: Readonly<Record<string, unknown>>;
  keyword?: string;
  sort?: { field: string; order?: 'asc' | 'desc' };
  /** All records of the person's units (CL-080), where the form allows it (`unitReads`). */
  isWholeUnit: boolean;
  /** Conditions over `frm_record` that the server adds, e.g. a list of ids. Hidden fields are not refused in them. */
  narrowing?: readonly RawBuilder<SqlBool>[];
  /** A condition over fields; refused like a filter where one of the fields is hidden from this person. */
  matching?: FieldCondition;
  /** Return sub-tables, too. */
  withTables?: boolean;
  /** Relation paths (`contract.customer`) whose values are returned with each record. */
  paths?: readonly string[];
}

/**
 * Returns the order of a list. Refuses a field by which this person may not query, and a field that holds several
 * values.
 */
function orderOf(column: (name: string) => QueryableColumn, sort: RecordQuery['sort']): ListOrder {
  if (!sort?.field) return NEWEST_FIRST;
  const isDescending = sort.order !== 'asc';
  const { value, kind, isSystem, key, queryableIn } = column(sort.field);
  if (kind === 'list' || kind === 'span') throw new Refusal('REQUEST_INVALID', { detail: `不能按“${sort.field}”排序` });
  if (isSystem && key === 'createTime') return isDescending ? NEWEST_FIRST : { ...NEWEST_FIRST, isDescending };
  return {
    // in records in which the person may not query the field, the value counts as empty
    value: queryableIn ? sql`case when ${queryableIn} then ${value} end` : value,
    key: queryableIn ? null : key,
    mayBeEmpty: !isSystem,
    isDescending,
  };
}

/** The order of a list that is sorted by a field of a related record: `withRelatedValue` adds its value as a column. */
const BY_RELATED_VALUE: ListOrder = {
  value: sql.ref('frm_record.frm_sorted'),
  key: null,
  mayBeEmpty: true,
  isDescending: true,
};

/** A person with more access paths than this reads a list by one condition instead of merging the paths. */
const MAX_MERGED_PATHS = 12;

/**
 * A list query ready for SQL: the form, the records and their order. `filter`: all conditions, including the one that
 * selects the records which the person may read; `restrictions`: the conditions without that one; `paths`: the access
 * paths to the records which the person may read (none: they may read all records, or there are too many paths).
 */
export interface PreparedList extends OrderedRecords {
  form: CompiledForm;
  /** The table from which the page is taken: `table`, or `table` with the column that `withRelatedValue` adds. */
  sorted: RawBuilder<unknown>;
  isCheaplyCounted: boolean;
  /** The number of the form's published version. */
  published: number;
  facts: FactReader;
  /** True if this person is certainly involved in no record of the form (`Readable.isCertainlyUninvolved`). */
  isCertainlyUninvolved: boolean;
  /** A text that is the same for lists of the same records; the key of cached estimates. */
  listKey: string;
}

/**
 * Checks whether a list has no condition. The text of its statement then depends only on the form, the order and the
 * person's access paths: there are few different texts, so the statement may be kept prepared.
 */
export const isPlain = ({
  conditions = [],
  fieldValues = {},
  keyword = '',
  narrowing = [],
  matching,
}: Omit<RecordQuery, 'page'>): boolean =>
  !matching && conditions.length + Object.keys(fieldValues).length + keyword.length + narrowing.length === 0;

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
  const conditions = [...(query.conditions ?? []), ...fieldValueConditions(form, query.fieldValues ?? {})];
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
    const list = await unlessRefused(
      prepareList(context, db, user, target, { conditions: [condition], isWholeUnit: true }, facts),
      ['403'],
      null,
    );
    return list === null
      ? sql`select null::text where false`
      : sql`select frm_record.id from ${list.table} as frm_record where ${list.filter}`;
  };
  const { own: ownConditions, related } = await conditionParts(conditions, { formKey, form, column, idsOf });
  // the rows of the sub-table that the condition `matching` reads
  const matchingRows = query.matching
    ? await conditionRows(query.matching, columns, (rows) =>
        queryableCells(context, db, user, formVersion, rows, facts),
      )
    : null;
  const otherConditions = [
    ...related,
    ...(query.narrowing ?? []),
    ...(query.matching ? [query.matching.sql((name) => maskedColumn(column(name)), matchingRows)] : []),
  ];
  const restrictions = [...ownConditions, ...otherConditions, ...keywordSql(columns.tables, query.keyword ?? '')];
  const allPaths = readable && readable.paths.length <= MAX_MERGED_PATHS ? readable.paths : [];
  // a statement that is planned each time leaves out access paths without records; a prepared one keeps all of them, so
  // that few different texts are prepared
  const paths = isPlain(query) ? allPaths : await usefulPaths(db, allPaths, facts);
  const filter = allOf([...restrictions, ...(readable ? [readable.filter] : [])]);
  const table = recordTable(formKey);
  // without the right to see the related form, the value by which the list is sorted is empty in each record
  const relatedList = sortedBy
    ? await unlessRefused(
        prepareList(
          context,
          db,
          user,
          sortedBy.to,
          { isWholeUnit: true, sort: { ...query.sort, field: sortedBy.rest } },
          facts,
        ),
        ['403'],
        null,
      )
    : null;
  const order = relatedList
    ? { ...BY_RELATED_VALUE, isDescending: relatedList.order.isDescending }
    : orderOf(column, sortedBy ? undefined : query.sort);
  const sorted =
    relatedList && sortedBy ? withRelatedValue(table, relatedList, maskedColumn(column(sortedBy.name)).value) : table;
  const readableKey = JSON.stringify([
    formKey,
    published,
    readable?.cacheId,
    paths.map((path) => allPaths.indexOf(path)),
  ]);
  // a list in the order newest first, or without access paths, needs no search methods
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
    sorted,
    form,
    published,
    filter,
    paths,
    tally: readable?.tally ?? null,
    searchMethods,
    restrictions,
    order,
    facts,
    isCertainlyUninvolved: readable?.isCertainlyUninvolved ?? false,
    isCheaplyCounted: otherConditions.length === 0 && !query.keyword && areCheap(conditions, column),
    hasStoredRows: sorted === table && columns.tables.hasStoredRows,
    listKey: JSON.stringify([readableKey, conditions, query.keyword, otherConditionKeys]),
  };
}
