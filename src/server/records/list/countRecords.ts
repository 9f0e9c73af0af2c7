import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import { kept, readRows } from '../../store/named.ts';
import { minuteMemory } from '../access/ttlCache.ts';
import { recordTableName } from '../columns/names.ts';
import { alongWay, isMore, type Found } from '../access/accessPaths.ts';

export interface Total {
  total: number;
  /** About so many: counting them would take longer than a page may. */
  isEstimate: boolean;
}

/** What the planner thinks counting may cost, in its own units: some milliseconds; a person's own records, which are looked for among all others: one. */
const MOST_COST = 8_000;
const MOST_COST_OWN = 500;
/** Tables of so many bytes are counted without asking the planner. */
const SMALL = 8 * 1024 * 1024;
/** Counting stops here in any case. */
const COUNT_LIMIT = 200_000;

interface Plan {
  Plan: { 'Total Cost': number; 'Plan Rows': number };
}

/** The planner knows well how many a way leads to, and badly how many several together do; nor does it where each is looked up (`areFew`). */
const found = ({ table, filter, ways, narrow }: Found): RawBuilder<unknown> =>
  ways.length === 0
    ? sql`select 1 from ${table} as frm_record where ${filter}`
    : sql.join(
        ways.map((way) => sql`(select id from ${alongWay(table, { ...way, areFew: false }, narrow)})`),
        sql` union `,
      );

const exact = (counted: Found): RawBuilder<number> =>
  sql<number>`select count(*) as total from (select 1 from (${found(counted)}) found limit ${sql.lit(COUNT_LIMIT)}) as counted`;

/** So many are always counted: an index alone tells. */
const FEW = 2_000;
/** Under a further condition so many are: each must be looked into. */
const FEW_NARROWED = 400;

/** Records of one's own, without a further condition: that they are not few is known by now, and the planner knows how many. */
const isOwn = ({ ways, narrow }: Found): boolean => ways.length > 0 && narrow.length === 0;

/** The records that lie on a person's ways, where these are few; null: they are more. */
function ofFew(counted: Found): RawBuilder<unknown> {
  const { table, ways, narrow } = counted;
  const few = narrow.length === 0 ? FEW : FEW_NARROWED;
  if (!isOwn(counted) || ways.some(({ but }) => but))
    return sql`case when not (${sql.join(
      ways.map((way) => isMore(table, way, few)),
      sql` or `,
    )}) then (${exact(counted)}) end`;
  const parts = ways.map((way) => sql`(select id from ${alongWay(table, way, [])} limit ${sql.lit(FEW + 1)})`);
  return sql`(select case when count(*) <= ${sql.lit(FEW)} then count(*) end from (${sql.join(parts, sql` union `)}) few)`;
}

const smallOnes = minuteMemory<boolean>();

/** Whether the table of a form is small enough to be counted without asking. Asked once a minute: it says how records are counted. */
async function isSmall(context: ServerContext, db: Db, formKey: string): Promise<boolean> {
  const known = smallOnes.get(context, formKey);
  if (known !== null) return known;
  const [row] = await readRows(
    db,
    sql<{
      small: boolean;
    }>`${sql.raw(kept)} select pg_relation_size(to_regclass(${`"${recordTableName(formKey)}"`})) <= ${sql.lit(SMALL)} as small`,
  );
  smallOnes.set(context, formKey, row?.small ?? false);
  return row?.small ?? false;
}

/** The count as a column of another query, where that costs little: where it is kept, in a form of few records, and for whom few records are; else null. */
export async function countAlong(
  context: ServerContext,
  db: Db,
  counted: Found,
  formKey: string,
): Promise<RawBuilder<number | null>> {
  if (counted.tally && counted.narrow.length === 0) return counted.tally;
  if (await isSmall(context, db, formKey)) return sql<number>`(${exact(counted)})`;
  return counted.ways.length === 0 ? sql<null>`null` : sql<number | null>`${ofFew(counted)}`;
}

const mostOf = (counted: Found): number => (isOwn(counted) ? 0 : counted.ways.length > 0 ? MOST_COST_OWN : MOST_COST);

/** How many records these are: exactly where that is cheap, else as the planner's statistics have it, rounded. */
export async function countRecords(db: Db, counted: Found, mostCost = mostOf(counted)): Promise<Total> {
  const {
    rows: [plans],
  } = await sql<{ 'QUERY PLAN': Plan[] }>`explain (format json) ${found(counted)}`.execute(db);
  const plan = plans?.['QUERY PLAN'][0]?.Plan;
  if (plan && plan['Total Cost'] > mostCost) return { total: rounded(plan['Plan Rows']), isEstimate: true };
  const { rows } = await sql<{ total: number }>`${exact(counted)}`.execute(db);
  const total = Number(rows[0]?.total ?? 0);
  return { total, isEstimate: total >= COUNT_LIMIT };
}

const estimates = minuteMemory<number>();

/** Estimates by the question as a text, so that nobody hears one that was made of more than they may read. They stand for a minute: the statistics they are made from change no faster. */
export function estimatesOf(
  context: ServerContext,
  question: string,
): { known(): Total | null; keep(total: Total): Total } {
  return {
    known() {
      const total = estimates.get(context, question);
      return total === null ? null : { total, isEstimate: true };
    },
    keep(total) {
      if (total.isEstimate) estimates.set(context, question, total.total);
      return total;
    },
  };
}

/** Two digits tell what is known. */
function rounded(rows: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, rows))) - 1);
  return Math.round(rows / step) * step;
}
