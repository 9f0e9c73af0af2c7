import { sql, type RawBuilder } from 'kysely';
import { COLUMN_CASTS } from '../../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import type { FormTables, KeptField } from '../columns/catalogue.ts';
import { isLookedUp } from './contributions.ts';
import { CREATION_TIME, sqlOf, type RollupPlan } from './plan.ts';

/** The change of one roll-up of one record. */
export interface RollupDelta {
  /** The amounts to add to the sum (`added`) and to subtract from the sum (`removed`), as decimal texts. */
  added: readonly string[];
  removed: readonly string[];
  /** The increase of the number of sources; negative for a decrease. */
  sourceCount: number;
  /** The increase of the number of sources that have a value, for averages; negative for a decrease. */
  valueCount: number;
  /** True if the value must be looked up among the sources again. */
  needsLookup: boolean;
}

/**
 * The roll-ups to update. 'all': all roll-ups; 'ownRows': the roll-ups over rows of sub-tables of the record itself.
 * Both are recomputed from their sources. 'byDelta': the roll-ups in `keys`, which are updated by their deltas.
 */
export type UpdateScope = { kind: 'all' } | { kind: 'ownRows' } | { kind: 'byDelta'; keys: ReadonlySet<string> };

/** Maximum number of values that a roll-up of kind `list` contains. */
const MAX_LISTED = 50;
/** The text at the end of a list that does not contain the values of all sources. */
const CUT_NOTE = `等（只列前 ${MAX_LISTED} 项）`;

/** Returns the SQL `from … where …` that selects the sources of a roll-up for the record `p`. */
export function sourcesOf(plan: RollupPlan): RawBuilder<unknown> {
  const id = sql`p.id::text collate "C"`;
  const parent = sqlOf(plan.parent);
  const conditionForOtherForm = plan.isMultiple ? sql`${parent} @> array[${id}]` : sql`${parent} = ${id}`;
  const belongsToRecord = plan.form === null ? sql`${parent} = p.id` : conditionForOtherForm;
  return sql`from ${sqlOf(plan.from)} where ${belongsToRecord} and ${sqlOf(plan.counts)}`;
}

/**
 * Returns, as SQL, the value of a roll-up that cannot be computed from deltas. It is looked up among the sources: the
 * least, greatest, first or last value, or a list of the first values.
 */
function lookupSql(plan: RollupPlan): RawBuilder<unknown> {
  const value = plan.value ? sqlOf(plan.value) : sql`null`;
  const order = sqlOf(plan.order);
  const fromSources = sql`${sourcesOf(plan)} and ${value} is not null`;
  switch (plan.fn) {
    case 'min':
      return sql`(select ${value} ${fromSources} order by ${value}, ${order} limit 1)`;
    case 'max':
      return sql`(select ${value} ${fromSources} order by ${value} desc, ${order} limit 1)`;
    case 'first':
      return sql`(select ${value} ${fromSources} order by ${order} limit 1)`;
    case 'last':
      return sql`(select ${value} ${fromSources} order by ${sql.raw(descendingOrder(plan))} limit 1)`;
    default:
      // read one source more than is listed, to find out whether `CUT_NOTE` must be added
      return sql`(select string_agg(l.shown, '、' order by l.place) filter (where l.place <= ${sql.lit(MAX_LISTED)}) || case when max(l.place) > ${sql.lit(MAX_LISTED)} then ${sql.lit(CUT_NOTE)} else '' end
        from (select ${value} as shown, row_number() over (order by ${order}) as place ${fromSources} order by ${order} limit ${sql.lit(MAX_LISTED + 1)}) l)`;
  }
}

/**
 * Returns the reversed order of a roll-up, as SQL text. Splits the order at commas outside of parentheses, which
 * separate its parts. A source without a value to sort by comes last in both directions.
 */
const descendingOrder = ({ order }: RollupPlan): string =>
  order.text
    .split(/,(?![^(]*\))/)
    .map((part, index) => (index === 0 && part !== CREATION_TIME ? `${part} desc nulls last` : `${part} desc`))
    .join(', ');

