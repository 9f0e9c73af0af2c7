import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import type { Fact, Ground } from '../../store/facts.ts';
import { kept, readRows } from '../../store/named.ts';
import { minuteMemory } from './ttlCache.ts';
import { recordTableName } from '../columns/names.ts';
import { boundOf, type Place } from './orgPlaces.ts';

/** Why somebody reads a record: it is their own, was in their hands, their roles or place reach it, or it is about them. */
export type WayKind = 'own' | 'hands' | 'all' | 'place' | 'about';

/**
 * One of the ways that lead to the records somebody may read. `by`: what an index answers; `but`: which of those;
 * `isOwn`: those this person made, which are never among those in their hands; `place`: all that is of it, which
 * can be proven to be few (`boundOf`); `hands`: where they stand by themselves, in the order of a list (`handsOf`),
 * `areFew`: so few that each may be looked up; `any`: whether it leads to any record (`anyOf`); `kind`: what it says of
 * why a record may be read.
 */
export interface Way {
  kind: WayKind;
  by: RawBuilder<SqlBool>;
  but?: RawBuilder<SqlBool> | undefined;
  isOwn?: boolean;
  place?: Place;
  hands?: RawBuilder<unknown>;
  areFew?: boolean;
  any?: Fact;
}

/** Records of a table: those under a condition; where `ways` lead to them, also what these and the `narrow` conditions say. `tally`: how many the ways lead to, where that is kept. */
export interface Found {
  table: RawBuilder<unknown>;
  filter: RawBuilder<SqlBool>;
  ways: readonly Way[];
  narrow: readonly RawBuilder<SqlBool>[];
  tally?: RawBuilder<number> | null;
}

export const both = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(parts, sql` and `)}`;

/** Whether no record lies on two of these ways: one's own are never in one's hands (`frm_hand`). */
export const areApart = (ways: readonly Way[]): boolean =>
  ways.every(({ hands, isOwn }) => hands !== undefined || isOwn === true);

/** Whether a way leads anywhere, as `some` or `none`. That it does is believed: at worst one is asked for nothing. */
export const anyOf = (key: string, text: Fact['text']): Fact => ({
  key,
  isHarmless: (answer) => answer === 'some',
  text,
});

/** Ways that lead to a record, as the statement that goes along them proves; one at least: who may read nothing reads what it leads to. */
export async function leadingOn(db: Db, ways: readonly Way[], ground: Ground): Promise<readonly Way[]> {
  const found: Way[] = [];
  for (const way of ways) if (!way.any || (await ground.know(db, way.any)) !== 'none') found.push(way);
  return found.length > 0 ? found : ways.slice(0, 1);
}

/** A way with the conditions on what it leads to. */
export const wayOf = ({ by, but }: Way, narrow: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  both([...narrow, by, ...(but ? [but] : [])]);

/**
 * What a way leads to under these conditions, in the order of an index. What stands by itself is read there, and only what
 * else is asked is asked of the records: `record_id` is a name that they do not have. Of few, one by one (`offset 0` spares
 * the planner all other ways, which cost it more than the page).
 */
export function alongWay(
  table: RawBuilder<unknown>,
  way: Way,
  narrow: readonly RawBuilder<SqlBool>[],
): RawBuilder<unknown> {
  const { hands, but, areFew } = way;
  if (!hands) return sql`${table} as frm_record where ${wayOf(way, narrow)}`;
  const asked = [...narrow, ...(but ? [but] : [])];
  return asked.length === 0
    ? sql`${hands} as frm_record`
    : sql`${hands} as frm_record where exists (select 1 from ${table} as frm_record where frm_record.id = record_id and ${both(asked)}${areFew ? sql` offset 0` : sql``})`;
}

/** Whether a way leads to more than so many: asked of an index alone. */
export const isMore = (table: RawBuilder<unknown>, way: Way, than: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select count(*) > ${sql.lit(than)} from (select 1 from ${alongWay(table, { ...way, but: undefined }, [])} limit ${sql.lit(than + 1)}) first)`;

/**
 * Records of one way: sorted as soon as a page of them is found among the others of a form, if they are so many. Ten of n
 * among N are found after passing 10 N / n entries of the order's index, of 30 ns each; to sort them all takes n times
 * 1.3 µs (measured at N = 1,000,000): equal at about the root of N / 4.
 */
const FEW = 100;
const fewOf = (name: string): RawBuilder<number> =>
  sql<number>`(select greatest(${sql.lit(FEW)}, sqrt(greatest(reltuples, 0) / 4))::integer from pg_class where oid = to_regclass(${`"${name}"`}))`;
/** How many records lie on each way, about; null: very many. */
type Sizes = readonly (number | null)[];
const sizes = minuteMemory<Sizes>();

/** Orders that an index holds, so that a page is read off it. */
const INDEXED: readonly string[] = ['createTime', 'title'];

/**
 * How a page in another order than the newest first is found on a way: in the index of that order, which knows whose each
 * record is (`inOrder`), or among its records, which are looked up and sorted: at most so many of them, or however many.
 */
export type Search = 'inOrder' | 'sorted' | number;

/**
 * Which search fits the ways to records of a form in the order of a field or system column (null: of something else). How
 * many lie on them is asked once a minute for each `key`, a form and who asks: it says how a page is found, not what stands
 * on it. `ground`: where what is few may be proven to be so.
 */
export async function searchesOf(
  context: ServerContext,
  db: Db,
  { key, formKey, order, ground }: { key: string; formKey: string; order: string | null; ground: Ground | null },
  ways: readonly Way[],
): Promise<readonly Search[]> {
  // without an index of the order whatever lies on a way is sorted
  if (order === null || !INDEXED.includes(order)) return ways.map(() => 'sorted');
  const about = sizes.get(context, key) ?? (await askSizes(context, db, key, formKey, ways));
  const searches: Search[] = [];
  for (const [index, { hands, place }] of ways.entries()) {
    const size = about[index] ?? null;
    if (hands) searches.push(order === 'createTime' ? 'inOrder' : 'sorted');
    else if (size === null) searches.push('inOrder');
    else searches.push(place && ground ? ((await boundOf(db, formKey, place, size, ground)) ?? 'sorted') : 'sorted');
  }
  return searches;
}

async function askSizes(
  context: ServerContext,
  db: Db,
  key: string,
  formKey: string,
  ways: readonly Way[],
): Promise<Sizes> {
  const name = recordTableName(formKey);
  const counted = ways.map(({ by, hands }) =>
    hands
      ? sql<null>`null`
      : sql<
          number | null
        >`(select case when count(*) <= few.most then count(*) end from (select 1 from ${sql.id(name)} as frm_record where ${by} limit few.most + 1) first)`,
  );
  const [row] = await readRows(
    db,
    sql<{
      about: Sizes;
    }>`${sql.raw(kept)} select array[${sql.join(counted)}]::integer[] as about from (select ${fewOf(name)} as most offset 0) few`,
  );
  const found = row?.about ?? [];
  sizes.set(context, key, found);
  return found;
}
