import { type Effect, relatedIds, rowGroup, columnsOfEach, verbOf, relationOf, THIS } from '../../kernel/index.ts';
import { loadForm } from '../documents/index.ts';
import { flowOfForm } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import {
  announceEvent,
  eraseRecord,
  keepInBin,
  leaveUnused,
  valuesOf,
  writeRecord,
  type RecordRow,
} from '../records/index.ts';
import { keysOf } from './effectKeys.ts';
import { forgetMade, madeBefore, noteChange, noteMade } from './effectLog.ts';
import { withMade } from './madeRecords.ts';
import { repointAll } from './mergeRecords.ts';
import { notifyPeople } from './notifyPeople.ts';
import { starting } from './starting.ts';
import { storeTarget, type Target } from './storeTarget.ts';
import type { Subject } from './subject.ts';
import { heldRecord, recordAt, rowsOfEffect, targetOf } from './targets.ts';
import { givenBy } from './targetValues.ts';
import { evaluate, filledText, holds } from './values.ts';

/** Events that lead to each other further than this have got into a circle. */
export const MOST_DEPTH = 8;

/** What a record's effects change may be an event of the other record: its own effects run, too. */
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
const RUNNING: ReadonlySet<string> = new Set(['1', '2']);

const refusal = (detail: string): Refusal => new Refusal('EFFECT_REFUSED', { detail });
const called = ({ loaded, row }: Target): string => `${loaded.form.definition.formName}“${row?.title ?? ''}”`;

/** Stores another state of a record, as an event of that record; of the subject itself as part of its own event. */
async function change(
  subject: Subject,
  target: Target,
  row: RecordRow,
  effect: Effect,
  work: () => Promise<RecordRow | null>,
) {
  if (row.flw_state === VOIDED && row.id !== subject.row.id) throw refusal(`${called(target)}已作废，不能修改`);
  const before = { fieldsMap: row.fields, childTables: row.child_tables };
  const stored = await work();
  if (!stored) return;
  if (row.id === subject.row.id) {
    subject.row = stored;
    return;
  }
  await noteChange(subject, 'change', stored, { canUndo: effect.undo === true, before });
  // a finished record of a process is not saved by anybody: it has no event of its own
  if (!target.flow) await announce(subject, 'saved', target, stored);
}

async function set(subject: Subject, effect: Effect): Promise<void> {
  const row = await recordAt(subject, effect.set ?? '');
  if (!row) return;
  const target = await targetOf(subject, row, Object.keys(effect.fields ?? {}));
  await change(subject, target, row, effect, async () =>
    storeTarget(subject, target, await givenBy(subject, target.loaded.form, effect), {
      flwState: row.flw_state,
      isDraft: target.flow !== null && row.flw_state !== '3',
    }),
  );
}

/** Adds records to a relation: to one that holds several beside those that are there, else in their place. */
async function link(subject: Subject, effect: Effect): Promise<void> {
  const parts = (effect.link ?? '').split('.');
  const field = parts.at(-1) ?? '';
  const row = await recordAt(subject, parts.length === 1 ? 'this' : parts.slice(0, -1).join('.'));
  const ids = relatedIds(await evaluate(subject, effect.to ?? ''));
  if (!row || ids.length === 0) return;
  const target = await targetOf(subject, row, [field]);
  const node = target.loaded.form.fields.get(field)?.node;
  const relation = node ? relationOf(node) : null;
  if (!relation) throw refusal(`目标表单已没有关联字段“${field}”`);
  const value = relation.isMultiple ? [...new Set([...relatedIds(row.fields[field]), ...ids])] : ids[0];
  await change(subject, target, row, effect, () =>
    storeTarget(
      subject,
      target,
      { fields: { [field]: value }, tables: {} },
      { flwState: row.flw_state, isDraft: target.flow !== null },
    ),
  );
}

