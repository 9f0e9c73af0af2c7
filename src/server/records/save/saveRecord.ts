import { setImmediate as breathe } from 'node:timers/promises';
import type { CompiledField } from '../../../kernel/index.ts';
import type { Problem } from '../../../domain/problem/index.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { redactRecord } from '../../../records/index.ts';
import { actionsOf } from '../read/actions.ts';
import { withoutRepeats, type Strictness } from './acceptChanges.ts';
import { refuseForeignFiles } from '../read/fileAccess.ts';
import { judgeChanges } from './judge/judgeApart.ts';
import { loadKnown, type Known } from './optionLookup.ts';
import { fileProblems } from './fileLimits.ts';
import { withLabels } from './optionLabels.ts';
import { openForWrite, wrongState, type OpenRecord } from '../read/openForWrite.ts';
import { pickedRows } from './pickedRows.ts';
import { refuseTooManyRows } from './rowLimit.ts';
import { recordWords } from './recordOptionLabels.ts';
import { recordOf, type RecordRow } from '../read/recordRows.ts';
import { sheetsOf, type Save } from './valueScopes.ts';
import {
  settleRelations,
  withHiddenFills,
  type RelationMemory,
  type SettledRelations,
} from '../relations/settleRelations.ts';
import { refuseStrangers, sizeProblems } from './recordSize.ts';
import { withSerials } from './serials.ts';
import { sourceOf } from './optionSources.ts';
import { staleAgainst, verifiedValues } from './staleSave.ts';
import { strayProblems } from './invalidOptions.ts';
import { withLookups, type LookupMemory } from '../lookups/settleLookups.ts';
import { approvals } from '../approvals.ts';
import { announceEvent } from '../events.ts';
import type { RecordValues } from '../tables.ts';
import { settleWatched, type WatchMemory } from './judge/watchedValues.ts';
import { valuesOf, writeRecord } from './writeRecord.ts';

/** What came, as far as it counts: system columns of the body are not believed. */
export interface SentRecord extends RecordValues {
  id?: string;
  revision?: number;
}

/** Refuses with RECORD_STALE when the record has moved on since it was read. */
export async function refuseStale(trx: Trx, { row, loaded, situation }: OpenRecord, sent: SentRecord): Promise<void> {
  if (!row || sent.revision === row.revision) return;
  throw await staleAgainst(
    trx,
    row,
    sent.revision ?? 0,
    (values) => redactRecord(loaded.form, { ...recordOf(row), ...values }, situation),
    sent,
  );
}

/** More problems than this are told by their number alone: nobody reads them, and a table may have a hundred thousand. */
const MAX_PROBLEMS = 500;

const refuse = (code: 'RECORD_FORBIDDEN' | 'RECORD_INVALID', problems: readonly Problem[]): never => {
  throw new Refusal(
    code,
    { count: problems.length },
    { problems: problems.slice(0, MAX_PROBLEMS), count: problems.length },
  );
};

/** What of these values can be looked up and is not there; asked for when a record is to be complete. */
function strays(trx: Trx, { loaded, flow, row, situation }: OpenRecord, save: Save, known: Known): Promise<Problem[]> {
  // without an approval every save was complete
  const verified = async (): Promise<RecordValues | null> => (flow && row ? verifiedValues(trx, row.id) : save.stored);
  return strayProblems(loaded.form, save, situation, known, verified);
}

/** A save that is judged by itself, before what it names is looked up. */
interface Judged {
  save: Save;
  invalid: readonly Problem[];
  relations: SettledRelations;
}

async function judged(
  context: ServerContext,
  trx: Trx,
  open: OpenRecord,
  came: SentRecord,
  strictness: Strictness,
  memory?: { relations: RelationMemory; lookups: LookupMemory; watched: WatchMemory },
): Promise<Judged> {
  const { form } = open.loaded;
  const stored = open.row ? valuesOf(open.row) : null;
  refuseTooManyRows(form, came);
  refuseStrangers(form, stored, came);
  await refuseStale(trx, open, came);
  const relations = await settleRelations(context, trx, open, came, stored, memory?.relations);
  const { sent, given } = await settleWatched(context, trx, open, relations.sent, stored, memory?.watched);
  const large = sizeProblems(form, stored, sent);
  if (large.length > 0) refuse('RECORD_INVALID', large);
  const change = {
    form,
    stored,
    sent,
    situation: await withLookups(context, trx, open, { stored, sent }, memory?.lookups),
    strictness,
    words: await pickedRows(context, trx, open, sent),
    given,
  };
  const { forbidden, invalid, values } = await judgeChanges(change, open.user.id);
  if (forbidden.length > 0) refuse('RECORD_FORBIDDEN', forbidden);
  return {
    save: { stored, sent, values: withHiddenFills(values, relations) },
    invalid: withoutRepeats([...invalid, ...relations.problems]),
    relations,
  };
}

