import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import { keptKeys, type CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { knownForm, loadForm, publication, publishedForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { likeText } from '../../store/likeText.ts';
import type { Page } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { askingGround, type Ground } from '../../store/facts.ts';
import { kept, readRows } from '../../store/named.ts';
import { readableSql, scopeOf } from '../access/readScope.ts';
import { conditionFields, conditionParts, type Askable } from './conditionParts.ts';
import type { AnyOf, Condition } from './listConditions.ts';
import { askableColumns, openColumn, askableCells } from './askableColumns.ts';
import { neededColumns } from './listFields.ts';
import { countAlong, countRecords, estimatesOf, type Total } from './countRecords.ts';
import { namedConditions } from './namedConditions.ts';
import type { IdsOf } from './pathConditions.ts';
import { followPaths, sortedAlong, withRelated, type ListedRecord } from './pathColumns.ts';
import { metSql, READ_COLUMNS, untouchedSql, withdrawnMark, type Met, type ReadRow } from '../access/involvement.ts';
import { isNear, NEWEST_FIRST, orderSql, pageSql, type ListOrder, type Paged } from './listPages.ts';
import { columnsOf } from '../columns/columnRefs.ts';
import { documentTable, fieldsOfRecords, recordTable } from '../columns/recordSource.ts';
import { joinedGrams } from '../columns/joinedTexts.ts';
import type { FormTables } from '../columns/catalogue.ts';
import { readingVersion, situationsOf } from '../read/answerRecord.ts';
import { recordOf } from '../read/recordRows.ts';
import { shownRecord } from '../read/shownRecord.ts';
import { matchedRows, type Matching } from './matching.ts';
import { wordsOf } from './searchText.ts';
import { both, leadingOn, searchesOf } from '../access/accessPaths.ts';

export interface RecordQuery {
  page: Page;
  conditions?: readonly (Condition | AnyOf)[];
  /** Fields by their keys and what they shall be (`namedConditions`). */
  named?: Readonly<Record<string, unknown>>;
  keyword?: string;
  sort?: { field: string; order?: 'asc' | 'desc' };
  /** The whole unit's records (CL-080), not only those this person has to do with. */
  isWholeUnit: boolean;
  /** Further conditions of the server's own over frm_record, e.g. dates that come near. Nothing of them is the caller's. */
  narrowing?: readonly RawBuilder<SqlBool>[];
  /** A condition of a document over these fields; refused like a filter where one of them is hidden from this person. */
  matching?: Matching;
  /** Answers sub-tables too. */
  withTables?: boolean;
  /** Values of other records to answer with each, by paths along relations (`contract.customer`). */
  paths?: readonly string[];
}

/** Words of a keyword: the index over all texts says which records may hold them, the searched text which do. */
const keywordSql = ({ joined }: FormTables, keyword: string): RawBuilder<SqlBool>[] =>
  wordsOf(keyword).map((word) => {
    const isWithin = sql<SqlBool>`frm_record.search_text like ${`%${likeText(word)}%`}`;
    return joined.length > 0 && [...word].length > 1
      ? sql<SqlBool>`(${joinedGrams(joined, 'frm_record')} @> frm_grams(array[${word}::text]) and ${isWithin})`
      : isWithin;
  });

function orderOf(column: (name: string) => Askable, sort: RecordQuery['sort']): ListOrder {
  if (!sort?.field) return NEWEST_FIRST;
  const isDescending = sort.order !== 'asc';
  const { value, kind, isSystem, key, among } = column(sort.field);
  if (kind === 'list' || kind === 'span') throw new Refusal('REQUEST_INVALID', { detail: `不能按“${sort.field}”排序` });
  if (isSystem && key === 'createTime') return isDescending ? NEWEST_FIRST : { ...NEWEST_FIRST, isDescending };
  return {
    value: among ? sql`case when ${among} then ${value} end` : value,
    key: among ? null : key,
    mayBeEmpty: !isSystem,
    isDescending,
  };
}

/** Sorted by what stands in the column `frm_sorted` of `withRelated`. */
const RELATED_FIRST: ListOrder = {
  value: sql.ref('frm_record.frm_sorted'),
  key: null,
  mayBeEmpty: true,
  isDescending: true,
};

export interface RecordPage extends Total {
  rows: ListedRecord[];
}

/** More ways than these to the records of one person are one condition again. */
const MOST_WAYS = 12;

/**
 * What a list asks for, ready for SQL: the form, which records, in what order. `table`: the form's own, for without a
 * condition on the form the database may answer out of an index alone; `ways`: those that lead to the records, if not all
 * may be read, `narrow`: the conditions apart from that; `question`: which records these are, as a text.
 */
interface Asked extends Paged {
  form: CompiledForm;
  /** What is sorted: `table`, or that with the value of another record beside each of its own. */
  sorted: RawBuilder<unknown>;
  published: number;
  ground: Ground;
  isUntouched: boolean;
  question: string;
}

/** Asked for with nothing but a page and an order: its text is the form's alone. */
const isPlain = ({
  conditions = [],
  named = {},
  keyword = '',
  narrowing = [],
  matching,
}: Omit<RecordQuery, 'page'>): boolean =>
  !matching && conditions.length + Object.keys(named).length + keyword.length + narrowing.length === 0;

/** A list ready to be read, within what this person may read. Refuses what they may not ask by. */
export async function asked(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  query: Omit<RecordQuery, 'page'>,
  ground: Ground,
): Promise<Asked> {
  const { form, version: published } = await knownForm(context, db, formKey, ground);
  const readable = await readableSql(
    context,
    db,
    user,
    formKey,
    scopeOf(form.definition, query.isWholeUnit && form.definition.unitReads === '1'),
    ground,
  );
  const conditions = [...(query.conditions ?? []), ...namedConditions(form, query.named ?? {})];
  const along = sortedAlong(form.definition, query.sort?.field ?? '');
  const sortField = along?.name ?? query.sort?.field ?? '';
  const names = [...conditionFields(form, conditions), sortField, ...(query.matching?.names ?? [])];
  const columns = await columnsOf(
    db,
    formKey,
    names.flatMap((name) => neededColumns(form, name)),
  );
  const which = { formKey, form, version: published };
  const column = await askableColumns(context, db, user, which, names, columns, ground);
  // the rows may be of its approval
  if (form.definition.flowKey) ground.expect(publication('flow', form.definition.flowKey));
  const idsOf: IdsOf = async (target, condition) => {
    const list = await asked(context, db, user, target, { conditions: [condition], isWholeUnit: true }, ground);
    return sql`select frm_record.id from ${list.table} as frm_record where ${list.filter}`;
  };
  const { own: narrowing, related } = await conditionParts(conditions, { formKey, form, column, idsOf });
  const matched = query.matching
    ? await matchedRows(query.matching, columns, (wanted) => askableCells(context, db, user, which, wanted, ground))
    : null;
  const given = [
    ...related,
    ...(query.narrowing ?? []),
    ...(query.matching ? [query.matching.sql((name) => openColumn(column(name)), matched)] : []),
  ];
  const narrow = [...narrowing, ...given, ...keywordSql(columns.tables, query.keyword ?? '')];
  const offered = readable && readable.ways.length <= MOST_WAYS ? readable.ways : [];
  // what is planned each time is spared the ways that lead nowhere; what is kept shall have few texts
  const ways = isPlain(query) ? offered : await leadingOn(db, offered, ground);
  const filter = both([...narrow, ...(readable ? [readable.filter] : [])]);
  const table = recordTable(formKey);
  const beside = along
    ? await asked(
        context,
        db,
        user,
        along.to,
        { isWholeUnit: true, sort: { ...query.sort, field: along.rest } },
        ground,
      )
    : null;
  const order = beside ? { ...RELATED_FIRST, isDescending: beside.order.isDescending } : orderOf(column, query.sort);
  const sorted = beside && along ? withRelated(table, beside, openColumn(column(along.name)).value) : table;
  const who = JSON.stringify([formKey, published, readable?.number, ways.map((way) => offered.indexOf(way))]);
  const searches =
    order === NEWEST_FIRST || ways.length === 0
      ? []
      : await searchesOf(
          context,
          db,
          { key: who, formKey, order: order.key, ground: narrow.length === 0 ? ground : null },
          ways,
        );
  const own = given.map((part) => {
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
    ways,
    tally: readable?.tally ?? null,
    searches,
    narrow,
    order,
    ground,
    isUntouched: readable?.isUntouched ?? false,
    question: JSON.stringify([who, conditions, query.keyword, own]),
  };
}

const columns = sql.join(READ_COLUMNS.map((column) => sql.ref(column)));
type FoundRow = ReadRow & { met: Met; counted: number | null; proof: string | null };
interface FoundPage {
  rows: FoundRow[];
  counted: number | null;
}

/** The records of a page (its ids with their places, 1 first), in its order. `counted`: a number to bring along. Proves what was believed so far. */
async function rowsOf(
  db: Db,
  user: RequestUser,
  { formKey, form, table, ground, isUntouched }: Asked,
  page: RawBuilder<unknown>,
  {
    withTables,
    counted = sql`null`,
    isPlain = false,
  }: { withTables: boolean; counted?: RawBuilder<unknown>; isPlain?: boolean },
): Promise<FoundPage> {
  const tables = withTables ? sql`d.child_tables` : sql`'{}'::jsonb as child_tables`;
  const fields = await fieldsOfRecords(db, formKey, keptKeys(form.definition));
  // the proof comes without a row, too
  const rows = await readRows(
    db,
    sql<FoundRow>`${sql.raw(isPlain ? kept : '')} select ${sql.lit(formKey)} as form_key, ${columns}, ${fields} as fields, ${tables}, ${isUntouched ? untouchedSql : metSql(user.id)} as met, ${counted} as counted, case when coalesce(page.place, 1) = 1 then ${ground.column()} end as proof
    from (select 1) always left join ((${page}) page join ${table} r on r.id = page.id join ${documentTable(formKey)} d on d.id = r.id) on true order by page.place`,
  );
  ground.prove(rows[0]?.proof);
  return { rows: rows.filter(({ id }) => id !== null), counted: rows[0]?.counted ?? null };
}

/** The rows as this person may see them. */
async function shownRows(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { formKey, form, published, ground }: Asked,
  found: readonly FoundRow[],
): Promise<FormRecord[]> {
  const situations = await situationsOf(context, db, user, found, { published, ground });
  const records: FormRecord[] = [];
  for (const row of found) {
    const situation = situations.get(row.id);
    const { form: own } = await loadForm(context, db, formKey, readingVersion(row, row.met) ?? published);
    if (situation) records.push(shownRecord(own, form, { ...recordOf(row), ...withdrawnMark(row.met) }, situation));
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
  const list = await asked(context, db, user, formKey, { isWholeUnit: true, narrowing }, askingGround(context));
  const page = sql`select frm_record.id, 1 as place from ${list.table} as frm_record where ${list.filter}`;
  const { rows } = await rowsOf(db, user, list, page, { withTables: false });
  const shown = await shownRows(context, db, user, list, rows);
  return new Map(shown.map((record) => [record.id ?? '', record]));
}

/** Rows of a list with what stands along these paths (`followPaths`). */
async function withPaths(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { form }: Pick<Asked, 'form'>,
  records: FormRecord[],
  paths: readonly string[] = [],
): Promise<ListedRecord[]> {
  if (paths.length === 0) return records;
  const along = await followPaths(
    {
      formOf: (formKey) => publishedForm(context, db, formKey),
      read: (formKey, ids) => recordsById(context, db, user, formKey, ids),
    },
    form.definition,
    records,
    paths,
  );
  return records.map((record) => ({ ...record, related: Object.fromEntries(along.get(record.id ?? '') ?? []) }));
}

/**
 * One page of a form's records as this person may see them, without their sub-tables, and how many there are (`countRecords`;
 * not asked where the page tells it). Pages are found by id first, so that far pages do not read whole documents.
 */
export async function listRecords(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  query: RecordQuery,
  ground: Ground = askingGround(context),
): Promise<RecordPage> {
  const list = await asked(context, db, user, formKey, query, ground);
  const { pageNum, pageSize } = query.page;
  const offset = (pageNum - 1) * pageSize;
  const estimates = estimatesOf(context, list.question);
  const estimate = estimates.known();
  const { rows: found, counted: along } = await rowsOf(
    db,
    user,
    list,
    pageSql({ ...list, table: list.sorted }, offset, pageSize),
    {
      withTables: query.withTables ?? false,
      ...(estimate ? {} : { counted: await countAlong(context, db, list, formKey) }),
      isPlain: isPlain(query) && list.sorted === list.table && isNear(offset, pageSize),
    },
  );
  const isLast = found.length < pageSize && (found.length > 0 || offset === 0);
  const counted = isLast ? offset + found.length : along;
  const total: Total =
    counted === null
      ? (estimate ?? estimates.keep(await countRecords(db, list)))
      : { total: counted, isEstimate: false };
  // a full page of an estimate may have another one behind it
  const least =
    found.length === 0 ? 0 : offset + found.length + (total.isEstimate && found.length === pageSize ? 1 : 0);
  return {
    rows: await withPaths(context, db, user, list, await shownRows(context, db, user, list, found), query.paths),
    total: Math.max(total.total, least),
    isEstimate: total.isEstimate,
  };
}

const CHUNK = 500;

/**
 * Every record of a list in its order, read in groups while they are taken: which ones there are is found out at the
 * beginning and held as ids, everything else passes. At most `limit`; answers how many, and the form.
 */
export async function eachRecord(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  query: Omit<RecordQuery, 'page'>,
  limit: number,
): Promise<{ form: CompiledForm; count: number; records: AsyncGenerator<ListedRecord> }> {
  const list = await asked(context, db, user, formKey, query, askingGround(context));
  const { rows } = await sql<{
    id: string;
  }>`select id from ${list.sorted} as frm_record where ${list.filter} order by ${orderSql(list.order)} limit ${limit}`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const records = async function* (): AsyncGenerator<ListedRecord> {
    for (let at = 0; at < ids.length; at += CHUNK) {
      const page = sql`select id, place from unnest(${ids.slice(at, at + CHUNK)}::text[]) with ordinality as ids(id, place)`;
      const { rows: found } = await rowsOf(db, user, list, page, { withTables: false });
      yield* await withPaths(context, db, user, list, await shownRows(context, db, user, list, found), query.paths);
    }
  };
  return { form: list.form, count: ids.length, records: records() };
}
