import { lookupsIn } from '../../../relations/index.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import {
  lookupAnswersOrEmpty,
  createLookupCache,
  initialValues,
  mergeHidden,
  recompute,
  recordToValues,
  type Values,
} from '../../../records/index.ts';
import type { LookupRequest } from '../../../rules/lookupAnswers.ts';
import type { Situation } from '../../../rules/situation.ts';
import type { ServerContext } from '../../context.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import type { RecordValues } from '../tables.ts';
import { lookUpValue } from './lookUpValue.ts';

/** Looked-up values by form and request, cached for a batch of records, because many records look up the same value. */
export type LookupValueCache = Map<string, unknown>;

/**
 * Returns the situation with all values that the formulas of a record look up, within this person's rights.
 * `records.stored`: the record as stored, null for a new record; a formula with unchanged inputs keeps its stored
 * value. `records.newStates`: the states of the changed record for which the formulas are computed. Runs in rounds,
 * because a formula may use the result of another lookup.
 */
export async function withLookedUpValues(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  form: CompiledForm,
  situation: Situation,
  records: { stored: Values | null; newStates: readonly Values[] },
  valueCache: LookupValueCache = new Map(),
): Promise<Situation> {
  const locatedLookups = lookupsIn(form.definition);
  if (locatedLookups.length === 0) return situation;
  const lookupCache = createLookupCache(records.stored);
  const situationWithCache: Situation = { ...situation, lookups: lookupCache };
  const answerFor = async (request: LookupRequest): Promise<unknown> => {
    const cacheKey = JSON.stringify([form.definition.formKey, request]);
    if (!valueCache.has(cacheKey)) valueCache.set(cacheKey, await lookUpValue(context, db, user, form, request));
    return valueCache.get(cacheKey);
  };
  for (let round = 0; round <= locatedLookups.length; round += 1) {
    for (const values of records.newStates) recompute(form, values, situationWithCache);
    const requests = lookupCache.takeUnanswered();
    if (requests.length === 0) break;
    for (const request of requests) lookupCache.put(request, await answerFor(request));
  }
  // after the rounds, look-ups without an answer return an empty value
  return { ...situationWithCache, lookups: lookupAnswersOrEmpty(lookupCache) };
}

/**
 * Returns the situation of a save with all looked-up values (`withLookedUpValues`). The formulas read the received
 * values merged with the stored values, as the check of changes does; for a new record, also merged with the initial
 * values.
 */
export async function situationWithLookups(
  context: ServerContext,
  db: Db,
  { loaded: { form }, situation, user }: Pick<OpenRecord, 'loaded' | 'situation' | 'user'>,
  { stored, sent }: { stored: RecordValues | null; sent: RecordValues },
  valueCache?: LookupValueCache,
): Promise<Situation> {
  if (lookupsIn(form.definition).length === 0) return situation;
  const mergedValues = recordToValues(mergeHidden(stored, sent), form);
  const newStates = stored ? [mergedValues] : [mergedValues, { ...initialValues(form, situation), ...mergedValues }];
  const storedValues = stored && recordToValues(stored, form);
  return withLookedUpValues(context, db, user, form, situation, { stored: storedValues, newStates }, valueCache);
}