/** The record that this effect made for this row before, held; null: none, or it is gone or voided by now. */
async function madeFor(
  subject: Subject,
  made: ReadonlyMap<string, { formKey: string; id: string }>,
  rowKey: string,
): Promise<RecordRow | null> {
  const known = made.get(rowKey);
  const row = known && (await heldRecord(subject, known.formKey, known.id));
  return row && row.flw_state !== VOIDED ? row : null;
}

/** Makes a record, or brings the one that it made before up to date. */
async function create(subject: Subject, effect: Effect, formKey: string, before: RecordRow | null): Promise<RecordRow> {
  const { context, trx } = subject;
  const loaded = await loadForm(context, trx, formKey);
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  const target = before
    ? await targetOf(subject, before, Object.keys(effect.fields ?? {}))
    : { loaded, flow, row: null };
  const values = before ? { fieldsMap: before.fields, childTables: before.child_tables } : undefined;
  const given = await givenBy(subject, target.loaded.form, effect);
  const stored = await storeTarget(subject, target, given, {
    flwState: before?.flw_state ?? '0',
    isDraft: flow !== null,
  });
  if (!stored) return before as RecordRow;
  await noteChange(subject, before ? 'change' : 'create', stored, { canUndo: effect.undo === true, before: values });
  return announce(subject, 'saved', target, stored);
}

/** Voids a record. What points at it stays: the document says with `require` what must hold first. */
async function voidAt(subject: Subject, row: RecordRow | null): Promise<void> {
  if (!row || row.flw_state === VOIDED) return;
  const target = await targetOf(subject, row);
  if (RUNNING.has(row.flw_state)) throw refusal(`${called(target)}正在审批，不能作废`);
  const { user } = subject;
  const voided = await writeRecord(
    subject.trx,
    { loaded: target.loaded, flow: target.flow, row, user },
    { values: valuesOf(row), flwState: VOIDED, taskNode: '', action: 'void', node: '', note: subject.cause },
  );
  const isOwn = row.id === subject.row.id;
  if (isOwn) subject.row = voided;
  else await noteChange(subject, 'void', voided, { canUndo: false, before: undefined });
  const after = await announce(subject, 'voided', target, voided);
  if (isOwn) subject.row = after;
}

/** Merges one record into another of its form: what points at it points at the other one, then it is voided. */
async function merge(subject: Subject, { merge: written = '', into: target = THIS }: Effect): Promise<void> {
  const [from, into] = [await recordAt(subject, written), await recordAt(subject, target)];
  if (!from || !into) return;
  if (from.id === into.id) throw refusal(`“${from.title}”不能合并到它自己`);
  for (const row of [from, into])
    if (row.flw_state === VOIDED) throw refusal(`${called(await targetOf(subject, row))}已作废，不能合并`);
  await repointAll(subject, from, into);
  await noteMerge(subject, into, from);
  await voidAt(subject, (await heldRecord(subject, from.form_key, from.id)) ?? null);
}

/** The history of the record that stays says what was merged into it. */
async function noteMerge(subject: Subject, into: RecordRow, from: RecordRow): Promise<void> {
  const row = await heldRecord(subject, into.form_key, into.id);
  if (!row) return;
  const { loaded, flow } = await targetOf(subject, row);
  const { trx, user, cause } = subject;
  const stored = await writeRecord(
    trx,
    { loaded, flow, row, user },
    {
      values: valuesOf(row),
      flwState: row.flw_state,
      taskNode: row.task_node,
      action: 'effect',
      node: '',
      note: `${cause}：并入“${from.title}”`,
    },
  );
  if (row.id === subject.row.id) subject.row = stored;
}

async function removeAt(subject: Subject, written: string): Promise<void> {
  const row = await recordAt(subject, written);
  if (!row) return;
  const { context, trx, user } = subject;
  const target = await targetOf(subject, row);
  if (target.flow && row.flw_state !== '0') throw refusal(`${called(target)}已提交审批，不能删除`);
  const cleared = await leaveUnused(context, trx, user, row, '删除');
  await keepInBin(trx, user, row, target.loaded.form, { note: subject.cause, cleared });
  await eraseRecord(trx, user, row, subject.cause);
  await noteChange(subject, 'remove', row, { canUndo: false, before: undefined });
  await announce(subject, 'removed', target, row);
}

