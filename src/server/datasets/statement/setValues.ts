import { sql, type RawBuilder } from 'kysely';
import { isDerived, type DatasetMeasure } from '../../../kernel/index.ts';
import { MOST_PERIODS, periodStart, periodText, stepOf, type Grouping } from './groups.ts';
import { columnOf, hasDetails, id, list, passFor, type Groups, type Making, type Pass } from './making.ts';
import { type DatePart, timeOf } from '../plan.ts';

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
