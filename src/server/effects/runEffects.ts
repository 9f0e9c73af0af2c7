import { type Effect, rowPrefixFields, columnsOfEach, verbOf, THIS_RECORD } from '../../effects/index.ts';
import { relatedIds, relationOf } from '../../kernel/index.ts';
import { loadForm } from '../documents/index.ts';
import { flowOfForm } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import {
  announceEvent,
  eraseRecord,
  copyToBin,
  clearReferences,
  releaseReplacedUniques,
  valuesOf,
  writeRecord,
  type RecordRow,
} from '../records/index.ts';
import { effectKeysOf } from './effectKeys.ts';
import {
  deleteCreatedRecordEntry,
  loadCreatedRecordEntries,
  logChange,
  raiseLoggedRevision,
  storeCreatedRecordEntry,
} from './effectLog.ts';
import { createdRecordsFor } from './createdRecords.ts';
import { redirectReferences } from './redirectReferences.ts';
import { notifyPeople } from './notifyPeople.ts';
import { processStarter } from './processStarter.ts';
import { storeTarget, type Target } from './storeTarget.ts';
import type { Subject } from './subject.ts';
import { removedRowsOfEffect, lockRecord, lockRecordAt, rowsOfEffect, targetOf } from './lockTargets.ts';
import { evaluateTargetValues } from './targetValues.ts';
import type { VoidedState } from './undoEffects.ts';
import { evaluate, fillText, isConditionMet } from './values.ts';

/**
 * Maximum number of events that may precede an event in a chain in which each event causes the next. A longer chain is
 * treated as endless.
 */
export const MAX_DEPTH = 8;

/**
 * Announces an event of a record that an effect changed, so that the effects of that record run, too. Returns the
 * record after these effects.
 */
async function announce(
  subject: Subject,
  event: 'saved' | 'voided' | 'removed',
  { loaded, flow }: Pick<Target, 'loaded' | 'flow'>,
  row: RecordRow,
): Promise<RecordRow> {
  const { context, trx, user, depth, taskId } = subject;
  return announceEvent(context, trx, { event, row, loaded, flow, user, depth: depth + 1, taskId });
}

const VOIDED = '4';
/** States of a record whose process has not ended: running or returned. */
const RUNNING: ReadonlySet<string> = new Set(['1', '2']);

const refusal = (detail: string): Refusal => new Refusal('EFFECT_REFUSED', { detail });
const describeTarget = ({ loaded, row }: Target): string => `${loaded.form.definition.formName}“${row?.title ?? ''}”`;

/**
 * Runs `work`, which stores a new state of the record `row`; null: nothing changed. Then logs the change and, in a form
 * without a process, announces `saved`. A change of the subject's own record is only assigned to `subject.row`, because
 * the change belongs to the current event. Refuses another record that is voided.
 */
async function changeRecord(
  subject: Subject,
  target: Target,
  row: RecordRow,
  effect: Effect,
  work: () => Promise<RecordRow | null>,
) {
  if (row.flw_state === VOIDED && row.id !== subject.row.id) throw refusal(`${describeTarget(target)}已作废，不能修改`);
  const before = { fieldsMap: row.fields, childTables: row.child_tables };
  const storedRow = await work();
  if (!storedRow) return;
  if (row.id === subject.row.id) {
    subject.row = storedRow;
    return;
  }
  await logChange(subject, 'change', storedRow, { canUndo: effect.undo === true, before });
  // in a form with a process, only saving a draft is the event `saved`
  if (!target.flow) await raiseLoggedRevision(subject, await announce(subject, 'saved', target, storedRow));
}

/** The effect `set`: writes fields of the record to which the path `set` leads, if there is one. */
async function setFields(subject: Subject, effect: Effect): Promise<void> {
  const row = await lockRecordAt(subject, effect.set ?? '');
  if (!row) return;
  const target = await targetOf(subject, row, Object.keys(effect.fields ?? {}));
  await changeRecord(subject, target, row, effect, async () =>
    storeTarget(subject, target, await evaluateTargetValues(subject, target.loaded.form, effect)),
  );
}

/**
 * The effect `link`: adds records to a relation that holds several records. A relation that holds one record gets the
 * first of the records instead of its current record.
 */
