import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CompiledField } from '../../../kernel/index.ts';
import type { Problem } from '../../../domain/problem/index.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { redactRecord } from '../../../records/index.ts';
import { actionsOf } from '../read/actions.ts';
import { withoutRepeats, type Strictness } from './acceptChanges.ts';
import { judgeChanges } from './judge/judgeChanges.ts';
import { loadOptionLookup, type OptionLookup, optionSourceOf } from './optionLookup.ts';
import { findFileProblems, refuseUnreadableFiles } from './fileProblems.ts';
import { withLabels } from './optionLabels.ts';
import { openForWrite, wrongStateRefusal, type OpenRecord } from '../read/openForWrite.ts';
import { verifyPickedRows } from './verifyPickedRows.ts';
import { refuseTooManyRows, refuseUnknownNames, findSizeProblems } from './recordSize.ts';
import { loadRecordOptions } from './loadRecordOptions.ts';
import { recordOf, type RecordRow } from '../read/recordRows.ts';
import { valueGroupsOf, type Save } from './valueGroups.ts';
import { withFillsOfHiddenFields } from '../relations/filledValues.ts';
import { settleFilledRows } from '../relations/filledRows.ts';
import { settleRelations, type RelationCache, type SettledRelations } from '../relations/settleRelations.ts';
import { withSerials } from './serials.ts';
import { staleRefusalSince, loadLastVerifiedValues } from './staleSave.ts';
import { findInvalidOptions } from './invalidOptions.ts';
import { situationWithLookups, type LookupValueCache } from '../lookups/settleLookups.ts';
import { approvals } from '../approvals.ts';
import { announceEvent } from '../events.ts';
import type { RecordValues } from '../tables.ts';
import { settleFillCalls, type FillAnswerCache } from './judge/settleFillCalls.ts';
import { valuesOf, writeRecord } from './writeRecord.ts';

/** A received record without system columns, which are not trusted. */
export interface SentRecord extends RecordValues {
  id?: string;
  revision?: number;
}

/** Refuses with RECORD_STALE if the record has been written since the sender read it. */
export async function refuseStale(trx: Trx, { row, loaded, situation }: OpenRecord, sent: SentRecord): Promise<void> {
  if (!row || sent.revision === row.revision) return;
  throw await staleRefusalSince(
    trx,
    row,
    sent.revision ?? 0,
    (values) => redactRecord(loaded.form, { ...recordOf(row), ...values }, situation),
    sent,
  );
}

/**
 * Maximum number of problems in one answer, because a long sub-table may have a hundred thousand problems. The answer
 * also contains the total number of problems.
 */
const MAX_PROBLEMS = 500;

/** Refuses a save with these problems, of which the answer contains the first `MAX_PROBLEMS`. */
const refuseWithProblems = (code: 'RECORD_FORBIDDEN' | 'RECORD_INVALID', problems: readonly Problem[]): never => {
  throw new Refusal(
    code,
    { count: problems.length },
    { problems: problems.slice(0, MAX_PROBLEMS), count: problems.length },
  );
};

/** Returns a problem for each value that is not among its field's options. */
function findOptionProblems(
  trx: Trx,
  { loaded, flow, row, situation }: OpenRecord,
  save: Save,
  lookUpOption: OptionLookup,
): Promise<Problem[]> {
  // each save of a form without an approval passes all checks, so the stored values are verified
  const loadVerifiedValues = async (): Promise<RecordValues | null> =>
    flow && row ? loadLastVerifiedValues(trx, row.id) : save.stored;
  return findInvalidOptions(loaded.form, save, situation, lookUpOption, loadVerifiedValues);
}

/** The result of `checkSave`, before options and files are checked. */
interface CheckedSave {
  save: Save;
  foundProblems: readonly Problem[];
  relations: SettledRelations;
}

/**
 * Checks a save except its options and files. Refuses a save that is stale, forbidden or too large, or that contains
 * too many unknown names or a value that is too long. Returns the problems of other invalid values in `foundProblems`.
 * `caches`: data that the saves of one batch share; undefined for a single save.
 */
