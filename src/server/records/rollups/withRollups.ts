import { announceKeptValues } from '../../events/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { lockTablesForWriting, type FormTables, type WritingTables } from '../columns/catalogue.ts';
import { computeContributions, isLookedUp, type Contributions } from './contributions.ts';
import { updateKeptValues, lockRecords, type UpdateScope, type RollupDelta } from './updateKeptValues.ts';

/** Deltas that are not applied yet, by form, record and field. */
type PendingDeltas = Map<string, Map<string, Map<string, RollupDelta>>>;

const NO_CONTRIBUTIONS: Contributions = new Map();

/**
 * Adds to `pendingDeltas` the changes that a write made to the contributions of a form's records to their parent
 * records. `before` and `after`: the contributions before and after the write. `includesChanges`: returns true for a
 * parent record whose kept values were recomputed from its sources after the write. They already include the changes,
 * so no delta is added.
 */
function addDeltas(
  tables: FormTables,
  before: Contributions,
  after: Contributions,
  pendingDeltas: PendingDeltas,
  includesChanges: (formKey: string, id: string) => boolean = () => false,
): void {
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [oldContribution, newContribution] = [before.get(key), after.get(key)];
    const { feed, parent } = (newContribution ?? oldContribution) as NonNullable<typeof oldContribution>;
    const field = tables.feeds[feed];
    const rollup = field?.plan.rollup;
    if (!field || !rollup || includesChanges(field.formKey, parent)) continue;
    const needsLookup = isLookedUp(rollup) && oldContribution?.valuesHash !== newContribution?.valuesHash;
    const delta: RollupDelta = {
      added: newContribution ? [newContribution.sum] : [],
      removed: oldContribution ? [oldContribution.sum] : [],
      sourceCount: (newContribution?.count ?? 0) - (oldContribution?.count ?? 0),
      valueCount: (newContribution?.values ?? 0) - (oldContribution?.values ?? 0),
      needsLookup,
    };
    if (
      !needsLookup &&
      (isLookedUp(rollup) ||
        ((newContribution?.sum ?? '0') === (oldContribution?.sum ?? '0') &&
          delta.sourceCount === 0 &&
          delta.valueCount === 0))
    )
      continue;
    const records = pendingDeltas.get(field.formKey) ?? new Map<string, Map<string, RollupDelta>>();
    pendingDeltas.set(field.formKey, records);
    const deltas = records.get(parent) ?? new Map<string, RollupDelta>();
    records.set(parent, deltas);
    const pendingDelta = deltas.get(field.key);
    deltas.set(
      field.key,
      pendingDelta
        ? {
            added: [...pendingDelta.added, ...delta.added],
            removed: [...pendingDelta.removed, ...delta.removed],
            sourceCount: pendingDelta.sourceCount + delta.sourceCount,
            valueCount: pendingDelta.valueCount + delta.valueCount,
            needsLookup: pendingDelta.needsLookup || needsLookup,
          }
        : delta,
    );
  }
}

/**
 * Returns the number of levels of forms above a form. A form is above the forms that its roll-ups read. Every
 * transaction updates lower forms first, in the same order, to avoid deadlocks.
 */
function countLevelsAbove(
  writingTables: WritingTables,
  formKey: string,
  visited: ReadonlySet<string> = new Set(),
): number {
  const visitedHere = new Set([...visited, formKey]);
  return writingTables
    .tablesAbove(formKey)
    .feeds.filter((feed) => !visitedHere.has(feed.formKey))
    .reduce((highest, feed) => Math.max(highest, 1 + countLevelsAbove(writingTables, feed.formKey, visitedHere)), 0);
}

/** Returns the form with pending deltas that has the most levels above it. */
function findNextForm(writingTables: WritingTables, pendingDeltas: PendingDeltas): string | undefined {
  const [nextForm] = [...pendingDeltas.keys()]
    .map((key) => ({ key, levels: countLevelsAbove(writingTables, key) }))
    .sort((a, b) => b.levels - a.levels || (a.key < b.key ? -1 : 1));
  return nextForm?.key;
}