async function linkRecords(subject: Subject, effect: Effect): Promise<void> {
  const parts = (effect.link ?? '').split('.');
  const field = parts.at(-1) ?? '';
  const row = await lockRecordAt(subject, parts.length === 1 ? 'this' : parts.slice(0, -1).join('.'));
  const ids = relatedIds(await evaluate(subject, effect.to ?? ''));
  if (!row || ids.length === 0) return;
  const target = await targetOf(subject, row, [field]);
  const node = target.loaded.form.fields.get(field)?.node;
  const relation = node ? relationOf(node) : null;
  if (!relation) throw refusal(`目标表单已没有关联字段“${field}”`);
  const value = relation.isMultiple ? [...new Set([...relatedIds(row.fields[field]), ...ids])] : ids[0];
  await changeRecord(subject, target, row, effect, () =>
    storeTarget(subject, target, { fields: { [field]: value }, tables: {} }),
  );
}

/** The records that an effect created in earlier runs, by the key of the row for which they were created. */
type CreatedRecords = ReadonlyMap<string, { formKey: string; id: string }>;

/**
 * Locks the record that this effect created for this row in an earlier run. Returns null if there is none, or if it was
 * removed or voided since.
 */
async function lockCreatedRecord(
  subject: Subject,
  createdRecords: CreatedRecords,
  rowKey: string,
): Promise<RecordRow | null> {
  const reference = createdRecords.get(rowKey);
  const row = reference && (await lockRecord(subject, reference.formKey, reference.id));
  return row && row.flw_state !== VOIDED ? row : null;
}

/** Creates a record, or updates `earlierRow`. Returns the record after the effects of its own event `saved`. */
async function createRecord(
  subject: Subject,
  effect: Effect,
  formKey: string,
  earlierRow: RecordRow | null,
): Promise<RecordRow> {
  const { context, trx } = subject;
  const loaded = await loadForm(context, trx, formKey);
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  const target = earlierRow
    ? await targetOf(subject, earlierRow, Object.keys(effect.fields ?? {}))
    : { loaded, flow, row: null };
  const valuesBefore = earlierRow ? { fieldsMap: earlierRow.fields, childTables: earlierRow.child_tables } : undefined;
  const newValues = await evaluateTargetValues(subject, target.loaded.form, effect);
  const storedRow = await storeTarget(subject, target, newValues);
  if (!storedRow) return earlierRow as RecordRow;
  await logChange(subject, earlierRow ? 'change' : 'create', storedRow, {
    canUndo: effect.undo === true,
    before: valuesBefore,
  });
  const after = await announce(subject, 'saved', target, storedRow);
  await raiseLoggedRevision(subject, after);
  return after;
}

/**
 * The effect `void`: voids a record. References to the record stay; a document can forbid voiding with the effect
 * `require`. `createdFor`: the effect with `undo` that created the record, and the row for which it did so. Without
 * `createdFor` the voiding cannot be undone.
 */
async function voidRecord(subject: Subject, row: RecordRow | null, createdFor?: VoidedState['made']): Promise<void> {
  if (!row || row.flw_state === VOIDED) return;
  const target = await targetOf(subject, row);
  if (RUNNING.has(row.flw_state)) throw refusal(`${describeTarget(target)}正在审批，不能作废`);
  const { user } = subject;
  const voidedRow = await writeRecord(
    subject.trx,
    { loaded: target.loaded, flow: target.flow, row, user },
    { values: valuesOf(row), flwState: VOIDED, taskNode: '', action: 'void', actionNode: '', note: subject.cause },
  );
  const isSubjectRecord = row.id === subject.row.id;
  if (isSubjectRecord) subject.row = voidedRow;
  else {
    const before = createdFor && { ...valuesOf(row), flwState: row.flw_state, made: createdFor };
    await logChange(subject, 'void', voidedRow, { canUndo: before !== undefined, before });
  }
  const after = await announce(subject, 'voided', target, voidedRow);
  if (isSubjectRecord) subject.row = after;
  else await raiseLoggedRevision(subject, after);
}

/**
 * The effect `merge`: replaces all references to the record at the path `merge` by references to the record at the path
 * `into`, which has the same form. Then voids the record at `merge`.
 */
async function mergeRecord(
  subject: Subject,
  { merge: fromPath = '', into: intoPath = THIS_RECORD }: Effect,
): Promise<void> {
  const [from, into] = [await lockRecordAt(subject, fromPath), await lockRecordAt(subject, intoPath)];
  if (!from || !into) return;
  if (from.id === into.id) throw refusal(`“${from.title}”不能合并到它自己`);
  for (const row of [from, into])
    if (row.flw_state === VOIDED) throw refusal(`${describeTarget(await targetOf(subject, row))}已作废，不能合并`);
  await redirectReferences(subject, from, into);
  await writeMergeNote(subject, into, from);
  await voidRecord(subject, (await lockRecord(subject, from.form_key, from.id)) ?? null);
}

