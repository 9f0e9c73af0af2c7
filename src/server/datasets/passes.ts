import { sql, type RawBuilder } from 'kysely';
import { isDerived, type DatasetMeasure } from '../../kernel/index.ts';
import { MOST_PERIODS, periodStart, periodText, stepOf, type Grouping } from './groups.ts';
import {
  columnOf,
  hasDetails,
  id,
  list,
  passFor,
  type Groups,
  type Making,
  type Pass,
  type PrecisionOf,
} from './making.ts';
import { type DatePart, timeOf, type Part } from './plan.ts';
import { asColumn, whereOf, type Named, type Scan } from './scan.ts';

const rounded = (value: RawBuilder<unknown>, precision: number | null): RawBuilder<unknown> =>
  precision === null ? value : sql`round(${value}, ${sql.lit(precision)})`;

/** The groups that the sets of a pass are made of. */
export const usedIn = ({ sets }: Pass): Groups => [...new Set(sets.flat())].sort((a, b) => a - b);

export const filterOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql` filter (where ${sql.join(conditions, sql` and `)})` : sql``;

/** The least or greatest of a measure: a number, or a date as it is written. */
const extreme = (found: RawBuilder<unknown>, kind: Scan['kinds'][number], precision: number | null) =>
  kind === 'number'
    ? rounded(found, precision)
    : sql`to_char(${found}, ${kind === 'time' ? sql.lit('YYYY-MM-DD HH24:MI:SS') : sql.lit('YYYY-MM-DD')})`;

/** A measure that a pass computes of records. */
interface Measured {
  measure: DatasetMeasure;
  /** Place in the part. */
  place: number;
  kind: Scan['kinds'][number];
}

export const measuredOf = ({ scan, measures }: Pass, part: Part): Measured[] =>
  measures.flatMap((measure, index) =>
    isDerived(measure) ? [] : [{ measure, place: part.measures.indexOf(measure), kind: scan.kinds[index] ?? null }],
  );

function aggregate({ measure, place, kind }: Measured, precision: number | null): RawBuilder<unknown> {
  const value = id(`v${place}`);
  const filter = measure.where ? sql` filter (where ${id(`f${place}`)})` : sql``;
  switch (measure.fn) {
    case 'count':
      return measure.of ? sql`count(${value})${filter}::numeric` : sql`count(*)${filter}::numeric`;
    case 'distinct':
      return sql`count(distinct ${value})${filter}::numeric`;
    case 'sum':
      return rounded(sql`coalesce(sum(${value})${filter}, 0)`, precision);
    case 'avg':
      return rounded(sql`avg(${value})${filter}`, precision);
    default:
      return extreme(sql`${sql.raw(measure.fn)}(${value})${filter}`, kind, precision);
  }
}

/**
 * What is computed of a measure for each of the first groups, by its column: the measures of the sets are merged from it.
 * `only`: of which records; `at`: where the columns of the scan stand.
 */
export function partialsOf(
  { measure, place }: Measured,
  only: RawBuilder<unknown> | null,
  at: (name: string) => RawBuilder<unknown> = id,
): Named[] {
  const value = measure.of ? at(`v${place}`) : sql`*`;
  const filter = filterOf([...(measure.where ? [at(`f${place}`)] : []), ...(only ? [only] : [])]);
  const [own, count] = [`a${place}`, `b${place}`];
  switch (measure.fn) {
    case 'count':
      return [[own, sql`count(${value})${filter}`]];
    case 'avg':
      return [
        [own, sql`sum(${value})${filter}`],
        [count, sql`count(${value})${filter}`],
      ];
    default:
      return [[own, sql`${sql.raw(measure.fn)}(${value})${filter}`]];
  }
}

/** The measure of a group, merged from the first groups. */
function mergedAggregate({ measure, place, kind }: Measured, precision: number | null): RawBuilder<unknown> {
  const [own, count] = [id(`a${place}`), id(`b${place}`)];
  switch (measure.fn) {
    case 'count':
      return sql`coalesce(sum(${own}), 0)::numeric`;
    case 'sum':
      return rounded(sql`coalesce(sum(${own}), 0)`, precision);
    case 'avg':
      return rounded(sql`sum(${own}) / nullif(sum(${count}), 0)`, precision);
    default:
      return extreme(sql`${sql.raw(measure.fn)}(${own})`, kind, precision);
  }
}

/** Which set of the statement a row of a pass belongs to: its position. */
function setNumber(all: readonly Groups[], own: readonly Groups[], used: Groups): RawBuilder<unknown> {
  if (used.length === 0) return sql.lit(all.indexOf(own[0] as Groups));
  const bits = (set: Groups): number => used.reduce((sum, index) => sum * 2 + (set.includes(index) ? 0 : 1), 0);
  return sql`case grouping(${list(used.map((index) => id(`g${index}`)))}) ${sql.join(
    own.map((set) => sql`when ${sql.lit(bits(set))} then ${sql.lit(all.indexOf(set))}`),
    sql` `,
  )} end`;
}