/**
 * Returns the sum of the amounts in an array column of `m` (the deltas). `letter`: 'a' for the added amounts, 'b' for
 * the removed amounts (`deltaColumns`). `index`: the index of the field.
 */
const sumOfDeltas = (letter: string, index: number): RawBuilder<unknown> =>
  sql`coalesce((select sum(s) from unnest(m.${sql.id(`${letter}${index}`)}) s), 0)`;

/** Returns a number rounded to the field's decimals, as SQL; any other value unchanged. */
const roundedSql = (value: RawBuilder<unknown>, { kind, digits }: KeptField['plan']): RawBuilder<unknown> =>
  kind === 'number' ? sql`trim_scale(round(${value}, ${sql.lit(digits ?? 12)}))` : value;

/**
 * Returns the names of the columns of one roll-up, with their new values as SQL over `p` (the record) and `m`
 * (`deltaColumns`). A roll-up outside of `scope` keeps its values; one that cannot be computed gets no value
 * (`isWaiting`). `index`: the index of the field in `keptFields`.
 */
function rollupColumns({ key, plan }: KeptField, index: number, scope: UpdateScope): [string, RawBuilder<unknown>][] {
  const { rollup, column, sum, count } = plan;
  const unchangedColumns = [column, sum, count].flatMap((name): [string, RawBuilder<unknown>][] =>
    name === null || name === '' ? [] : [[name, sql.ref(`p.${name}`)]],
  );
  if (!rollup) return unchangedColumns.map(([name]) => [name, sql`null::${sql.raw(COLUMN_CASTS[plan.kind])}`]);
  const isRecomputed = scope.kind === 'all' || (scope.kind === 'ownRows' && rollup.form === null);
  const hasDelta = scope.kind === 'byDelta' && scope.keys.has(key);
  if (!isRecomputed && !hasDelta) return unchangedColumns;
  if (isLookedUp(rollup)) {
    const value = roundedSql(lookupSql(rollup), plan);
    if (isRecomputed) return [[column, value]];
    return [[column, sql`case when m.${sql.id(`t${index}`)} then ${value} else ${sql.ref(`p.${column}`)} end`]];
  }
  const summedValue = rollup.value ? sqlOf(rollup.value) : sql`1`;
  // `letter`: the delta column to add, see `deltaColumns`; for 'a', the column 'b' is subtracted
  const withDelta = (name: string, letter: 'a' | 'n' | 'v'): RawBuilder<unknown> =>
    letter === 'a'
      ? sql`(coalesce(${sql.ref(`p.${name}`)}, 0) + ${sumOfDeltas('a', index)} - ${sumOfDeltas('b', index)})`
      : sql`(coalesce(${sql.ref(`p.${name}`)}, 0) + coalesce(m.${sql.id(`${letter}${index}`)}, 0))`;
  if (rollup.fn === 'count')
    return [[column, isRecomputed ? sql`(select count(*)::numeric ${sourcesOf(rollup)})` : withDelta(column, 'n')]];
  const totalSum = isRecomputed
    ? sql`(select coalesce(sum(${summedValue}), 0) ${sourcesOf(rollup)})`
    : withDelta(sum as string, 'a');
  if (rollup.fn === 'sum')
    return [
      [sum as string, totalSum],
      [column, roundedSql(totalSum, plan)],
    ];
  const valueCount = isRecomputed
    ? sql`(select count(${summedValue})::numeric ${sourcesOf(rollup)})`
    : withDelta(count as string, 'v');
  return [
    [sum as string, totalSum],
    [count as string, valueCount],
    [column, roundedSql(sql`${totalSum} / nullif(${valueCount}, 0)`, plan)],
  ];
}

/**
 * Returns a query (`from`) for the new kept values of the record `p`, and the names of its columns. It computes first
 * the roll-ups, then the formulas in an order in which each reads only earlier values.
 */
