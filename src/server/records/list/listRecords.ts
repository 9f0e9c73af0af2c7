import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import { keptKeys } from '../../../relations/index.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, publishedForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { unlessRefused } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { createFreshFactReader, type FactReader } from '../../store/facts.ts';
import { PREPARED_PREFIX, readRows } from '../../store/preparedStatements.ts';
import {
  involvementSql,
  READ_COLUMNS,
  noInvolvementSql,
  withdrawnMark,
  type Involvement,
  type ReadRow,
} from '../access/involvement.ts';
import { valuesTable, fieldsOfRecords } from '../columns/recordSource.ts';
import { readingVersion, situationsOf } from '../read/answerRecord.ts';
import { recordOf, visibleRecord } from '../read/recordRows.ts';
import { countColumn, countRecords, estimateCache, totalUnlessPartlyFilled, type Total } from './countRecords.ts';
import { isUsualPage, orderSql, pageSql } from './listPages.ts';
import { followPaths, type ListedRecord } from './pathColumns.ts';
import { hasNoConditions, prepareList, type PreparedList, type RecordQuery } from './prepareList.ts';

export interface RecordPage extends Total {
  rows: ListedRecord[];
}

const readColumns = sql.join(READ_COLUMNS.map((column) => sql.ref(column)));
/**
 * A row of a page. `exactTotal`: the number of records of the list; null if it was not counted. `proof`: the current
 * answers to the facts, with which the cached answers are compared; null in rows whose `place` is not 1.
 */
type PageRow = ReadRow & { involvement: Involvement; exactTotal: number | null; proof: string | null };
interface RowsOfPage {
  rows: PageRow[];
  exactTotal: number | null;
}

/**
 * Reads the records of a page in its order. `page`: a query of ids with their positions (`place`, from 1).
 * `includesTables`: true to read the sub-tables, too. `exactTotal`: SQL for the number of records of the list, which
 * the same statement selects. `isPrepared`: true to keep the statement prepared. The statement also validates the
 * cached answers that `facts` has used; throws StaleFacts if one was outdated.
 */
async function rowsOf(
  db: Db,
  user: RequestUser,
  { formKey, form, table, facts, isCertainlyUninvolved }: PreparedList,
  page: RawBuilder<unknown>,
  {
    includesTables,
    exactTotal = sql`null`,
    isPrepared = false,
  }: { includesTables: boolean; exactTotal?: RawBuilder<unknown>; isPrepared?: boolean },
): Promise<RowsOfPage> {
  const tables = includesTables ? sql`d.child_tables` : sql`'{}'::jsonb as child_tables`;
  const fields = await fieldsOfRecords(db, formKey, keptKeys(form.definition));
  // the left join returns a row even for an empty page, so that `proof` is always returned
  const rows = await readRows(
    db,
    sql<PageRow>`${sql.raw(isPrepared ? PREPARED_PREFIX : '')} with page as materialized (${page}) select ${sql.lit(formKey)} as form_key, ${readColumns}, ${fields} as fields, ${tables}, ${isCertainlyUninvolved ? noInvolvementSql : involvementSql(user.id)} as involvement, ${exactTotal} as "exactTotal", case when coalesce(page.place, 1) = 1 then ${facts.currentAnswers()} end as proof
    from (select 1) single_row left join (page join ${table} r on r.id = page.id join ${valuesTable(formKey)} d on d.id = r.id) on true order by page.place`,
  );
  facts.validate(rows[0]?.proof);
  return { rows: rows.filter(({ id }) => id !== null), exactTotal: rows[0]?.exactTotal ?? null };
}

/** Returns the records of these rows as this person may see them, without hidden fields. */
async function loadVisibleRecords(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { formKey, form, publishedVersion, facts }: PreparedList,
  pageRows: readonly PageRow[],
): Promise<FormRecord[]> {
  const situations = await situationsOf(context, db, user, pageRows, { publishedVersion, facts });
  const records: FormRecord[] = [];
  for (const row of pageRows) {
    const situation = situations.get(row.id);
    const { form: formOfRecord } = await loadForm(
      context,
      db,
      formKey,
      readingVersion(row, row.involvement) ?? publishedVersion,
    );
    if (situation)
      records.push(
        visibleRecord(formOfRecord, form, { ...recordOf(row), ...withdrawnMark(row.involvement) }, situation),
      );
  }
  return records;
}

/**
 * Returns the records of a form with these ids that this person may read, as the person sees them. Returns none if the
 * person has no right to see the form.
 */
