import { sql, type RawBuilder } from 'kysely';
import { isDerived, type DatasetColumn, type DatasetMeasure, type ExpressionTypes } from '../../kernel/index.ts';
import { filled, translate, type SqlValue } from '../celSql/index.ts';
import { Refusal } from '../http/refusal.ts';
import { MOST_PERIODS, periodStart, periodText, stepOf, type DatePart, type Grouping } from './groups.ts';
import { timeOf, type Part } from './plan.ts';
import { periodOfQuestion, scanOf, type Question, type Scan } from './scan.ts';
import { shiftName, shiftOf, type Shift } from './shift.ts';
import type { OpenSource } from './source.ts';

/** More groups than these are cut, and the answer says so. */
export const MOST_GROUPS = 1000;

type Groups = readonly number[];

/** One grouped pass over the records: those of the question, or those that it compares with. */
interface Pass {
  name: string;
  scan: Scan;
  shift: Shift | null;
  measures: readonly DatasetMeasure[];
  sets: readonly Groups[];
}

const id = (name: string): RawBuilder<unknown> => sql.id(name);
const list = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...parts]);

/** How many decimals a measure is rounded to; null: as many as it has. */
export type PrecisionOf = (measure: DatasetMeasure) => number | null;

function aggregate(
  measure: DatasetMeasure,
  index: number,
  { kinds }: Scan,
  precision: number | null,
): RawBuilder<unknown> {
  const value = id(`v${index}`);
  const filter = measure.where ? sql` filter (where ${id(`f${index}`)})` : sql``;
  const rounded = (sum: RawBuilder<unknown>): RawBuilder<unknown> =>
    precision === null ? sum : sql`round(${sum}, ${sql.lit(precision)})`;
  switch (measure.fn) {
    case 'count':
      return measure.of ? sql`count(${value})${filter}::numeric` : sql`count(*)${filter}::numeric`;
    case 'distinct':
      return sql`count(distinct ${value})${filter}::numeric`;
    case 'sum':
      return rounded(sql`coalesce(sum(${value})${filter}, 0)`);
    case 'avg':
      return rounded(sql`avg(${value})${filter}`);
    default: {
      const found = sql`${sql.raw(measure.fn)}(${value})${filter}`;
      if (kinds[index] === 'number') return rounded(found);
      return sql`to_char(${found}, ${kinds[index] === 'time' ? sql.lit('YYYY-MM-DD HH24:MI:SS') : sql.lit('YYYY-MM-DD')})`;
    }
  }
}

/** The column of a measure; keys are too long for names of the database. */
const columnOf = ({ measures }: Part, measure: DatasetMeasure): string => `m${measures.indexOf(measure)}`;

/** Which set of the statement a row of a pass belongs to: its position. */
function setNumber(all: readonly Groups[], own: readonly Groups[], used: Groups): RawBuilder<unknown> {
  if (used.length === 0) return sql.lit(all.indexOf(own[0] as Groups));
  const bits = (set: Groups): number => used.reduce((sum, index) => sum * 2 + (set.includes(index) ? 0 : 1), 0);
  return sql`case grouping(${list(used.map((index) => id(`g${index}`)))}) ${sql.join(
    own.map((set) => sql`when ${sql.lit(bits(set))} then ${sql.lit(all.indexOf(set))}`),
    sql` `,
  )} end`;
}

/** A pass as a query: one row for each group of each set. */
function passSql({ scan, measures, sets }: Pass, part: Part, precisionOf: PrecisionOf): RawBuilder<unknown> {
  const used = [...new Set(sets.flat())].sort((a, b) => a - b);
  const columns = [
    sql`${setNumber(part.sets, sets, used)} as gid`,
    ...used.flatMap((index) => {
      const one = scan.groupings[index] as Grouping;
      const value = id(`g${index}`);
      return [
        sql`coalesce(${one.text(value)}, '') as ${id(`t${index}`)}`,
        ...(one.label ? [sql`max(${id(`x${index}`)}) as ${id(`x${index}`)}`] : []),
        ...(one.datePart ? [sql`${value} as ${id(`r${index}`)}`] : []),
      ];
    }),
    ...measures.flatMap((measure, index) =>
      isDerived(measure)
        ? []
        : [sql`${aggregate(measure, index, scan, precisionOf(measure))} as ${id(columnOf(part, measure))}`],
    ),
  ];
  const grouped = sets.map((set) => sql`(${set.length > 0 ? list(set.map((index) => id(`g${index}`))) : sql``})`);
  return sql`select ${list(columns)} from (${scan.select}) s group by grouping sets (${list(grouped)})`;
}

