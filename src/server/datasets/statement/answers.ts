import { sql, type RawBuilder } from 'kysely';
import { isDerived, type DatasetColumn, type ExpressionTypes } from '../../../kernel/index.ts';
import { filled, translate, type SqlValue } from '../../celSql/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { detailText } from './details.ts';
import { columnOf, hasDetails, id, list, type Groups, type Making, type Pass } from './making.ts';
import { valuesSql } from './setValues.ts';

/** More groups than these are cut, and the answer says so. */
export const MOST_GROUPS = 1000;

/** Shares and running totals, which are of all groups of the set. */
function derivedSql({ part }: Making, set: Groups, base: Pass): RawBuilder<unknown>[] {
  return part.measures.filter(isDerived).map((measure) => {
    const source = part.measures.find(({ key }) => key === measure.of) ?? measure;
    const value = id(columnOf(part, source));
    const indexOf = (key: string): number => part.groups.findIndex((group) => group.key === key);
    const dated = set.find((index) => base.scan.groupings[index]?.datePart) ?? set[0];
    const per =
      measure.per?.map(indexOf).filter((index) => set.includes(index)) ??
      (measure.fn === 'running' ? set.filter((index) => index !== dated) : []);
    const partition = per.length > 0 ? sql`partition by ${list(per.map((index) => id(`t${index}`)))}` : sql``;
    const name = id(columnOf(part, measure));
    if (measure.fn === 'share')
      return sql`round(${value} / nullif(sum(${value}) over (${partition}), 0), ${sql.lit(measure.precision ?? 6)}) as ${name}`;
    const along = dated === undefined ? sql`` : sql` order by ${orderOf(dated, base)}`;
    return sql`sum(${value}) over (${partition}${along} rows between unbounded preceding and current row) as ${name}`;
  });
}

/** Groups in their own order, the empty one last. */
function orderOf(index: number, { scan }: Pass, isDescending = false): RawBuilder<unknown> {
  const text = id(`t${index}`);
  const value = scan.groupings[index]?.isNumber ? sql`nullif(${text}, '')::numeric` : sql`${text} collate "C"`;
  return sql`(${text} = ''), ${value}${isDescending ? sql` desc` : sql``}`;
}

/** How many decimals a calculated column has. */
const decimalsOf = ({ precision, format }: DatasetColumn): number => precision ?? (format === 'percent' ? 4 : 2);

/** Calculated columns and `having` over one row of measures. A column may read those before it. */
function calculated(
  { question, part }: Making,
  set: Groups,
): { columns: Map<string, SqlValue>; having: RawBuilder<unknown> | null } {
  const { definition } = question;
  const known = new Map<string, SqlValue>(
    part.measures.map((measure) => [
      measure.key,
      { kind: 'number', sql: id(columnOf(part, measure)), isFilled: true } satisfies SqlValue,
    ]),
  );
  const groups = new Map<string, SqlValue>(
    [...part.groups, ...(definition.groupBy ?? []).filter((group) => !part.groups.includes(group))].map(
      (group, index) => [
        group.key,
        { kind: 'text', sql: set.includes(index) ? id(`t${index}`) : sql`''::text`, isFilled: true } satisfies SqlValue,
      ],
    ),
  );
  const types = (): ExpressionTypes => ({
    ...Object.fromEntries([...groups.keys()].map((key) => [key, 'string' as const])),
    ...Object.fromEntries([...known.keys()].map((key) => [key, 'double' as const])),
  });
  const read = (path: readonly string[]): SqlValue | null =>
    path.length === 1 ? (known.get(path[0] ?? '') ?? groups.get(path[0] ?? '') ?? null) : null;
  const value = (text: string, type: 'double' | 'bool'): SqlValue => {
    const result = translate(text, types(), { today: question.today, read }, type);
    if (result.ok) return result.value;
    throw new Refusal('REQUEST_INVALID', {
      detail: `数据集“${definition.name}”：${result.problems[0]?.message ?? ''}`,
    });
  };
  const columns = new Map<string, SqlValue>();
  for (const column of part.columns) {
    const made: SqlValue = {
      kind: 'number',
      isFilled: true,
      sql: sql`round((${value(column.computed, 'double').sql})::numeric, ${sql.lit(decimalsOf(column))})`,
    };
    columns.set(column.key, made);
    known.set(column.key, made);
  }
  const isWhole = set.length > 0 && set.length === part.groups.length;
  return { columns, having: definition.having && isWhole ? filled(value(definition.having, 'bool')) : null };
}