/** Adds to the history of the remaining record `into` which record was merged into it. */
async function writeMergeNote(subject: Subject, into: RecordRow, from: RecordRow): Promise<void> {
  const row = await lockRecord(subject, into.form_key, into.id);
  if (!row) return;
  const { loaded, flow } = await targetOf(subject, row);
  const { trx, user, cause } = subject;
  const storedRow = await writeRecord(
    trx,
    { loaded, flow, row, user },
    {
      values: valuesOf(row),
      flwState: row.flw_state,
      taskNode: row.task_node,
      action: 'effect',
      actionNode: '',
      note: `${cause}：并入“${from.title}”`,
    },
  );
  if (row.id === subject.row.id) subject.row = storedRow;
}

/** The effect `remove`: moves a record to the recycle bin and clears references to it. Refuses a submitted record. */
async function removeRecord(subject: Subject, pathText: string): Promise<void> {
  const row = await lockRecordAt(subject, pathText);
  if (!row) return;
  const { context, trx, user } = subject;
  const target = await targetOf(subject, row);
  if (target.flow && row.flw_state !== '0') throw refusal(`${describeTarget(target)}已提交审批，不能删除`);
  const clearedReferences = await clearReferences(context, trx, user, row, '删除');
  await copyToBin(trx, user, row, target.loaded.form, { note: subject.cause, cleared: clearedReferences });
  await eraseRecord(trx, user, row, subject.cause);
  await logChange(subject, 'remove', row, { canUndo: false, before: undefined });
  await announce(subject, 'removed', target, row);
}

/**
 * Voids the records that an earlier run of an effect created for rows that no longer exist or no longer meet the
 * condition, and deletes the entries of these records. `keptRowKeys`: the keys of the rows whose records are kept.
 */
async function voidOrphans(
  subject: Subject,
  { undo }: Effect,
  effectKey: string,
  createdRecords: CreatedRecords,
  keptRowKeys: ReadonlySet<string>,
): Promise<void> {
  for (const [rowKey, { formKey, id }] of createdRecords) {
    if (keptRowKeys.has(rowKey)) continue;
    const row = await lockRecord(subject, formKey, id);
    if (row) await voidRecord(subject, row, undo === true ? { effectKey, rowKey } : undefined);
    await deleteCreatedRecordEntry(subject, effectKey, rowKey);
  }
}

/** Executes an effect that creates no record. */
async function applyEffect(subject: Subject, effect: Effect): Promise<void> {
  switch (verbOf(effect)) {
    case 'require':
      if ((await evaluate(subject, effect.require ?? '')) !== true)
        throw new Refusal('EFFECT_REQUIRE', { detail: await fillText(subject, effect.message ?? '不满足办理条件') });
      return;
    case 'set':
      return setFields(subject, effect);
    case 'link':
      return linkRecords(subject, effect);
    case 'void':
      return voidRecord(subject, await lockRecordAt(subject, effect.void ?? ''));
    case 'remove':
      return removeRecord(subject, effect.remove ?? '');
    case 'merge':
      return mergeRecord(subject, effect);
    case 'notify':
      return notifyPeople(subject, effect);
    default:
      throw new Error('an effect without a verb was published');
  }
}

/**
 * Returns a copy of `subject` for one row of the sub-table, or one record of the relation, that `each` names. Effects
 * with this subject read `values` under the prefix `row`. The copy and `subject` share the property `row`, the record.
 * Returns `subject` itself without `each`, without values, or if the form no longer has the field `each`.
 */
function subjectForRow(
  subject: Subject,
  each: string | undefined,
  values: Readonly<Record<string, unknown>> | null,
): Subject {
  const columns = each === undefined || values === null ? null : columnsOfEach(subject.loaded.form.definition, each);
  if (!columns || values === null) return subject;
  return Object.create(subject, {
    names: { value: { ...subject.names, prefixes: { ...subject.names.prefixes, row: rowPrefixFields(columns) } } },
    prefixValues: { value: { ...subject.prefixValues, row: values } },
    row: {
      get: () => subject.row,
      set: (row: RecordRow) => {
        subject.row = row;
      },
    },
  }) as Subject;
}

/** One of the rows for which an effect is executed (`rowsOfEffect`), with the subject for this row. */
interface SubjectOfRow {
  key: string;
  rowSubject: Subject;
}