async function checkSave(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  receivedRecord: SentRecord,
  strictness: Strictness,
  caches?: { relations: RelationCache; lookups: LookupValueCache; fillAnswers: FillAnswerCache },
): Promise<CheckedSave> {
  const { form } = openRecord.loaded;
  const stored = openRecord.row ? valuesOf(openRecord.row) : null;
  refuseTooManyRows(form, receivedRecord);
  refuseUnknownNames(form, stored, receivedRecord);
  await refuseStale(trx, openRecord, receivedRecord);
  const relations = await settleRelations(context, trx, openRecord, receivedRecord, stored, caches?.relations);
  const { sent, filled } = await settleFillCalls(context, trx, openRecord, relations.sent, stored, caches?.fillAnswers);
  const filledRows = await settleFilledRows(context, trx, openRecord, sent, stored);
  const sizeProblems = findSizeProblems(form, stored, sent);
  if (sizeProblems.length > 0) refuseWithProblems('RECORD_INVALID', sizeProblems);
  const change = {
    form,
    stored,
    sent,
    situation: await situationWithLookups(context, trx, openRecord, { stored, sent }, caches?.lookups),
    strictness,
    verdicts: await verifyPickedRows(context, trx, openRecord, sent),
    filled,
  };
  const { forbidden, invalid, values } = await judgeChanges(change, openRecord.user.id);
  if (forbidden.length > 0) refuseWithProblems('RECORD_FORBIDDEN', forbidden);
  return {
    save: {
      stored,
      sent,
      values: withFillsOfHiddenFields(values, [...relations.fillsOfHiddenFields, ...filledRows.fillsOfHiddenFields]),
    },
    foundProblems: withoutRepeats([...invalid, ...relations.problems, ...filledRows.problems]),
    relations,
  };
}

/**
 * Checks the files of a save and, if the record must be complete, its options. Returns its values with labels. Refuses
 * with RECORD_INVALID and the problems found by all checks. If the only error is a file that this person may not read,
 * refuses with 403.
 */
async function acceptCheckedSave(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  { save, foundProblems, relations }: CheckedSave,
  lookUpOption: OptionLookup,
  strictness: Strictness,
): Promise<RecordValues> {
  const { form } = openRecord.loaded;
  const lookUpWithTitles = withRelationTitles(lookUpOption, relations);
  const valueProblems =
    strictness === 'complete'
      ? withoutRepeats([...foundProblems, ...(await findOptionProblems(trx, openRecord, save, lookUpWithTitles))])
      : foundProblems;
  const fileProblems = await refuseUnreadableFiles(
    context,
    trx,
    openRecord,
    valuesOf(openRecord.row),
    save.values,
  ).then(
    () => findFileProblems(trx, form, save),
    (refusal: unknown) => {
      // report only the value problems: a later save with valid values is refused because of the file.
      // `findFileProblems` must not run: its problems would reveal the name and size of a file that this person may not
      // read
      if (valueProblems.length > 0 && refusal instanceof Refusal) return [];
      throw refusal;
    },
  );
  const problems = withoutRepeats([...valueProblems, ...fileProblems]);
  if (problems.length > 0) refuseWithProblems('RECORD_INVALID', problems);
  return withLabels(form, save, lookUpWithTitles);
}

/**
 * Extends `lookUpOption` to relations: the option of a related record has the record's title as its label. There is no
 * option if the title is unknown.
 */
const withRelationTitles =
  (lookUpOption: OptionLookup, { titleOf }: SettledRelations): OptionLookup =>
  (field, group, value) => {
    if (optionSourceOf(field)?.kind !== 'relation') return lookUpOption(field, group, value);
    const label = titleOf(value);
    return label === undefined ? undefined : { label, isRetired: false };
  };

const hasOptionSource = (field: CompiledField): boolean => optionSourceOf(field) !== null;

/**
 * Returns the values to store for a save of this person: hidden values restored, formulas computed, labels written.
 * Does not store them. Refuses with RECORD_STALE; with RECORD_FORBIDDEN or RECORD_INVALID and the paths of the
 * problems; with 403 for a file that this person may not read; if a limit is exceeded, with ROW_LIMIT, REQUEST_INVALID,
 * REQUEST_TOO_LARGE, ROW_WORK, SAVE_LIMIT or REQUEST_BUSY.
 */
export async function acceptValues(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  sent: SentRecord,
  strictness: Strictness,
): Promise<RecordValues> {
  const checkedSave = await checkSave(context, trx, openRecord, sent, strictness);
  const lookUpOption = await loadOptionLookup(
    trx,
    valueGroupsOf(openRecord.loaded.form, checkedSave.save, hasOptionSource),
    await loadRecordOptions(context, trx, openRecord, checkedSave.save, strictness),
  );
  return acceptCheckedSave(context, trx, openRecord, checkedSave, lookUpOption, strictness);
}

/** Number of saves after which a batch lets the event loop run other work. */
const SAVES_PER_TURN = 50;