/** First groups that are made for several passes in one reading of the records: where those of one of them stand. */
export interface SharedGroups {
  from: RawBuilder<unknown>;
  /** The column of a group (`g0`), a text (`x0`) or what is computed of a measure (`a0`). */
  at(name: string): RawBuilder<unknown>;
  /** Of how many records of the pass a group is made; null: every group has some. */
  taken: RawBuilder<unknown> | null;
}

/** The first groups that two passes of one question make in one reading of the records. */
const SHARED = 'shared';

/** Those of one of the passes of `sharedSql`. */
export const sharedBy = (number: number): SharedGroups => ({
  from: id(SHARED),
  at: (name) => id(name.startsWith('x') ? `${name}_${number}` : name),
  taken: id(`n${number}`),
});

/**
 * Whether a comparison can be made of the same reading as what it is compared with: both group by the same stored values.
 * Each group then holds the measures of both, of the records that each of them takes.
 */
export const isShared = ([base, compared, ...more]: readonly Pass[]): boolean =>
  base !== undefined &&
  compared !== undefined &&
  more.length === 0 &&
  base.scan.first === 'stored' &&
  compared.scan.first === 'stored' &&
  usedIn(base).join() === usedIn(compared).join();

/** The query of these first groups: of each the stored values, and n0 and n1, how many records each pass takes. */
export function sharedSql(passes: readonly Pass[], part: Part): RawBuilder<unknown> {
  const [base] = passes as [Pass];
  const keys = usedIn(base).map((index) => id(`g${index}`));
  const takes = passes.map(({ scan }) => sql`(${scan.made.condition ?? sql`true`})`);
  const { groups, from, where } = base.scan.made;
  const read = [
    ...groups.map(asColumn),
    ...passes.flatMap(({ scan }, number) => [
      ...scan.made.measures.map(asColumn),
      sql`${takes[number]} as ${id(`c${number}`)}`,
    ]),
  ];
  const select = sql`select ${list(read)} from ${from}${whereOf([...where, sql`(${sql.join(takes, sql` or `)})`])}`;
  const columns = passes.flatMap((pass, number) => {
    const only = id(`c${number}`);
    return [
      sql`count(*)${filterOf([only])} as ${id(`n${number}`)}`,
      ...pass.scan.labelled.map(
        (index) => sql`max(${id(`x${index}`)})${filterOf([only])} as ${id(`x${index}_${number}`)}`,
      ),
      ...measuredOf(pass, part).flatMap((one) =>
        partialsOf(one, only).map(([name, value]) => sql`${value} as ${id(name)}`),
      ),
    ];
  });
  return sql`${id(SHARED)} as materialized (select ${list([...keys, ...columns])} from (${select}) r group by ${list(keys)})`;
}

/** The first groups of a pass with the groups of the dataset that they belong to; made for it alone, or shared. */
function firstGroupsSql(pass: Pass, part: Part, shared: SharedGroups | null): RawBuilder<unknown> {
  const { scan } = pass;
  const used = usedIn(pass);
  const labels = used.filter((index) => scan.labelled.includes(index)).map((index) => `x${index}`);
  const partials = measuredOf(pass, part).flatMap((one) => partialsOf(one, null));
  const keys = used.map((index) => `g${index}`);
  const first =
    shared === null
      ? sql`select ${list([
          ...keys.map(id),
          ...labels.map((name) => sql`max(${id(name)}) as ${id(name)}`),
          ...partials.map(asColumn),
        ])} from (${scan.select}) r${keys.length > 0 ? sql` group by ${list(keys.map(id))}` : sql``}`
      : sql`select ${list(
          [...keys, ...labels, ...partials.map(([name]) => name)].map((name) => asColumn([name, shared.at(name)])),
        )} from ${shared.from}${shared.taken ? sql` where ${shared.taken} > 0` : sql``}`;
  if (scan.first !== 'stored') return first;
  const own = used.map((index) => [index, scan.groupings[index] as Grouping] as const);
  const grouped = [
    ...own.map(([index, { value }]) => sql`${value} as ${id(`g${index}`)}`),
    ...own.flatMap(([index, { label }]) => (label ? [sql`${label} as ${id(`x${index}`)}`] : [])),
    ...partials.map(([name]) => sql.ref(`s.${name}`)),
  ];
  const joins = own.flatMap(([, { join }]) => (join ? [join] : []));
  return sql`select ${list(grouped)} from (${first}) s${joins.length > 0 ? sql.join(joins, sql``) : sql``}`;
}