export function keptSql(
  { keptFields }: FormTables,
  scope: UpdateScope,
): { from: RawBuilder<unknown>; columns: string[] } {
  const rollups = keptFields.flatMap((field, index) => (field.plan.formula ? [] : rollupColumns(field, index, scope)));
  let from = sql`select ${sql.join(rollups.map(([name, value]) => sql`${value} as ${sql.id(name)}`))}`;
  const columns = rollups.map(([name]) => name);
  for (const { plan } of keptFields) {
    if (!plan.formula) continue;
    from = sql`select k.*, ${roundedSql(sqlOf(plan.formula), plan)} as ${sql.id(plan.column)} from (${from}) k`;
    columns.push(plan.column);
  }
  return { from, columns };
}

/**
 * Returns the column definitions of the table `deltas`: the record's id, and columns for the roll-ups that are updated
 * by their deltas. For the field with index i, these are `ai` (`added` of the delta), `bi` (`removed`), `ni`
 * (`sourceCount`), `vi` (`valueCount`) and `ti` (`needsLookup`).
 */
function deltaColumns({ keptFields }: FormTables, scope: UpdateScope): RawBuilder<unknown> {
  const columns = keptFields.flatMap(({ key, plan }, index) =>
    scope.kind === 'byDelta' && scope.keys.has(key) && plan.rollup
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
 * Updates kept values of these records in one statement, which locks the records in the order of their ids. `records`:
 * the deltas of each record by the key of the roll-up, which are used only if `scope` is 'byDelta'. Returns the ids of
 * the records with changed values. The old values are read from the locked rows (`p`), because the update itself reads
 * its rows from the snapshot at the start of the statement, which may be outdated. If values are looked up in other
 * rows, a separate statement locks the records first, because a statement does not see what other transactions
 * committed while it waited for a lock. `isLocked`: the caller has already locked the records.
 */
export async function updateKeptValues(
  trx: Trx,
  tables: FormTables,
  scope: UpdateScope,
  records: ReadonlyMap<string, ReadonlyMap<string, RollupDelta>>,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<string[]> {
  if (records.size === 0 || tables.keptFields.length === 0) return [];
  const needsSeparateLock =
    scope.kind === 'all' ||
    tables.keptFields.some(
      ({ key, plan }) =>
        plan.needsLock ||
        (plan.rollup &&
          ((scope.kind === 'ownRows' && plan.rollup.form === null) ||
            (scope.kind === 'byDelta' && scope.keys.has(key) && isLookedUp(plan.rollup)))),
    );
  if (needsSeparateLock && !isLocked) await lockRecords(trx, tables, [...records.keys()]);
  const deltaRows = [...records].map(([id, deltas]) =>
    Object.fromEntries([
      ['id', id],
      ...tables.keptFields.flatMap(({ key }, index) => {
        const delta = deltas.get(key);
        return delta
          ? [
              [`a${index}`, delta.added],
              [`b${index}`, delta.removed],
              [`n${index}`, delta.sourceCount],
              [`v${index}`, delta.valueCount],
              [`t${index}`, delta.needsLookup],
            ]
          : [];
      }),
    ]),
  );
  const { from, columns } = keptSql(tables, scope);
  const main = sql.id(tables.main.name);
  const columnList = (alias: string): RawBuilder<unknown> =>
    sql.join(columns.map((name) => sql.ref(`${alias}.${name}`)));
  const { rows } = await sql<{ id: string }>`with deltas as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(deltaRows)}::jsonb) as x(${deltaColumns(tables, scope)})),
    p as materialized (select p.* from ${main} p join deltas on deltas.id = p.id order by p.id for no key update of p),
    now as (select p.id, k.*, (${columnList('p')}) is distinct from (${columnList('k')}) as is_changed from p join deltas m on m.id = p.id cross join lateral (${from}) k)
    update ${main} r set ${sql.join(columns.map((name) => sql`${sql.id(name)} = ${sql.ref(`now.${name}`)}`))} from now
    where r.id = now.id and now.is_changed returning r.id`.execute(trx);
  return rows.map(({ id }) => id);
}