/**
 * Does the work of `acceptValues` for a batch of new records. `openRecord`: a new record as `openForWrite` returns it,
 * used for all of them. Options are looked up once for all records, except options that are records of a form. Returns
 * the values or the refusal of each new record, in the same order.
 */
export async function acceptValuesOfNewRecords(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  sentRecords: readonly SentRecord[],
): Promise<(RecordValues | Refusal)[]> {
  const strictness = strictnessOfSave(openRecord);
  const catchRefusal = <T>(work: Promise<T>): Promise<T | Refusal> =>
    work.catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
  const checkedSaves: (CheckedSave | Refusal)[] = [];
  const caches = {
    relations: new Map() as RelationCache,
    lookups: new Map() as LookupValueCache,
    fillAnswers: new Map() as FillAnswerCache,
  };
  for (const [index, sent] of sentRecords.entries()) {
    if (index % SAVES_PER_TURN === SAVES_PER_TURN - 1) await yieldToEventLoop();
    checkedSaves.push(await catchRefusal(checkSave(context, trx, openRecord, sent, strictness, caches)));
  }
  const lookUpCommonOption = await loadOptionLookup(
    trx,
    checkedSaves.flatMap((checkedSave) =>
      checkedSave instanceof Refusal ? [] : valueGroupsOf(openRecord.loaded.form, checkedSave.save, hasOptionSource),
    ),
  );
  const results: (RecordValues | Refusal)[] = [];
  for (const checkedSave of checkedSaves) {
    if (checkedSave instanceof Refusal) {
      results.push(checkedSave);
      continue;
    }
    const lookUpRecordOption = await loadRecordOptions(context, trx, openRecord, checkedSave.save, strictness);
    const lookUpOption: OptionLookup = (field, group, value) =>
      optionSourceOf(field)?.kind === 'records'
        ? lookUpRecordOption(field, group, value)
        : lookUpCommonOption(field, group, value);
    results.push(
      await catchRefusal(acceptCheckedSave(context, trx, openRecord, checkedSave, lookUpOption, strictness)),
    );
  }
  return results;
}

/**
 * Returns the strictness of a save. A record of a form without an approval is in force when it is saved, so it must be
 * complete. In a form with an approval, a record may be incomplete while it is a draft and during a task.
 */
const strictnessOfSave = ({ flow }: OpenRecord): Strictness => (flow ? 'draft' : 'complete');

/**
 * Saves a record without submitting it or deciding on it: a draft, a record of a form without an approval, or changes
 * during a task. `isOwnerAllowed`: the person whom the record is about may save it; a super role (`OpenRequest`) then
 * gives no rights. Returns the record after the effects of `saved`, and after the steps of its process that waited
 * for a condition. Refuses with 403 if the task's node does not offer `save`, with RECORD_STATE a voided record
 * without an approval; for further refusals see `openForWrite` and `acceptValues`.
 */
export async function saveRecord(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  sent: SentRecord & { taskId?: string; isOwnerAllowed?: boolean },
): Promise<OpenRecord & { row: RecordRow }> {
  const openRecord = await openForWrite(context, trx, user, {
    formKey,
    id: sent.id,
    taskId: sent.taskId,
    ...(sent.revision === undefined ? {} : { revision: sent.revision }),
    isSuperRoleAllowed: !sent.isOwnerAllowed,
    isOwnerAllowed: sent.isOwnerAllowed === true,
  });
  // a voided record of a form without an approval must be restored before it can be saved
  if (!openRecord.instance && openRecord.row?.flw_state === '4') throw wrongStateRefusal('4');
  if (openRecord.task && !actionsOf(openRecord.situation.nodeRules, openRecord.task.kind).includes('save'))
    throw new Refusal('403');
  const values = await withSerials(
    trx,
    openRecord,
    await acceptValues(context, trx, openRecord, sent, strictnessOfSave(openRecord)),
    false,
  );
  const writtenRow = await writeRecord(trx, openRecord, {
    values,
    flwState: openRecord.row?.flw_state ?? '0',
    taskNode: openRecord.row?.task_node ?? '',
    action: 'save',
    actionNode: openRecord.situation.taskNode,
  });
  const { loaded, flow } = openRecord;
  const row = await announceEvent(context, trx, { event: 'saved', row: writtenRow, loaded, flow, user });
  const process = openRecord.instance;
  const rowAfterContinuation =
    process &&
    (await approvals
      .registeredFor(context)
      .updateAfterSave(context, trx, { process, row, form: openRecord.loaded.form, values }));
  return { ...openRecord, row: rowAfterContinuation ?? row };
}
