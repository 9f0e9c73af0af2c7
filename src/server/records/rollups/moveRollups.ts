import { announceKept } from '../../events/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { writingTables, type FormTables, type WritingTables } from '../columns/catalogue.ts';
import { contributionsOf, isLookedUp, type Contributions } from './contributions.ts';
import { keepValues, lockRecords, type Keeping, type Move } from './keepValues.ts';

/** What is to be done above: by form, record and field. */
type Pending = Map<string, Map<string, Map<string, Move>>>;

const NOTHING: Contributions = new Map();

/** Notes how much the parents of a form's records move between two states of these. */
function noteMoves(tables: FormTables, before: Contributions, after: Contributions, pending: Pending): void {
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(id), after.get(id)];
    const { feed, parent } = (now ?? old) as NonNullable<typeof old>;
    const field = tables.feeds[feed];
    const rollup = field?.plan.rollup;
    if (!field || !rollup) continue;
    const isTouched = isLookedUp(rollup) && old?.seen !== now?.seen;
    const move: Move = {
      added: now ? [now.sum] : [],
      taken: old ? [old.sum] : [],
      count: (now?.count ?? 0) - (old?.count ?? 0),
      values: (now?.values ?? 0) - (old?.values ?? 0),
      isTouched,
    };
    if (
      !isTouched &&
      (isLookedUp(rollup) || ((now?.sum ?? '0') === (old?.sum ?? '0') && move.count === 0 && move.values === 0))
    )
      continue;
    const records = pending.get(field.formKey) ?? new Map<string, Map<string, Move>>();
    pending.set(field.formKey, records);
    const moves = records.get(parent) ?? new Map<string, Move>();
    records.set(parent, moves);
    const known = moves.get(field.key);
    moves.set(
      field.key,
      known
        ? {
            added: [...known.added, ...move.added],
            taken: [...known.taken, ...move.taken],
            count: known.count + move.count,
            values: known.values + move.values,
            isTouched: known.isTouched || isTouched,
          }
        : move,
    );
  }
}

/** How many levels of roll-ups stand above a form: lower forms are moved first, in the same order by every transaction. */
function heightOf({ above }: WritingTables, formKey: string, within: ReadonlySet<string> = new Set()): number {
  const inner = new Set([...within, formKey]);
  return above(formKey)
    .feeds.filter((feed) => !inner.has(feed.formKey))
    .reduce((most, feed) => Math.max(most, 1 + heightOf({ above } as WritingTables, feed.formKey, inner)), 0);
}

function nextForm(writing: WritingTables, pending: Pending): string | undefined {
  const [first] = [...pending.keys()]
    .map((key) => ({ key, height: heightOf(writing, key) }))
    .sort((a, b) => b.height - a.height || (a.key < b.key ? -1 : 1));
  return first?.key;
}

/** Moves what is pending, level by level. */
async function settle(trx: Trx, writing: WritingTables, pending: Pending): Promise<void> {
  for (let key = nextForm(writing, pending); key !== undefined; key = nextForm(writing, pending)) {
    const records = pending.get(key) as Map<string, Map<string, Move>>;
    pending.delete(key);
    const tables = writing.above(key);
    const keys = new Set([...records.values()].flatMap((moves) => [...moves.keys()]));
    const keeping: Keeping = { kind: 'moved', keys };
    const ids = [...records.keys()].sort();
    const sorted = new Map(ids.map((id) => [id, records.get(id) as Map<string, Move>]));
    const isFeeding = tables.feeds.some(({ plan }) => (plan.rollup?.readsKept.length ?? 0) > 0);
    if (!isFeeding) {
      await announceKept(trx, await keepValues(trx, tables, keeping, sorted));
      continue;
    }
    await lockRecords(trx, tables, ids);
    const before = await contributionsOf(trx, tables, ids);
    const changed = await keepValues(trx, tables, keeping, sorted, { isLocked: true });
    if (changed.length === 0) continue;
    await announceKept(trx, changed);
    noteMoves(tables, before, await contributionsOf(trx, tables, ids), pending);
  }
}

/** What a write does to records: makes them, changes them with their values or their state alone, or removes them. */
export type WriteKind = 'insert' | 'values' | 'state' | 'remove';

/**
 * Writes records of a form (`write`) and moves every kept value that follows from them, in the same transaction: their own,
 * those of the records that they point at before and after, and so on upwards. The caller holds the records.
 */
export async function withRollups<T>(
  trx: Trx,
  formKey: string,
  ids: readonly string[],
  kind: WriteKind | 'all',
  write: (tables: FormTables) => Promise<T>,
): Promise<T> {
  const writing = await writingTables(trx, formKey);
  const { own } = writing;
  const isFeeding = own.feeds.some(({ plan }) => plan.rollup);
  if (!isFeeding && own.plans.length === 0) return write(own);
  const before = isFeeding && kind !== 'insert' ? await contributionsOf(trx, own, ids) : NOTHING;
  const result = await write(own);
  const isDerived = own.plans.some(({ plan }) => plan.formula || plan.rollup?.form === null);
  if (own.plans.length > 0 && (kind === 'insert' || kind === 'all' || (kind === 'values' && isDerived))) {
    const keeping: Keeping = { kind: kind === 'values' ? 'own' : 'all' };
    await keepValues(trx, own, keeping, new Map(ids.map((id) => [id, new Map<string, Move>()])));
  }
  if (!isFeeding) return result;
  const after = kind === 'remove' ? NOTHING : await contributionsOf(trx, own, ids);
  const pending: Pending = new Map();
  noteMoves(own, before, after, pending);
  await settle(trx, writing, pending);
  return result;
}
