import { lookupsIn } from '../../../relations/index.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import {
  answersWithEmptyDefault,
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

/** Looked-up values by call, cached for a batch of records: many rows look up the same. */
export type LookupValueCache = Map<string, unknown>;

/**
 * The situation completed with all values that the formulas of these records look up, within this person's rights.
 * `records.stored`: a formula whose inputs are as stored keeps its stored value. Runs in rounds, because a formula may
 * use the result of another lookup.
 */
export async function settleLookups(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  form: CompiledForm,
  situation: Situation,
  records: { stored: Values | null; after: readonly Values[] },
  cache: LookupValueCache = new Map(),
): Promise<Situation> {
  const placed = lookupsIn(form.definition);
  if (placed.length === 0) return situation;
  const book = createLookupCache(records.stored);
  const settled: Situation = { ...situation, lookups: book };
  const answerFor = async (call: LookupRequest): Promise<unknown> => {
    const cacheKey = JSON.stringify([form.definition.formKey, call]);
    if (!cache.has(cacheKey)) cache.set(cacheKey, await lookUpValue(context, db, user, form, call));
    return cache.get(cacheKey);
  };
  for (let round = 0; round <= placed.length; round += 1) {
    for (const values of records.after) recompute(form, values, settled);
    const calls = book.takeWanted();
    if (calls.length === 0) break;
    for (const call of calls) book.put(call, await answerFor(call));
  }
  // no further lookups: calls that are not answered by now return nothing
  return { ...settled, lookups: answersWithEmptyDefault(book) };
}

/**
 * `settleLookups` for a save: covers the received values merged with the stored ones, as the check of changes reads
 * them.
 */
export async function situationWithLookups(
  context: ServerContext,
  db: Db,
  { loaded: { form }, situation, user }: Pick<OpenRecord, 'loaded' | 'situation' | 'user'>,
  { stored, sent }: { stored: RecordValues | null; sent: RecordValues },
  cache?: LookupValueCache,
): Promise<Situation> {
  if (lookupsIn(form.definition).length === 0) return situation;
  const merged = recordToValues(mergeHidden(stored, sent), form);
  const after = stored ? [merged] : [merged, { ...initialValues(form, situation), ...merged }];
  const before = stored && recordToValues(stored, form);
  return settleLookups(context, db, user, form, situation, { stored: before, after }, cache);
}