/**
 * Prepares a repeated run of an effect that creates records. Voids the records of rows that no longer exist or no
 * longer meet the condition, and releases unique values that the run will replace. Otherwise a unique value would be
 * refused if a row was entered again, or if two rows exchanged their values.
 */
async function prepareRepeatedRun(
  subject: Subject,
  effect: Effect,
  effectKey: string,
  createdRecords: CreatedRecords,
  rows: readonly SubjectOfRow[],
): Promise<void> {
  const remainingRows: SubjectOfRow[] = [];
  for (const row of rows)
    if (createdRecords.has(row.key) && (await isConditionMet(row.rowSubject, effect.when))) remainingRows.push(row);
  await voidOrphans(subject, effect, effectKey, createdRecords, new Set(remainingRows.map(({ key }) => key)));
  // a single row cannot exchange values with another row
  if (rows.length < 2) return;
  for (const { key, rowSubject } of remainingRows) {
    const earlierRow = await lockCreatedRecord(rowSubject, createdRecords, key);
    if (!earlierRow) continue;
    const { form } = (await targetOf(subject, earlierRow, Object.keys(effect.fields ?? {}))).loaded;
    const { fields } = await evaluateTargetValues(rowSubject, form, effect);
    await releaseReplacedUniques(subject.trx, form, earlierRow, fields);
  }
}

/**
 * Executes an effect `create` or `start`, for each row if it has `each`; `start` also submits the record. A button
 * creates a new record each time it is pressed. A run for any other event updates the records of the earlier run, voids
 * those without a row that meets the condition, and stores for the next run which record belongs to which row.
 */
async function createForRows(
  subject: Subject,
  effect: Effect,
  effectKey: string,
  rows: readonly SubjectOfRow[],
): Promise<void> {
  const updatesEarlierRecords = subject.event !== 'action';
  const createdRecords: CreatedRecords = updatesEarlierRecords
    ? await loadCreatedRecordEntries(subject, effectKey)
    : new Map();
  if (createdRecords.size > 0) await prepareRepeatedRun(subject, effect, effectKey, createdRecords, rows);
  const handledRowKeys = new Set<string>();
  for (const { key, rowSubject } of rows) {
    if (!(await isConditionMet(rowSubject, effect.when))) continue;
    handledRowKeys.add(key);
    const earlierRow = await lockCreatedRecord(rowSubject, createdRecords, key);
    let storedRow = await createRecord(rowSubject, effect, effect.create ?? effect.start ?? '', earlierRow);
    if (effect.start !== undefined && storedRow.flw_state === '0')
      storedRow = await processStarter.registeredFor(subject.context)(
        subject.context,
        subject.trx,
        subject.user,
        storedRow,
        subject.depth + 1,
      );
    if (updatesEarlierRecords) await storeCreatedRecordEntry(subject, effectKey, key, storedRow);
  }
  // the condition of a row may read the records that the effect created for earlier rows
  if (updatesEarlierRecords) await voidOrphans(subject, effect, effectKey, createdRecords, handledRowKeys);
}

/** Executes one effect, for each row if it has `each`. */
async function runEffect(subject: Subject, effect: Effect, effectKey: string): Promise<void> {
  const { withNames, rowKeysOfEndedRecords } = await createdRecordsFor(subject, effect);
  // an effect that voids or removes created records is executed for rows that no longer exist, too
  const { each } = effect;
  const rows = [...rowsOfEffect(subject, each), ...removedRowsOfEffect(subject, each, rowKeysOfEndedRecords)].map(
    ({ key, values }): SubjectOfRow => ({ key, rowSubject: withNames(key, subjectForRow(subject, each, values)) }),
  );
  if ((effect.create ?? effect.start) !== undefined) return createForRows(subject, effect, effectKey, rows);
  for (const { rowSubject } of rows)
    if (await isConditionMet(rowSubject, effect.when)) await applyEffect(rowSubject, effect);
}

/**
 * Executes effects one after the other. Each effect reads the records as the previous effects stored them. A refusal
 * rolls back the whole transaction. Refuses with EFFECT_DEPTH if more than `MAX_DEPTH` events precede the event.
 * Returns the subject's record afterwards.
 */
export async function runEffects(subject: Subject, effects: readonly Effect[]): Promise<RecordRow> {
  if (effects.length > 0 && subject.depth > MAX_DEPTH) throw new Refusal('EFFECT_DEPTH', { limit: MAX_DEPTH });
  const keys = effectKeysOf(subject.keyPrefix, effects);
  for (const [index, effect] of effects.entries()) await runEffect(subject, effect, keys[index] as string);
  return subject.row;
}