/** Records whose row is gone since: they were made for something that is not there any more. */
async function voidLeftOver(
  subject: Subject,
  effectKey: string,
  made: ReadonlyMap<string, { formKey: string; id: string }>,
  rows: ReadonlySet<string>,
): Promise<void> {
  for (const [rowKey, { formKey, id }] of made) {
    if (rows.has(rowKey)) continue;
    const row = await heldRecord(subject, formKey, id);
    if (row) await voidAt(subject, row);
    await forgetMade(subject, effectKey, rowKey);
  }
}

async function one(subject: Subject, effect: Effect): Promise<void> {
  switch (verbOf(effect)) {
    case 'require':
      if ((await evaluate(subject, effect.require ?? '')) !== true)
        throw new Refusal('EFFECT_REQUIRE', { detail: await filledText(subject, effect.message ?? '不满足办理条件') });
      return;
    case 'set':
      return set(subject, effect);
    case 'link':
      return link(subject, effect);
    case 'void':
      return voidAt(subject, await recordAt(subject, effect.void ?? ''));
    case 'remove':
      return removeAt(subject, effect.remove ?? '');
    case 'merge':
      return merge(subject, effect);
    case 'notify':
      return notifyPeople(subject, effect);
    default:
      throw new Error('an effect without a verb was published');
  }
}

/** The record as one row of its sub-table, or one of several related records, sees it. */
function forRow(subject: Subject, each: string | undefined, values: Readonly<Record<string, unknown>> | null): Subject {
  const columns = each === undefined || values === null ? null : columnsOfEach(subject.loaded.form.definition, each);
  if (!columns || values === null) return subject;
  const inside = Object.create(subject, {
    names: { value: { ...subject.names, groups: { ...subject.names.groups, row: rowGroup(columns) } } },
    groups: { value: { ...subject.groups, row: values } },
    row: {
      get: () => subject.row,
      set: (row: RecordRow) => {
        subject.row = row;
      },
    },
  }) as Subject;
  return inside;
}

async function run(subject: Subject, effect: Effect, effectKey: string): Promise<void> {
  const isMaking = effect.create !== undefined || effect.start !== undefined;
  const formKey = effect.create ?? effect.start ?? '';
  // a button makes something new each time it is pressed
  const isKeyed = isMaking && subject.event !== 'action';
  const made = isKeyed ? await madeBefore(subject, effectKey) : new Map<string, { formKey: string; id: string }>();
  const done = new Set<string>();
  const beside = await withMade(subject, effect);
  for (const { key, values } of rowsOfEffect(subject, effect.each)) {
    const inside = beside(key, forRow(subject, effect.each, values));
    if (!(await holds(inside, effect.when))) continue;
    done.add(key);
    if (!isMaking) {
      await one(inside, effect);
      continue;
    }
    const before = await madeFor(inside, made, key);
    let stored = await create(inside, effect, formKey, before);
    if (effect.start !== undefined && stored.flw_state === '0')
      stored = await starting.of(subject.context)(
        subject.context,
        subject.trx,
        subject.user,
        stored,
        subject.depth + 1,
      );
    if (isKeyed) await noteMade(subject, effectKey, key, stored);
  }
  if (isKeyed) await voidLeftOver(subject, effectKey, made, done);
}

/**
 * Does what effects say, one after the other, each with what the ones before it stored. Any refusal undoes the whole step.
 * Answers the subject's record as it stands afterwards.
 */
export async function runEffects(subject: Subject, effects: readonly Effect[]): Promise<RecordRow> {
  if (effects.length > 0 && subject.depth > MOST_DEPTH) throw new Refusal('EFFECT_DEPTH', { limit: MOST_DEPTH });
  const keys = keysOf(subject.keyPrefix, effects);
  for (const [index, effect] of effects.entries()) await run(subject, effect, keys[index] as string);
  return subject.row;
}
