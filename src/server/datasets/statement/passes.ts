import { sql, type RawBuilder } from 'kysely';
import type { Grouping } from './groups.ts';
import { columnOf, id, list, type Groups, type Pass, type PrecisionOf } from './making.ts';
import { aggregate, filterOf, measuredOf, mergedAggregate, partialsOf } from './measures.ts';
import type { Part } from '../plan.ts';
import { asColumn, whereOf } from './scan.ts';

/** The groups that the sets of a pass are made of. */
export const usedIn = ({ sets }: Pass): Groups => [...new Set(sets.flat())].sort((a, b) => a - b);

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