async function loadRecordsById(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  ids: readonly string[],
): Promise<Map<string, FormRecord>> {
  const serverConditions = [sql<SqlBool>`frm_record.id = any(${[...ids]}::text[])`];
  const list = await unlessRefused(
    prepareList(context, db, user, formKey, { isWholeUnit: true, serverConditions }, createFreshFactReader(context)),
    ['403'],
    null,
  );
  if (!list) return new Map();
  const page = sql`select frm_record.id, 1 as place from ${list.table} as frm_record where ${list.filter}`;
  const { rows } = await rowsOf(db, user, list, page, { includesTables: false });
  const visibleRecords = await loadVisibleRecords(context, db, user, list, rows);
  return new Map(visibleRecords.map((record) => [record.id ?? '', record]));
}

/** Returns the records of a list; with `paths`, also the values of these relation paths (`related`; `followPaths`). */
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
      read: (formKey, ids) => loadRecordsById(context, db, user, formKey, ids),
    },
    form.definition,
    records,
    paths,
  );
  return records.map((record) => ({ ...record, related: Object.fromEntries(values.get(record.id ?? '') ?? []) }));
}

/**
 * Returns one page of a form's records as this person may see them, and the total of the list. The records contain
 * their sub-tables only with `query.includesTables`. If the page is the last one, the total follows from its position;
 * otherwise the records are counted, or the total is an estimate (`isEstimate`). The ids of the page are found first,
 * so that the stored JSON of earlier pages is not loaded.
 */
export async function listRecords(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  query: RecordQuery,
  facts: FactReader = createFreshFactReader(context),
): Promise<RecordPage> {
  const list = await prepareList(context, db, user, formKey, query, facts);
  const { pageNum, pageSize } = query.page;
  const offset = (pageNum - 1) * pageSize;
  const estimates = estimateCache(context, list.listKey);
  const estimate = estimates.get();
  const { rows: pageRows, exactTotal: totalOfStatement } = await rowsOf(
    db,
    user,
    list,
    pageSql({ ...list, table: list.pageTable }, offset, pageSize),
    {
      includesTables: query.includesTables ?? false,
      ...(estimate
        ? {}
        : { exactTotal: totalUnlessPartlyFilled(await countColumn(context, db, list, formKey), offset, pageSize) }),
      isPrepared: hasNoConditions(query) && list.pageTable === list.table && isUsualPage(offset, pageSize),
    },
  );
  const isLastPage = pageRows.length < pageSize && (pageRows.length > 0 || offset === 0);
  const exactTotal = isLastPage ? offset + pageRows.length : totalOfStatement;
  const total: Total =
    exactTotal === null
      ? (estimate ?? estimates.cacheEstimate(await countRecords(db, list)))
      : { total: exactTotal, isEstimate: false };
  // an estimate may be too low: the total must include all records up to the end of this page, and one more if the page
  // is full, because another page may follow
  const minTotal =
    pageRows.length === 0 ? 0 : offset + pageRows.length + (total.isEstimate && pageRows.length === pageSize ? 1 : 0);
  return {
    rows: await withPaths(
      context,
      db,
      user,
      list,
      await loadVisibleRecords(context, db, user, list, pageRows),
      query.paths,
    ),
    total: Math.max(total.total, minTotal),
    isEstimate: total.isEstimate,
  };
}

/** Number of records that an export reads at once. */
const BATCH_SIZE = 500;

/**
 * Streams at most `limit` records of a list in its order, without sub-tables. The ids are read first and kept in
 * memory; the records are read in batches while the caller iterates. Returns the form, the number of ids (`count`) and
 * the iterator.
 */
export async function streamRecords(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  query: Omit<RecordQuery, 'page'>,
  limit: number,
): Promise<{ form: CompiledForm; count: number; records: AsyncGenerator<ListedRecord> }> {
  const list = await prepareList(context, db, user, formKey, query, createFreshFactReader(context));
  const { rows } = await sql<{
    id: string;
  }>`select id from ${list.pageTable} as frm_record where ${list.filter} order by ${orderSql(list.order)} limit ${limit}`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const records = async function* (): AsyncGenerator<ListedRecord> {
    for (let start = 0; start < ids.length; start += BATCH_SIZE) {
      const page = sql`select id, place from unnest(${ids.slice(start, start + BATCH_SIZE)}::text[]) with ordinality as ids(id, place)`;
      const { rows: pageRows } = await rowsOf(db, user, list, page, { includesTables: false });
      yield* await withPaths(
        context,
        db,
        user,
        list,
        await loadVisibleRecords(context, db, user, list, pageRows),
        query.paths,
      );
    }
  };
  return { form: list.form, count: ids.length, records: records() };
}
