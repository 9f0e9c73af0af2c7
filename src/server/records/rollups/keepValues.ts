import { sql, type RawBuilder } from 'kysely';
import { COLUMN_CASTS } from '../../../kernel/index.ts';
import type { Trx } from '../../store/transaction.ts';
import type { FormTables, KeptField } from '../columns/catalogue.ts';
import { isLookedUp } from './contributions.ts';
import { sqlOf, type RollupPlan } from './plan.ts';

/** How much one record's roll-ups move, by the key of the field: what is added, what is taken away. */
export interface Move {
  added: readonly string[];
  taken: readonly string[];
  count: number;
  values: number;
  /** The value must be looked up. */
  isTouched: boolean;
}

/** Which values of a form's records are computed from their sources: all, those of the own rows, or those named here by what they move. */
export type Keeping = { kind: 'all' } | { kind: 'own' } | { kind: 'moved'; keys: ReadonlySet<string> };

/** So many values a list names. */
const MOST_LISTED = 50;

/** The sources of the record `p`. */
function sourcesOf(plan: RollupPlan): RawBuilder<unknown> {
  const id = sql`p.id::text collate "C"`;
  const parent = sqlOf(plan.parent);
  const points =
    plan.form === null
      ? sql`${parent} = p.id`
      : plan.isMultiple
        ? sql`${parent} @> array[${id}]`
        : sql`${parent} = ${id}`;
  return sql`from ${sqlOf(plan.from)} where ${points} and ${sqlOf(plan.counts)}`;
}

/** The value of a roll-up that is looked up: one entry of an index, or the first of a list. */
function lookedUp(plan: RollupPlan): RawBuilder<unknown> {
  const value = plan.value ? sqlOf(plan.value) : sql`null`;
  const order = sqlOf(plan.order);
  const found = sql`${sourcesOf(plan)} and ${value} is not null`;
  switch (plan.fn) {
    case 'min':
      return sql`(select ${value} ${found} order by ${value}, ${order} limit 1)`;
    case 'max':
      return sql`(select ${value} ${found} order by ${value} desc, ${order} limit 1)`;
    case 'first':
      return sql`(select ${value} ${found} order by ${order} limit 1)`;
    case 'last':
      return sql`(select ${value} ${found} order by ${sql.raw(descending(plan))} limit 1)`;
    default:
      return sql`(select string_agg(l.shown, '、' order by l.place) from (select ${value} as shown, row_number() over (order by ${order}) as place ${found} order by ${order} limit ${sql.lit(MOST_LISTED)}) l)`;
  }
}

/** The order of a roll-up backwards: its parts hold no comma of their own but in calls of one column. */
const descending = ({ order }: RollupPlan): string =>
  order.text
    .split(/,(?![^(]*\))/)
    .map((part) => `${part} desc`)
    .join(', ');

/** The sum of what was noted for a field in several steps. */
const total = (part: string, index: number): RawBuilder<unknown> =>
  sql`coalesce((select sum(s) from unnest(m.${sql.id(`${part}${index}`)}) s), 0)`;

const rounded = (value: RawBuilder<unknown>, { kind, digits }: KeptField['plan']): RawBuilder<unknown> =>
  kind === 'number' ? sql`trim_scale(round(${value}, ${sql.lit(digits ?? 12)}))` : value;

/** The columns of one roll-up and what stands in them. */
function rollupColumns({ key, plan }: KeptField, index: number, keeping: Keeping): [string, RawBuilder<unknown>][] {
  const { rollup, column, sum, count } = plan;
  const stay = [column, sum, count].flatMap((name): [string, RawBuilder<unknown>][] =>
    name === null || name === '' ? [] : [[name, sql.ref(`p.${name}`)]],
  );
  if (!rollup) return stay.map(([name]) => [name, sql`null::${sql.raw(COLUMN_CASTS[plan.kind])}`]);
  const isAsked = keeping.kind === 'all' || (keeping.kind === 'own' && rollup.form === null);
  const isMoved = keeping.kind === 'moved' && keeping.keys.has(key);
  if (!isAsked && !isMoved) return stay;
  if (isLookedUp(rollup)) {
    const value = rounded(lookedUp(rollup), plan);
    if (isAsked) return [[column, value]];
    return [[column, sql`case when m.${sql.id(`t${index}`)} then ${value} else ${sql.ref(`p.${column}`)} end`]];
  }
  const summed = rollup.value ? sqlOf(rollup.value) : sql`1`;
  const moved = (name: string, part: string): RawBuilder<unknown> =>
    part === 'a'
      ? sql`(coalesce(${sql.ref(`p.${name}`)}, 0) + ${total('a', index)} - ${total('b', index)})`
      : sql`(coalesce(${sql.ref(`p.${name}`)}, 0) + coalesce(m.${sql.id(`${part}${index}`)}, 0))`;
  if (rollup.fn === 'count')
    return [[column, isAsked ? sql`(select count(*)::numeric ${sourcesOf(rollup)})` : moved(column, 'n')]];
  const whole = isAsked ? sql`(select coalesce(sum(${summed}), 0) ${sourcesOf(rollup)})` : moved(sum as string, 'a');
  if (rollup.fn === 'sum')
    return [
      [sum as string, whole],
      [column, rounded(whole, plan)],
    ];
  const values = isAsked ? sql`(select count(${summed})::numeric ${sourcesOf(rollup)})` : moved(count as string, 'v');
  return [
    [sum as string, whole],
    [count as string, values],
    [column, rounded(sql`${whole} / nullif(${values}, 0)`, plan)],
  ];
}