/** What every set of a statement is made from. */
interface Making {
  question: Question;
  part: Part;
  passes: readonly Pass[];
  period: readonly [string, string] | null;
  shiftFor(measure: DatasetMeasure, set: Groups): Shift | null;
}

const passFor = ({ passes }: Making, shift: Shift | null): Pass | undefined =>
  passes.find((pass) => (pass.shift ? shiftName(pass.shift) : '') === (shift ? shiftName(shift) : ''));

/** The keys of a set's groups: those that occur, with the periods and ranges between them that do not. */
function keysSql(making: Making, set: Groups, gid: number, compared: readonly Pass[]): RawBuilder<unknown> {
  const { question, part, period } = making;
  const base = making.passes[0] as Pass;
  const groupings = base.scan.groupings;
  const texts = (indexes: Groups): RawBuilder<unknown> => list(indexes.map((index) => id(`t${index}`)));
  const found = (indexes: Groups, passes: readonly Pass[]): RawBuilder<unknown> =>
    sql.join(
      passes.map(({ name }) => sql`select ${texts(indexes)} from ${id(name)} where gid = ${sql.lit(gid)}`),
      sql` union `,
    );
  const time = timeOf(question.definition)?.join('.');
  const filling = set.find((index) => {
    const grouping = groupings[index];
    // a day by which nothing says to group is a value like any other
    if (grouping?.datePart) return part.groups[index]?.by !== undefined && part.groups[index]?.of === time;
    return part.groups[index]?.ranges !== undefined;
  });
  const isDated = set.some((index) => groupings[index]?.datePart);
  if (filling === undefined || question.definition.fill === '0')
    return found(set, isDated ? [base] : [base, ...compared]);
  const grouping = groupings[filling] as Grouping;
  const others = set.filter((index) => index !== filling);
  const series = grouping.datePart
    ? periodsSql(
        grouping.datePart,
        period,
        sql`select min(${id(`r${filling}`)}) as lo, max(${id(`r${filling}`)}) as hi from ${id(base.name)} where gid = ${sql.lit(gid)}`,
      )
    : sql`select (n)::text as ${id('t')} from generate_series(0, ${sql.lit(part.groups[filling]?.ranges?.length ?? 0)}) n`;
  const along = sql`select t as ${id(`t${filling}`)} from (${series}) p union select ${id(`t${filling}`)} from ${id(base.name)} where gid = ${sql.lit(gid)}`;
  if (others.length === 0) return along;
  return sql`select ${list(set.map((index) => (index === filling ? sql`p.${id(`t${index}`)}` : sql`o.${id(`t${index}`)}`)))}
    from (${along}) p cross join (select distinct ${texts(others)} from (${found(set, [base, ...compared])}) all_keys) o`;
}

function periodsSql(
  part: DatePart,
  period: readonly [string, string] | null,
  ends: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const bounds = period
    ? sql`select ${periodStart(part, sql`${period[0]}`)} as lo, ${periodStart(part, sql`${period[1]}`)} as hi`
    : ends;
  return sql`select ${periodText(part, sql`n`)} as t from (${bounds}) e cross join lateral
    generate_series(e.lo::timestamp, least(e.hi::timestamp, e.lo::timestamp + ${sql.lit(MOST_PERIODS)} * ${stepOf(part)}), ${stepOf(part)}) n`;
}

/** A group whose records are none has counted and summed to 0; of nothing there is no average, least or greatest. */
const isZeroOfNothing = ({ fn }: DatasetMeasure): boolean => fn === 'count' || fn === 'distinct' || fn === 'sum';