/** One key of an order; none where the set has nothing of this name. */
function orderPart(
  { part }: Making,
  { set, number, base }: { set: Groups; number: number; base: Pass },
  { key, isDescending }: { key: string; isDescending: boolean },
): RawBuilder<unknown>[] {
  const index = part.groups.findIndex((group) => group.key === key);
  if (index >= 0) return set.includes(index) ? [orderOf(index, base, isDescending)] : [];
  const direction = isDescending ? sql` desc nulls last` : sql` nulls last`;
  const measure = part.measures.find((one) => one.key === key);
  if (measure) return [sql`${id(columnOf(part, measure))}${direction}`];
  const column = part.columns.findIndex((one) => one.key === key);
  if (column >= 0) return [sql`${id(`c${column}`)}${direction}`];
  const detail = number === 0 ? (part.details ?? []).findIndex((one) => one.key === key) : -1;
  const told = base.scan.details[detail];
  if (!told) return [];
  const value = id(`d${detail}`);
  if (told.kind === 'number' || told.kind === 'date' || told.kind === 'time') return [sql`${value}${direction}`];
  return [sql`(${told.label ? sql`coalesce(${id(`e${detail}`)}, ${value})` : value}) collate "C"${direction}`];
}

function orderBy(making: Making, set: Groups, number: number, base: Pass): RawBuilder<unknown> {
  const { question, part } = making;
  const written = (question.definition.order ?? []).map((text) => ({
    key: text.replace(/^-/, ''),
    isDescending: text.startsWith('-'),
  }));
  const sort = number === 0 ? (part.lines?.sort ?? null) : null;
  const asked = [...(sort ? [sort] : []), ...written].flatMap((one) => orderPart(making, { set, number, base }, one));
  const rest = set.map((index) => orderOf(index, base));
  return asked.length + rest.length > 0 ? list([...asked, ...rest]) : sql`1`;
}

const EMPTY = sql`'{}'::text[]`;
const texts = (values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  values.length > 0 ? sql`array[${list(values)}]::text[]` : EMPTY;

/** The rows of one set as they are answered: texts, so that no number loses a digit. */
export function setSql(making: Making, set: Groups, number: number): RawBuilder<unknown> {
  const { question, part } = making;
  const base = making.passes[0] as Pass;
  const { columns, having } = calculated(making, set);
  const derived = derivedSql(making, set, base);
  const made = [...columns.values()].map(({ sql: value }, index) => sql`${value} as ${id(`c${index}`)}`);
  const most = set.length > 0 && set.length === part.groups.length ? (question.definition.limit ?? null) : null;
  const bound = part.most ?? MOST_GROUPS;
  const lines = number === 0 ? part.lines : undefined;
  const told = hasDetails(making, number) ? base.scan.details : [];
  // keys and values become text only in the rows that are returned
  const fields = [
    sql`${sql.lit(number)}::integer as part`,
    sql`place`,
    sql`total`,
    sql`${texts(set.map((index) => id(`t${index}`)))} as keys`,
    sql`${texts(set.map((index) => (base.scan.groupings[index]?.label ? id(`x${index}`) : sql`null`)))} as labels`,
    sql`${texts([
      ...part.measures.map((measure) => sql`${id(columnOf(part, measure))}::text`),
      ...part.columns.map((_column, index) => sql`${id(`c${index}`)}::text`),
    ])} as values`,
    sql`${texts(told.map(({ kind }, index) => detailText(kind, id(`d${index}`))))} as details`,
    sql`${texts(told.map(({ label }, index) => (label ? id(`e${index}`) : sql`null`)))} as names`,
  ];
  const rows = sql`from (select w.*${made.length > 0 ? sql`, ${list(made)}` : sql``} from (select v.*${derived.length > 0 ? sql`, ${list(derived)}` : sql``} from (${valuesSql(making, set, number)}) v) w) d
    ${having ? sql`where ${having}` : sql``}`;
  const placed = (of: Making): RawBuilder<unknown> =>
    sql`row_number() over (order by ${orderBy(of, set, number, base)})`;
  const counted = sql`select d.*, ${placed(making)} as place, count(*) over () as total`;
  const answered = (inner: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select ${list(fields)} from (${inner}) l)`;
  if (!lines) return answered(sql`${counted} ${rows} order by place limit ${sql.lit(Math.min(most ?? bound, bound))}`);
  const page = sql`order by place limit ${sql.lit(lines.limit)} offset ${sql.lit(lines.offset)}`;
  if (most === null) return answered(sql`${counted} ${rows} ${page}`);
  // the first of the dataset's own order, then in the order that is asked for
  const own = placed({ ...making, part: { ...part, lines: { ...lines, sort: null } } });
  return answered(sql`select * from (${counted}, ${own} as own ${rows}) o where own <= ${sql.lit(most)} ${page}`);
}

export interface ResultRow {
  /** Position in `sets`. */
  part: number;
  place: string;
  total: string;
  keys: string[];
  labels: (string | null)[];
  values: (string | null)[];
  /** Details of the record, and the texts stored beside them. */
  details: (string | null)[];
  names: (string | null)[];
}