async function settled(
  context: ServerContext,
  trx: Trx,
  open: OpenRecord,
  { save, invalid, relations }: Judged,
  others: Known,
  strictness: Strictness,
): Promise<RecordValues> {
  const { form } = open.loaded;
  const known = withTitles(others, relations);
  const wrong =
    strictness === 'complete' ? withoutRepeats([...invalid, ...(await strays(trx, open, save, known))]) : invalid;
  const unfit = await refuseForeignFiles(context, trx, open, valuesOf(open.row), save.values).then(
    () => fileProblems(trx, form, save),
    (refusal: unknown) => {
      // what is wrong is named first; a file's name and size are told to nobody who may not read it
      if (wrong.length > 0 && refusal instanceof Refusal) return [];
      throw refusal;
    },
  );
  const problems = withoutRepeats([...wrong, ...unfit]);
  if (problems.length > 0) refuse('RECORD_INVALID', problems);
  return withLabels(form, save, known);
}

/** What relations name is known by the titles of the records chosen now. */
const withTitles =
  (known: Known, { titleOf }: SettledRelations): Known =>
  (field, sheet, value) => {
    if (sourceOf(field)?.kind !== 'relation') return known(field, sheet, value);
    const label = titleOf(value);
    return label === undefined ? undefined : { label, isRetired: false };
  };

const lookedUp = (field: CompiledField): boolean => sourceOf(field) !== null;

/**
 * What is stored when this person sends these values: changes they may make, hidden values kept, computed values
 * computed, display texts written. Refuses with RECORD_FORBIDDEN or RECORD_INVALID and the paths; nothing is stored then.
 */
export async function acceptedValues(
  context: ServerContext,
  trx: Trx,
  open: OpenRecord,
  sent: SentRecord,
  strictness: Strictness,
): Promise<RecordValues> {
  const judgement = await judged(context, trx, open, sent, strictness);
  const known = await loadKnown(
    trx,
    sheetsOf(open.loaded.form, judgement.save, lookedUp),
    await recordWords(context, trx, open, judgement.save, strictness),
  );
  return settled(context, trx, open, judgement, known, strictness);
}

/** So many are judged before others get their turn. */
const BREATH = 50;

/** The same for several new records: what all of them name is looked up at once. Of each its values, or why it is refused. */
export async function acceptedTogether(
  context: ServerContext,
  trx: Trx,
  open: OpenRecord,
  sents: readonly SentRecord[],
): Promise<(RecordValues | Refusal)[]> {
  const strictness = savedStrictness(open);
  const orRefusal = <T>(work: Promise<T>): Promise<T | Refusal> =>
    work.catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
  const judgements: (Judged | Refusal)[] = [];
  const memory = {
    relations: new Map() as RelationMemory,
    lookups: new Map() as LookupMemory,
    watched: new Map() as WatchMemory,
  };
  for (const [index, sent] of sents.entries()) {
    if (index % BREATH === BREATH - 1) await breathe();
    judgements.push(await orRefusal(judged(context, trx, open, sent, strictness, memory)));
  }
  const common = await loadKnown(
    trx,
    judgements.flatMap((one) => (one instanceof Refusal ? [] : sheetsOf(open.loaded.form, one.save, lookedUp))),
  );
  const accepted: (RecordValues | Refusal)[] = [];
  for (const one of judgements) {
    if (one instanceof Refusal) {
      accepted.push(one);
      continue;
    }
    const words = await recordWords(context, trx, open, one.save, strictness);
    const known: Known = (field, sheet, value) =>
      sourceOf(field)?.kind === 'records' ? words(field, sheet, value) : common(field, sheet, value);
    accepted.push(await orRefusal(settled(context, trx, open, one, known, strictness)));
  }
  return accepted;
}

/** What has no approval is in force once it is saved, so it must be complete; a draft or a task in between need not be. */
const savedStrictness = ({ flow }: OpenRecord): Strictness => (flow ? 'draft' : 'complete');

/** Saves without acting: a draft, or the work of a task's holder in between where its node offers that. Refuses with 403 where not. */
export async function saveRecord(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  sent: SentRecord & { taskId?: string; mayOwner?: boolean },
): Promise<OpenRecord & { row: RecordRow }> {
  const open = await openForWrite(context, trx, user, {
    formKey,
    id: sent.id,
    taskId: sent.taskId,
    ...(sent.revision === undefined ? {} : { revision: sent.revision }),
    maySuper: !sent.mayOwner,
    mayOwner: sent.mayOwner === true,
  });
  // a voided record of a form without an approval is restored first
  if (!open.instance && open.row?.flw_state === '4') throw wrongState('4');
  if (open.task && !actionsOf(open.situation.nodeRules, open.task.kind).includes('save')) throw new Refusal('403');
  const values = await withSerials(
    trx,
    open,
    await acceptedValues(context, trx, open, sent, savedStrictness(open)),
    false,
  );
  const written = await writeRecord(trx, open, {
    values,
    flwState: open.row?.flw_state ?? '0',
    taskNode: open.row?.task_node ?? '',
    action: 'save',
    node: open.situation.taskNode,
  });
  const { loaded, flow } = open;
  const row = await announceEvent(context, trx, { event: 'saved', row: written, loaded, flow, user });
  const process = open.instance;
  const moved =
    process && (await approvals.of(context).afterSave(context, trx, { process, row, form: open.loaded.form, values }));
  return { ...open, row: moved ?? row };
}