/** The kept values of the record `p` as they are to be: roll-ups first, then each formula over what stands before it. */
export function keptSql({ plans }: FormTables, keeping: Keeping): { from: RawBuilder<unknown>; columns: string[] } {
  const rollups = plans.flatMap((field, index) => (field.plan.formula ? [] : rollupColumns(field, index, keeping)));
  let from = sql`select ${sql.join(rollups.map(([name, value]) => sql`${value} as ${sql.id(name)}`))}`;
  const columns = rollups.map(([name]) => name);
  for (const { plan } of plans) {
    if (!plan.formula) continue;
    from = sql`select k.*, ${rounded(sqlOf(plan.formula), plan)} as ${sql.id(plan.column)} from (${from}) k`;
    columns.push(plan.column);
  }
  return { from, columns };
}

/** The moves as lines for `moved`, with the columns that the statement of this form reads. */
function movedTable({ plans }: FormTables, keeping: Keeping): RawBuilder<unknown> {
  const columns = plans.flatMap(({ key, plan }, index) =>
    keeping.kind === 'moved' && keeping.keys.has(key) && plan.rollup
      ? [`a${index} numeric[]`, `b${index} numeric[]`, `n${index} numeric`, `v${index} numeric`, `t${index} boolean`]
      : [],
  );
  return sql.raw(['id text', ...columns].join(', '));
}

/** Locks records of a form in the order of their ids. */
export async function lockRecords(trx: Trx, tables: FormTables, ids: readonly string[]): Promise<void> {
  await sql`select id from ${sql.id(tables.main.name)} where id = any(${ids}::text[]) order by id for no key update`.execute(
    trx,
  );
}

/**
 * Brings kept values of these records up to date in one statement, which locks them in the order of their ids, and answers
 * the ids of those that changed: of the locked row, for the row that the update itself finds first is as old as the
 * statement, and its values may be the new ones by chance. What is looked up in other rows is read by a statement of its own after the lock, since a
 * statement sees nothing that was committed while it waited.
 */
export async function keepValues(
  trx: Trx,
  tables: FormTables,
  keeping: Keeping,
  records: ReadonlyMap<string, ReadonlyMap<string, Move>>,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<string[]> {
  if (records.size === 0 || tables.plans.length === 0) return [];
  const isLooking =
    keeping.kind === 'all' ||
    tables.plans.some(
      ({ key, plan }) =>
        plan.needsLock ||
        (plan.rollup &&
          ((keeping.kind === 'own' && plan.rollup.form === null) ||
            (keeping.kind === 'moved' && keeping.keys.has(key) && isLookedUp(plan.rollup)))),
    );
  if (isLooking && !isLocked) await lockRecords(trx, tables, [...records.keys()]);
  const lines = [...records].map(([id, moves]) =>
    Object.fromEntries([
      ['id', id],
      ...tables.plans.flatMap(({ key }, index) => {
        const move = moves.get(key);
        return move
          ? [
              [`a${index}`, move.added],
              [`b${index}`, move.taken],
              [`n${index}`, move.count],
              [`v${index}`, move.values],
              [`t${index}`, move.isTouched],
            ]
          : [];
      }),
    ]),
  );
  const { from, columns } = keptSql(tables, keeping);
  const main = sql.id(tables.main.name);
  const list = (alias: string): RawBuilder<unknown> => sql.join(columns.map((name) => sql.ref(`${alias}.${name}`)));
  const { rows } = await sql<{ id: string }>`with moved as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x(${movedTable(tables, keeping)})),
    p as materialized (select p.* from ${main} p join moved on moved.id = p.id order by p.id for no key update of p),
    now as (select p.id, k.*, (${list('p')}) is distinct from (${list('k')}) as is_changed from p join moved m on m.id = p.id cross join lateral (${from}) k)
    update ${main} r set ${sql.join(columns.map((name) => sql`${sql.id(name)} = ${sql.ref(`now.${name}`)}`))} from now
    where r.id = now.id and now.is_changed returning r.id`.execute(trx);
  return rows.map(({ id }) => id);
}
