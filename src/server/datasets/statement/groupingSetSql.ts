import { sql, type RawBuilder } from 'kysely';
import { isDerived, type DatasetColumn } from '../../../domain/dataset.ts';
import type { ExpressionTypes } from '../../../expressions/index.ts';
import { withoutNull, translate, type SqlValue } from '../../celSql/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { detailValueText } from './details.ts';
import {
  columnOf,
  hasDetails,
  sqlId,
  commaList,
  type GroupingSet,
  type StatementPlan,
  type Pass,
} from './statementPlan.ts';
import { valuesSql } from './groupingSetValues.ts';

/** Default maximum number of groups in an answer. The answer also contains the number of all groups. */
export const DEFAULT_MAX_GROUPS = 1000;

/**
 * Returns the SQL of shares and running totals, computed over all groups of the set. `basePass`: the pass over the
 * records of the question itself.
 */
function derivedSql({ part }: StatementPlan, set: GroupingSet, basePass: Pass): RawBuilder<unknown>[] {
  return part.measures.filter(isDerived).map((measure) => {
    const source = part.measures.find(({ key }) => key === measure.of) ?? measure;
    const value = sqlId(columnOf(part, source));
    const indexOf = (key: string): number => part.groups.findIndex((group) => group.key === key);
    const orderGroupIndex = set.find((index) => basePass.scan.groupings[index]?.datePart) ?? set[0];
    const partitionGroups =
      measure.per?.map(indexOf).filter((index) => set.includes(index)) ??
      (measure.fn === 'running' ? set.filter((index) => index !== orderGroupIndex) : []);
    const partition =
      partitionGroups.length > 0
        ? sql`partition by ${commaList(partitionGroups.map((index) => sqlId(`t${index}`)))}`
        : sql``;
    const name = sqlId(columnOf(part, measure));
    if (measure.fn === 'share')
      return sql`round(${value} / nullif(sum(${value}) over (${partition}), 0), ${sql.lit(measure.precision ?? 6)}) as ${name}`;
    const orderClause =
      orderGroupIndex === undefined ? sql`` : sql` order by ${keyOrderSql(orderGroupIndex, basePass)}`;
    return sql`sum(${value}) over (${partition}${orderClause} rows between unbounded preceding and current row) as ${name}`;
  });
}

/** Returns the SQL order of a group's keys, with the empty key last. */
function keyOrderSql(index: number, { scan }: Pass, isDescending = false): RawBuilder<unknown> {
  const text = sqlId(`t${index}`);
  const value = scan.groupings[index]?.isSortedAsNumber ? sql`nullif(${text}, '')::numeric` : sql`${text} collate "C"`;
  return sql`(${text} = ''), ${value}${isDescending ? sql` desc` : sql``}`;
}

/** Returns the number of decimals of a calculated column. */
const decimalsOf = ({ precision, format }: DatasetColumn): number => precision ?? (format === 'percent' ? 4 : 2);

/**
 * Translates the calculated columns and the dataset's condition `having` to SQL over the measures of a row. A column
 * may read preceding columns. `columns`: by key. `having`: null if the dataset has none, or if the set does not contain
 * all groups of the part.
 */