/** Applies the pending deltas, level by level. Changed kept values may add further deltas above. */
async function applyPending(trx: Trx, writingTables: WritingTables, pendingDeltas: PendingDeltas): Promise<void> {
  for (
    let key = findNextForm(writingTables, pendingDeltas);
    key !== undefined;
    key = findNextForm(writingTables, pendingDeltas)
  ) {
    const records = pendingDeltas.get(key) as Map<string, Map<string, RollupDelta>>;
    pendingDeltas.delete(key);
    const tables = writingTables.tablesAbove(key);
    const keys = new Set([...records.values()].flatMap((deltas) => [...deltas.keys()]));
    const scope: UpdateScope = { kind: 'byDelta', keys };
    const ids = [...records.keys()].sort();
    const recordsInOrder = new Map(ids.map((id) => [id, records.get(id) as Map<string, RollupDelta>]));
    const areKeptValuesRead = tables.feeds.some(({ plan }) => (plan.rollup?.readsKept.length ?? 0) > 0);
    if (!areKeptValuesRead) {
      await announceKeptValues(trx, await updateKeptValues(trx, tables, scope, recordsInOrder));
      continue;
    }
    await lockRecords(trx, tables, ids);
    const before = await computeContributions(trx, tables, ids);
    const changedIds = await updateKeptValues(trx, tables, scope, recordsInOrder, { isLocked: true });
    if (changedIds.length === 0) continue;
    await announceKeptValues(trx, changedIds);
    addDeltas(tables, before, await computeContributions(trx, tables, ids), pendingDeltas);
  }
}

/** The kinds of writes: insert records, change their values, change only their state, or remove them. */
export type WriteKind = 'insert' | 'values' | 'state' | 'remove';

/** Returns which kept values of the written records themselves are recomputed; null: none. */
function updateScopeOf(kind: WriteKind | 'all', { keptFields }: FormTables): UpdateScope | null {
  if (kind === 'insert' || kind === 'all') return { kind: 'all' };
  const isOutdated =
    kind === 'values'
      ? keptFields.some(({ plan }) => plan.formula || plan.rollup?.form === null)
      : kind === 'state' && keptFields.some(({ plan: { rollup } }) => rollup?.form === null && rollup.readsState);
  return isOutdated ? { kind: 'ownRows' } : null;
}

/**
 * Writes records of a form (`write`) and updates all kept values that depend on them, in the same transaction. These
 * are the kept values of the records themselves, then of the records to which they referred before and refer now, and
 * so on up the levels. Returns the result of `write`. The caller must have locked the records. `kind` 'all': recompute
 * all kept values of the records.
 */
export async function withRollups<T>(
  trx: Trx,
  formKey: string,
  ids: readonly string[],
  kind: WriteKind | 'all',
  write: (tables: FormTables) => Promise<T>,
): Promise<T> {
  const writingTables = await lockTablesForWriting(trx, formKey);
  const { ownTables } = writingTables;
  const hasRollupsAbove = ownTables.feeds.some(({ plan }) => plan.rollup);
  if (!hasRollupsAbove && ownTables.keptFields.length === 0) return write(ownTables);
  const before =
    hasRollupsAbove && kind !== 'insert' ? await computeContributions(trx, ownTables, ids) : NO_CONTRIBUTIONS;
  const result = await write(ownTables);
  const scope = updateScopeOf(kind, ownTables);
  // if a roll-up reads kept values of its own form, the parent record may be one of the written records.
  // `updateKeptValues` recomputes it from the kept values that the written records had before; the second `addDeltas`
  // below adds the difference that their new kept values make
  const readsKeptValuesOfSameForm = ({ formKey: key, plan }: FormTables['feeds'][number]): boolean =>
    key === formKey && (plan.rollup?.readsKept.length ?? 0) > 0;
  const afterWrite =
    scope?.kind === 'all' && ownTables.feeds.some(readsKeptValuesOfSameForm)
      ? await computeContributions(trx, ownTables, ids)
      : null;
  if (scope && ownTables.keptFields.length > 0)
    await updateKeptValues(trx, ownTables, scope, new Map(ids.map((id) => [id, new Map<string, RollupDelta>()])));
  if (!hasRollupsAbove) return result;
  const after = kind === 'remove' ? NO_CONTRIBUTIONS : await computeContributions(trx, ownTables, ids);
  const pendingDeltas: PendingDeltas = new Map();
  const recomputedIds = new Set(scope?.kind === 'all' ? ids : []);
  const wasRecomputed = (key: string, id: string): boolean => key === formKey && recomputedIds.has(id);
  addDeltas(ownTables, before, after, pendingDeltas, wasRecomputed);
  if (afterWrite) addDeltas(ownTables, afterWrite, after, pendingDeltas, (key, id) => !wasRecomputed(key, id));
  await applyPending(trx, writingTables, pendingDeltas);
  return result;
}