/** The groups of a set with their measures. */
function valuesSql(making: Making, set: Groups, gid: number): RawBuilder<unknown> {
  const { part } = making;
  const base = making.passes[0] as Pass;
  const own = part.measures.filter((measure) => !isDerived(measure));
  const compared = [
    ...new Set(
      own.flatMap((measure) => {
        const shift = making.shiftFor(measure, set);
        const pass = measure.compare && shift ? passFor(making, shift) : undefined;
        return pass ? [pass] : [];
      }),
    ),
  ];
  const hasLabel = (index: number): boolean => (base.scan.groupings[index]?.label ?? null) !== null;
  const on = (name: string): RawBuilder<unknown> =>
    sql`${id(name)}.gid = ${sql.lit(gid)}${sql.join(
      set.map((index) => sql` and ${sql.ref(`${name}.t${index}`)} = ${sql.ref(`k.t${index}`)}`),
      sql``,
    )}`;
  const keys = set.length === 0 ? sql`select 1 as one` : keysSql(making, set, gid, compared);
  const labelFrom = [base, ...compared].map(({ name }) => name);
  const columns = [
    ...set.map((index) => sql`${sql.ref(`k.t${index}`)} as ${id(`t${index}`)}`),
    ...set.flatMap((index) =>
      hasLabel(index)
        ? [sql`coalesce(${list(labelFrom.map((name) => sql.ref(`${name}.x${index}`)))}) as ${id(`x${index}`)}`]
        : [],
    ),
    ...own.map((measure) => {
      const shift = making.shiftFor(measure, set);
      const pass = measure.compare ? (shift ? passFor(making, shift) : undefined) : base;
      if (!pass) return sql`null::numeric as ${id(columnOf(part, measure))}`;
      const value = sql.ref(`${pass.name}.${columnOf(part, measure)}`);
      return sql`${isZeroOfNothing(measure) ? sql`coalesce(${value}, 0)` : value} as ${id(columnOf(part, measure))}`;
    }),
  ];
  return sql`select ${columns.length > 0 ? list(columns) : sql`1 as one`} from (${keys}) k ${sql.join(
    [base, ...compared].map(({ name }) => sql`left join ${id(name)} on ${on(name)}`),
    sql` `,
  )}`;
}

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
    part.groups.map((group, index) => [
      group.key,
      { kind: 'text', sql: set.includes(index) ? id(`t${index}`) : sql`''::text`, isFilled: true } satisfies SqlValue,
    ]),
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

function orderBy({ question, part }: Making, set: Groups, base: Pass): RawBuilder<unknown> {
  const asked = (question.definition.order ?? []).flatMap((text): RawBuilder<unknown>[] => {
    const isDescending = text.startsWith('-');
    const key = isDescending ? text.slice(1) : text;
    const index = part.groups.findIndex((group) => group.key === key);
    if (index >= 0) return set.includes(index) ? [orderOf(index, base, isDescending)] : [];
    const direction = isDescending ? sql` desc nulls last` : sql` nulls last`;
    const measure = part.measures.find((one) => one.key === key);
    if (measure) return [sql`${id(columnOf(part, measure))}${direction}`];
    const column = part.columns.findIndex((one) => one.key === key);
    return column >= 0 ? [sql`${id(`c${column}`)}${direction}`] : [];
  });
  const rest = set.map((index) => orderOf(index, base));
  return asked.length + rest.length > 0 ? list([...asked, ...rest]) : sql`1`;
}

