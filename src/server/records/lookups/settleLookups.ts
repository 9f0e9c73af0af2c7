import { lookupsIn, type CompiledForm } from '../../../kernel/index.ts';
import {
  closedAnswers,
  createLookupBook,
  initialValues,
  mergeHidden,
  recompute,
  recordToValues,
  type Values,
} from '../../../records/index.ts';
import type { LookupAsk } from '../../../rules/lookupAnswers.ts';
import type { Situation } from '../../../rules/situation.ts';
import type { ServerContext } from '../../context.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import type { RecordValues } from '../tables.ts';
import { lookUpValue } from './lookUpValue.ts';

/** What was looked up for the records of one call that stores many: many rows ask the same. */
export type LookupMemory = Map<string, unknown>;

/**
 * The situation in which formulas of these values find everything they look up, within what this person may read. Formulas
 * whose own values are as stored keep theirs. One formula may read what another looked up, so it is asked in rounds.
 */
export async function settleLookups(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  form: CompiledForm,
  situation: Situation,
  moments: { stored: Values | null; after: readonly Values[] },
  memory: LookupMemory = new Map(),
): Promise<Situation> {
  const placed = lookupsIn(form.definition);
  if (placed.length === 0) return situation;
  const book = createLookupBook(moments.stored);
  const settled: Situation = { ...situation, lookups: book };
  const answer = async (ask: LookupAsk): Promise<unknown> => {
    const name = JSON.stringify([form.definition.formKey, ask]);
    if (!memory.has(name)) memory.set(name, await lookUpValue(context, db, user, form, ask));
    return memory.get(name);
  };
  for (let round = 0; round <= placed.length; round += 1) {
    for (const values of moments.after) recompute(form, values, settled);
    const asks = book.take();
    if (asks.length === 0) break;
    for (const ask of asks) book.put(ask, await answer(ask));
  }
  // what is asked for later was not there to be asked
  return { ...settled, lookups: closedAnswers(book) };
}

/** The situation of a save in which its formulas find what they look up: for what came, as the check of changes reads it, too. */
export async function withLookups(
  context: ServerContext,
  db: Db,
  { loaded: { form }, situation, user }: Pick<OpenRecord, 'loaded' | 'situation' | 'user'>,
  { stored, sent }: { stored: RecordValues | null; sent: RecordValues },
  memory?: LookupMemory,
): Promise<Situation> {
  if (lookupsIn(form.definition).length === 0) return situation;
  const merged = recordToValues(mergeHidden(stored, sent), form);
  const after = stored ? [merged] : [merged, { ...initialValues(form, situation), ...merged }];
  const before = stored && recordToValues(stored, form);
  return settleLookups(context, db, user, form, situation, { stored: before, after }, memory);
}
