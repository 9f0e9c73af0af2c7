import { lookupsIn, relationsIn } from '../../../relations/index.ts';
import { namePathsIn } from '../../../expressions/index.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { lockTablesForWriting, type FormTables } from '../columns/catalogue.ts';
import { announceEvent } from '../events.ts';
import { openForWrite, type OpenRecord } from '../read/openForWrite.ts';
import { formsReadByCalls } from './formsReadByCalls.ts';
import { acceptValuesOfNewRecords } from './saveRecord.ts';
import { withSerials } from './serials.ts';
import type { RecordValues } from '../tables.ts';
import { writeNewRecords, writeRecord, type WriteInput } from './writeRecord.ts';

/** Checks whether the form has effects that run after a save. */
const hasSaveEffects = ({ loaded }: OpenRecord): boolean =>
  (loaded.form.definition.effects ?? []).some(({ on }) => on === 'saved');

/**
 * Checks whether the checks of a record may depend on the save of an earlier record of the batch. This is so if they
 * read records of the batch's form (`loaded`), or values that roll-ups compute from these records. A call for options,
 * filled values or rows counts if it reads a form with such values, whatever fields it reads.
 */
async function readsEarlierRecords(trx: Trx, { loaded: { form, formKey } }: OpenRecord): Promise<boolean> {
  const lookups = lookupsIn(form.definition).flatMap(({ calls }) => calls);
  const calledForms = formsReadByCalls(form);
  if (calledForms.has(formKey) || lookups.some(({ to }) => to === formKey)) return true;
  // visit every form with roll-ups that read records of this form, directly or through further forms; `keptFields`
  // lists the kept fields of the visited form
  const { ownTables, tablesAbove } = await lockTablesForWriting(trx, formKey);
  const formsReading = ({ feeds }: FormTables): string[] => feeds.map((rollup) => rollup.formKey);
  const keptKeys = new Set<string>();
  const visitedForms = new Set<string>();
  for (const toVisit = formsReading(ownTables); toVisit.length > 0;) {
    const key = toVisit.pop() as string;
    if (visitedForms.has(key)) continue;
    visitedForms.add(key);
    const tables = tablesAbove(key);
    if (tables.keptFields.length > 0 && calledForms.has(key)) return true;
    for (const keptField of tables.keptFields) keptKeys.add(keptField.key);
    toVisit.push(...formsReading(tables));
  }
  if (keptKeys.size === 0) return false;
  const readsKept = (expression: string): boolean =>
    expression !== '' &&
    namePathsIn(expression)
      .flat()
      .some((name) => keptKeys.has(name));
  return (
    lookups.some(({ field, where }) => keptKeys.has(field) || readsKept(where)) ||
    relationsIn(form.definition).some(
      ({ relation: { where, fill } }) =>
        readsKept(where) || Object.values(fill).some((path) => path.split('.').some((key) => keptKeys.has(key))),
    )
  );
}

/**
 * Returns for each new record the values that `saveTogether` would store, or its refusal. Stores nothing; serials stay
 * empty.
 */
export async function acceptNewRecords(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  sentRecords: readonly RecordValues[],
): Promise<(RecordValues | Refusal)[]> {
  return acceptValuesOfNewRecords(context, trx, await openForWrite(context, trx, user, { formKey }), sentRecords);
}

/**
 * Saves a batch of new records of a form with the same checks, serials, unique values and audit entries as
 * `saveRecord`. Needs only a few statements if no record depends on earlier records. Returns for each record null
 * (saved) or its refusal. Throws RECORD_INVALID for the whole batch if a `unique` value is taken. The order of the
 * records decides which record may have the value, so the caller then saves them one by one.
 */
export async function saveTogether(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  sentRecords: readonly RecordValues[],
): Promise<(Refusal | null)[]> {
  const openRecord = await openForWrite(context, trx, user, { formKey });
  const inputOf = async (values: RecordValues): Promise<WriteInput> => ({
    values: await withSerials(trx, openRecord, values, false),
    flwState: '0',
    taskNode: '',
    action: 'save',
    actionNode: openRecord.situation.taskNode,
  });
  if (hasSaveEffects(openRecord) || (await readsEarlierRecords(trx, openRecord))) {
    // save one record after another, because a save or its effects may change what the next record reads; a refusal of
    // an effect rejects the whole batch, and the caller then saves the records one by one
    const refusals: (Refusal | null)[] = [];
    for (const sent of sentRecords)
      for (const values of await acceptValuesOfNewRecords(context, trx, openRecord, [sent])) {
        refusals.push(values instanceof Refusal ? values : null);
        if (values instanceof Refusal) continue;
        const row = await writeRecord(trx, openRecord, await inputOf(values));
        await announceEvent(context, trx, {
          event: 'saved',
          row,
          loaded: openRecord.loaded,
          flow: openRecord.flow,
          user,
        });
      }
    return refusals;
  }
  const results = await acceptValuesOfNewRecords(context, trx, openRecord, sentRecords);
  const inputs: WriteInput[] = [];
  for (const values of results) if (!(values instanceof Refusal)) inputs.push(await inputOf(values));
  if (inputs.length > 0) await writeNewRecords(trx, openRecord, inputs);
  return results.map((values) => (values instanceof Refusal ? values : null));
}