/** The rows of one set as they are answered: texts, so that no number loses a digit. */
function setSql(making: Making, set: Groups, number: number): RawBuilder<unknown> {
  const { question, part } = making;
  const base = making.passes[0] as Pass;
  const { columns, having } = calculated(making, set);
  const derived = derivedSql(making, set, base);
  const made = [...columns.values()].map(({ sql: value }, index) => sql`${value} as ${id(`c${index}`)}`);
  const limit =
    set.length === part.groups.length ? Math.min(question.definition.limit ?? MOST_GROUPS, MOST_GROUPS) : MOST_GROUPS;
  const values = [
    ...part.measures.map((measure) => id(columnOf(part, measure))),
    ...part.columns.map((_column, index) => id(`c${index}`)),
  ].map((value) => sql`${value}::text`);
  const texts = (prefix: string): RawBuilder<unknown> =>
    set.length === 0
      ? sql`'{}'::text[]`
      : sql`array[${list(set.map((index) => (prefix === 't' ? id(`t${index}`) : base.scan.groupings[index]?.label ? id(`x${index}`) : sql`null`)))}]::text[]`;
  return sql`(select ${sql.lit(number)}::integer as part, row_number() over (order by ${orderBy(making, set, base)}) as place, count(*) over () as total,
    ${texts('t')} as keys, ${texts('x')} as labels, ${values.length > 0 ? sql`array[${list(values)}]` : sql`'{}'`}::text[] as values
    from (select w.*${made.length > 0 ? sql`, ${list(made)}` : sql``} from (select v.*${derived.length > 0 ? sql`, ${list(derived)}` : sql``} from (${valuesSql(making, set, number)}) v) w) d
    ${having ? sql`where ${having}` : sql``} order by place limit ${sql.lit(limit)})`;
}

export interface ResultRow {
  /** Position in `sets`. */
  part: number;
  place: string;
  total: string;
  keys: string[];
  labels: (string | null)[];
  values: (string | null)[];
}

/** The ids of the records behind a measure of a cell. */
export function recordsSql(
  question: Question,
  source: OpenSource,
  part: Part,
  measure: DatasetMeasure | null,
): RawBuilder<unknown> {
  const period = periodOfQuestion(question, source);
  const time = timeOf(question.definition)?.join('.');
  const dated = part.groups.find(({ key, of }) => of === time && question.keys?.[key] !== undefined);
  const shift = measure ? shiftOf(measure, dated?.by && dated.by !== 'tree' ? dated.by : null, period) : null;
  const { select } = scanOf(question, source, part, measure ? [measure] : [], shift);
  return sql`select id from (${select}) behind${measure?.where ? sql` where f0` : sql``}`;
}

/** The statement of a part of a dataset: one, whatever is grouped, compared and calculated. */
export function statementOf(
  question: Question,
  source: OpenSource,
  part: Part,
  precisionOf: PrecisionOf,
): { statement: RawBuilder<ResultRow>; groupings: readonly Grouping[] } {
  const period = periodOfQuestion(question, source);
  const time = timeOf(question.definition)?.join('.');
  const own = scanOf(question, source, part, part.measures, null);
  const partOf = (set: Groups): DatePart | null => {
    // the period of a cell counts like that of a group
    const index = [...own.groupings.keys()].find(
      (one) =>
        own.groupings[one]?.datePart &&
        part.groups[one]?.of === time &&
        (set.includes(one) || question.keys?.[part.groups[one]?.key ?? ''] !== undefined),
    );
    return index === undefined ? null : (own.groupings[index]?.datePart ?? null);
  };
  const shiftFor = (measure: DatasetMeasure, set: Groups): Shift | null => shiftOf(measure, partOf(set), period);
  const passes: Pass[] = [{ name: 'q0', scan: own, shift: null, measures: part.measures, sets: part.sets }];
  const shifts = new Map<string, { shift: Shift; measures: Set<DatasetMeasure>; sets: Set<Groups> }>();
  for (const measure of part.measures)
    for (const set of part.sets) {
      const shift = measure.compare ? shiftFor(measure, set) : null;
      if (!shift) continue;
      const known = shifts.get(shiftName(shift)) ?? { shift, measures: new Set(), sets: new Set() };
      known.measures.add(measure);
      known.sets.add(set);
      shifts.set(shiftName(shift), known);
    }
  for (const { shift, measures, sets } of shifts.values()) {
    const taken = [...measures];
    passes.push({
      name: `q${passes.length}`,
      scan: scanOf(question, source, { ...part, sets: [...part.sets] }, taken, shift),
      shift,
      measures: taken,
      sets: [...sets],
    });
  }
  const making: Making = { question, part, passes, period, shiftFor };
  const queries = passes.map((pass) => sql`${id(pass.name)} as materialized (${passSql(pass, part, precisionOf)})`);
  const answers = part.sets.map((set, number) => setSql(making, set, number));
  return {
    statement: sql<ResultRow>`with ${list(queries)} ${sql.join(answers, sql` union all `)}`,
    groupings: own.groupings,
  };
}