function calculatedColumns(
  { question, part }: StatementPlan,
  set: GroupingSet,
): { columns: Map<string, SqlValue>; having: RawBuilder<unknown> | null } {
  const { definition } = question;
  const readableValues = new Map<string, SqlValue>(
    part.measures.map((measure) => [
      measure.key,
      { kind: 'number', sql: sqlId(columnOf(part, measure)), isNeverNull: true } satisfies SqlValue,
    ]),
  );
  const groups = new Map<string, SqlValue>(
    [...part.groups, ...(definition.groupBy ?? []).filter((group) => !part.groups.includes(group))].map(
      (group, index) => [
        group.key,
        {
          kind: 'text',
          sql: set.includes(index) ? sqlId(`t${index}`) : sql`''::text`,
          isNeverNull: true,
        } satisfies SqlValue,
      ],
    ),
  );
  const types = (): ExpressionTypes => ({
    ...Object.fromEntries([...groups.keys()].map((key) => [key, 'string' as const])),
    ...Object.fromEntries([...readableValues.keys()].map((key) => [key, 'double' as const])),
  });
  const read = (path: readonly string[]): SqlValue | null =>
    path.length === 1 ? (readableValues.get(path[0] ?? '') ?? groups.get(path[0] ?? '') ?? null) : null;
  const translateText = (text: string, type: 'double' | 'bool'): SqlValue => {
    const result = translate(text, types(), { today: question.today, read }, type);
    if (result.ok) return result.value;
    throw new Refusal('REQUEST_INVALID', {
      detail: `数据集“${definition.name}”：${result.problems[0]?.message ?? ''}`,
    });
  };
  const columns = new Map<string, SqlValue>();
  for (const column of part.columns) {
    const roundedValue: SqlValue = {
      kind: 'number',
      isNeverNull: true,
      sql: sql`round((${translateText(column.computed, 'double').sql})::numeric, ${sql.lit(decimalsOf(column))})`,
    };
    columns.set(column.key, roundedValue);
    readableValues.set(column.key, roundedValue);
  }
  const hasAllGroups = set.length > 0 && set.length === part.groups.length;
  return {
    columns,
    having: definition.having && hasAllGroups ? withoutNull(translateText(definition.having, 'bool')) : null,
  };
}

/** Returns the SQL of one sort key; an empty list if the set has no group, measure, column or detail with this key. */
function sortKeySql(
  { part }: StatementPlan,
  { set, setIndex, base: basePass }: { set: GroupingSet; setIndex: number; base: Pass },
  { key, isDescending }: { key: string; isDescending: boolean },
): RawBuilder<unknown>[] {
  const index = part.groups.findIndex((group) => group.key === key);
  if (index >= 0) return set.includes(index) ? [keyOrderSql(index, basePass, isDescending)] : [];
  const direction = isDescending ? sql` desc nulls last` : sql` nulls last`;
  const measure = part.measures.find((candidate) => candidate.key === key);
  if (measure) return [sql`${sqlId(columnOf(part, measure))}${direction}`];
  const columnIndex = part.columns.findIndex((candidate) => candidate.key === key);
  if (columnIndex >= 0) return [sql`${sqlId(`c${columnIndex}`)}${direction}`];
  const detailIndex = setIndex === 0 ? (part.details ?? []).findIndex((candidate) => candidate.key === key) : -1;
  const detailColumn = basePass.scan.details[detailIndex];
  if (!detailColumn) return [];
  const value = sqlId(`d${detailIndex}`);
  if (detailColumn.kind === 'number' || detailColumn.kind === 'date' || detailColumn.kind === 'time')
    return [sql`${value}${direction}`];
  return [
    sql`(${detailColumn.label ? sql`coalesce(${sqlId(`e${detailIndex}`)}, ${value})` : value}) collate "C"${direction}`,
  ];
}

/**
 * Returns the SQL order of the groups of a set: the requested order, the dataset's order, then the order of the keys.
 */
function groupOrderSql(plan: StatementPlan, set: GroupingSet, setIndex: number, basePass: Pass): RawBuilder<unknown> {
  const { question, part } = plan;
  const datasetOrder = (question.definition.order ?? []).map((text) => ({
    key: text.replace(/^-/, ''),
    isDescending: text.startsWith('-'),
  }));
  const sort = setIndex === 0 ? (part.lines?.sort ?? null) : null;
  const sortKeys = [...(sort ? [sort] : []), ...datasetOrder].flatMap((sortKey) =>
    sortKeySql(plan, { set, setIndex, base: basePass }, sortKey),
  );
  const keyOrder = set.map((index) => keyOrderSql(index, basePass));
  return sortKeys.length + keyOrder.length > 0 ? commaList([...sortKeys, ...keyOrder]) : sql`1`;
}