/** A pass as a query: one row for each group of each set. `shared`: where its first groups stand, if not made for it alone. */
export function passSql(
  pass: Pass,
  part: Part,
  precisionOf: PrecisionOf,
  shared: SharedGroups | null,
): RawBuilder<unknown> {
  const { scan, sets } = pass;
  const used = usedIn(pass);
  const measured = scan.first ? mergedAggregate : aggregate;
  const columns = [
    sql`${sets.length > 1 ? setNumber(part.sets, sets, used) : sql.lit(part.sets.indexOf(sets[0] as Groups))} as gid`,
    ...used.flatMap((index) => {
      const one = scan.groupings[index] as Grouping;
      const value = id(`g${index}`);
      return [
        sql`coalesce(${one.text(value)}, '') as ${id(`t${index}`)}`,
        ...(one.label ? [sql`max(${id(`x${index}`)}) as ${id(`x${index}`)}`] : []),
        ...(one.datePart ? [sql`${value} as ${id(`r${index}`)}`] : []),
      ];
    }),
    // of a single record: the least is the only one
    ...scan.details.flatMap(({ label }, index) => [
      sql`min(${id(`d${index}`)}) as ${id(`d${index}`)}`,
      ...(label ? [sql`min(${id(`e${index}`)}) as ${id(`e${index}`)}`] : []),
    ]),
    ...measuredOf(pass, part).map(
      (one) => sql`${measured(one, precisionOf(one.measure))} as ${id(columnOf(part, one.measure))}`,
    ),
  ];
  const groups = (set: Groups): RawBuilder<unknown> => list(set.map((index) => id(`g${index}`)));
  const from = scan.first ? firstGroupsSql(pass, part, shared) : scan.select;
  const grouped = sets.map((set) => sql`(${set.length > 0 ? groups(set) : sql``})`);
  // one row of all records, also where the pass measures nothing
  const total = measuredOf(pass, part).length > 0 ? sql`` : sql` group by ()`;
  const by =
    sets.length > 1
      ? sql` group by grouping sets (${list(grouped)})`
      : used.length > 0
        ? sql` group by ${groups(used)}`
        : total;
  return sql`select ${list(columns)} from (${from}) s${by}`;
}

/** The group of a set whose gaps are filled: periods of the dataset's time, or ranges. */
function fillingOf({ question, part, passes }: Making, set: Groups): number | undefined {
  if (question.definition.fill === '0') return undefined;
  const time = timeOf(question.definition)?.join('.');
  return set.find((index) => {
    // a day by which nothing says to group is a value like any other
    if (passes[0]?.scan.groupings[index]?.datePart)
      return part.groups[index]?.by !== undefined && part.groups[index]?.of === time;
    return part.groups[index]?.ranges !== undefined;
  });
}

/** The keys of a set's groups: those that occur, with the periods and ranges between them that do not. */
function keysSql(making: Making, set: Groups, gid: number, compared: readonly Pass[]): RawBuilder<unknown> {
  const { part, period } = making;
  const base = making.passes[0] as Pass;
  const groupings = base.scan.groupings;
  const texts = (indexes: Groups): RawBuilder<unknown> => list(indexes.map((index) => id(`t${index}`)));
  const found = (indexes: Groups, passes: readonly Pass[]): RawBuilder<unknown> =>
    sql.join(
      passes.map(({ name }) => sql`select ${texts(indexes)} from ${id(name)} where gid = ${sql.lit(gid)}`),
      sql` union `,
    );
  const filling = fillingOf(making, set);
  const isDated = set.some((index) => groupings[index]?.datePart);
  if (filling === undefined) return found(set, isDated ? [base] : [base, ...compared]);
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
export function valuesSql(making: Making, set: Groups, gid: number): RawBuilder<unknown> {
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
  // without filled gaps and comparisons the pass already has every key: no join is needed
  const isPlain = set.length > 0 && compared.length === 0 && fillingOf(making, set) === undefined;
  const keyFrom = isPlain ? base.name : 'k';
  const keys = set.length === 0 ? sql`select 1 as one` : keysSql(making, set, gid, compared);
  const labelFrom = [base, ...compared].map(({ name }) => name);
  const columns = [
    ...set.map((index) => sql`${sql.ref(`${keyFrom}.t${index}`)} as ${id(`t${index}`)}`),
    ...set.flatMap((index) =>
      hasLabel(index)
        ? [sql`coalesce(${list(labelFrom.map((name) => sql.ref(`${name}.x${index}`)))}) as ${id(`x${index}`)}`]
        : [],
    ),
    ...(hasDetails(making, gid) ? base.scan.details : []).flatMap(({ label }, index) => [
      sql`${sql.ref(`${base.name}.d${index}`)} as ${id(`d${index}`)}`,
      ...(label ? [sql`${sql.ref(`${base.name}.e${index}`)} as ${id(`e${index}`)}`] : []),
    ]),
    ...own.map((measure) => {
      const shift = making.shiftFor(measure, set);
      const pass = measure.compare ? (shift ? passFor(making, shift) : undefined) : base;
      if (!pass) return sql`null::numeric as ${id(columnOf(part, measure))}`;
      const value = sql.ref(`${pass.name}.${columnOf(part, measure)}`);
      return sql`${isZeroOfNothing(measure) ? sql`coalesce(${value}, 0)` : value} as ${id(columnOf(part, measure))}`;
    }),
  ];
  if (isPlain) return sql`select ${list(columns)} from ${id(base.name)} where gid = ${sql.lit(gid)}`;
  return sql`select ${columns.length > 0 ? list(columns) : sql`1 as one`} from (${keys}) k ${sql.join(
    [base, ...compared].map(({ name }) => sql`left join ${id(name)} on ${on(name)}`),
    sql` `,
  )}`;
}