const EMPTY_TEXTS = sql`'{}'::text[]`;
const textArraySql = (values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  values.length > 0 ? sql`array[${commaList(values)}]::text[]` : EMPTY_TEXTS;

/**
 * Returns the SQL of the result rows of one set. All values are texts, so that no number loses digits. Most columns of
 * the inner queries have a name of a letter and a position: `t` key and `x` label of a group, `m` measure,
 * `c` calculated column, `d` value and `e` label of a detail.
 */
export function groupingSetSql(plan: StatementPlan, set: GroupingSet, setIndex: number): RawBuilder<unknown> {
  const { question, part } = plan;
  const basePass = plan.passes[0] as Pass;
  const { columns, having } = calculatedColumns(plan, set);
  const derivedColumns = derivedSql(plan, set, basePass);
  const calculatedList = [...columns.values()].map(({ sql: value }, index) => sql`${value} as ${sqlId(`c${index}`)}`);
  const limit = set.length > 0 && set.length === part.groups.length ? (question.definition.limit ?? null) : null;
  const maxGroups = part.maxGroups ?? DEFAULT_MAX_GROUPS;
  const lines = setIndex === 0 ? part.lines : undefined;
  const shownDetails = hasDetails(plan, setIndex) ? basePass.scan.details : [];
  // convert keys and values to text only in the rows that are returned
  const fields = [
    sql`${sql.lit(setIndex)}::integer as part`,
    sql`place`,
    sql`total`,
    sql`${textArraySql(set.map((index) => sqlId(`t${index}`)))} as keys`,
    sql`${textArraySql(set.map((index) => (basePass.scan.groupings[index]?.label ? sqlId(`x${index}`) : sql`null`)))} as labels`,
    sql`${textArraySql([
      ...part.measures.map((measure) => sql`${sqlId(columnOf(part, measure))}::text`),
      ...part.columns.map((_column, index) => sql`${sqlId(`c${index}`)}::text`),
    ])} as values`,
    sql`${textArraySql(shownDetails.map(({ kind }, index) => detailValueText(kind, sqlId(`d${index}`))))} as details`,
    sql`${textArraySql(shownDetails.map(({ label }, index) => (label ? sqlId(`e${index}`) : sql`null`)))} as names`,
  ];
  const rows = sql`from (select w.*${calculatedList.length > 0 ? sql`, ${commaList(calculatedList)}` : sql``} from (select v.*${derivedColumns.length > 0 ? sql`, ${commaList(derivedColumns)}` : sql``} from (${valuesSql(plan, set, setIndex)}) v) w) d
    ${having ? sql`where ${having}` : sql``}`;
  const rowNumber = (orderedPlan: StatementPlan): RawBuilder<unknown> =>
    sql`row_number() over (order by ${groupOrderSql(orderedPlan, set, setIndex, basePass)})`;
  const numberedRows = sql`select d.*, ${rowNumber(plan)} as place, count(*) over () as total`;
  const resultRows = (inner: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select ${commaList(fields)} from (${inner}) l)`;
  if (!lines)
    return resultRows(
      sql`${numberedRows} ${rows} order by place limit ${sql.lit(Math.min(limit ?? maxGroups, maxGroups))}`,
    );
  const page = sql`order by place limit ${sql.lit(lines.limit)} offset ${sql.lit(lines.offset)}`;
  if (limit === null) return resultRows(sql`${numberedRows} ${rows} ${page}`);
  // the dataset's limit selects rows in the dataset's own order; the selected rows are then sorted as requested
  const ownOrder = rowNumber({ ...plan, part: { ...part, lines: { ...lines, sort: null } } });
  return resultRows(
    sql`select * from (${numberedRows}, ${ownOrder} as own ${rows}) o where own <= ${sql.lit(limit)} ${page}`,
  );
}

/** One group of a grouping set, or one record of a ledger, with its measures. */
export interface ResultRow {
  /** The position of the grouping set in `Part.sets`. */
  part: number;
  /** The position of the group in the order of its set, from 1. */
  place: string;
  /** The number of groups of the set. */
  total: string;
  /** Keys of the groups of the set, in its order. */
  keys: string[];
  /** Stored display texts of `keys`; null: none is stored. */
  labels: (string | null)[];
  /** The measures of the part, then its calculated columns. */
  values: (string | null)[];
  /** Values of the record's details; empty if the row is not a record. */
  details: (string | null)[];
  /** Stored display texts of `details`. */
  names: (string | null)[];
}
