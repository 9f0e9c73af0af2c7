import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { newId } from '../../store/newId.ts';
import type { Trx } from '../../store/transaction.ts';

export const PHRASE_ACTS = ['approve', 'return', 'reject'] as const;
export type PhraseAct = (typeof PHRASE_ACTS)[number];

/** A stored phrase for opinions. `isCommon`: true if everybody shares it and administrators maintain it. */
export interface PhraseView {
  id: string;
  act: PhraseAct;
  text: string;
  isCommon: boolean;
}

export interface NewPhrase {
  id?: string;
  act: PhraseAct;
  text: string;
  isCommon?: boolean;
}

/** Maximum number of phrases for each act. It applies separately to one person's phrases and to the shared phrases. */
const MAX_PHRASES = 30;

/** Returns the person's own phrases in their chosen order, then the shared phrases. */
export async function listPhrases(db: Db, userId: string): Promise<PhraseView[]> {
  const rows = await db
    .selectFrom('flw_phrase')
    .selectAll()
    .where((where) => where.or([where('user_id', '=', userId), where('user_id', 'is', null)]))
    .orderBy(sql`user_id is null`)
    .orderBy('sn')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, act, text, user_id: owner }) => ({ id, act, text, isCommon: owner === null }));
}

/**
 * Returns the owner of a new phrase: the person, or null for a shared phrase (`isCommon`). Refuses with 403 a shared
 * phrase if the person is not an administrator.
 */
function permittedOwnerOf(user: RequestUser, isCommon: boolean): string | null {
  if (isCommon && !isAdmin(user)) throw new Refusal('403');
  return isCommon ? null : user.id;
}

/**
 * Locks the rows of these phrases for a change. Refuses with 404 a phrase that is missing or belongs to another person,
 * and with 403 a shared phrase if this person is not an administrator.
 */
async function lockPhraseRows(trx: Trx, user: RequestUser, ids: readonly string[]): Promise<void> {
  const rows = await trx
    .selectFrom('flw_phrase')
    .select(['id', 'user_id'])
    .where('id', 'in', [...ids])
    .forUpdate()
    .execute();
  // another person's phrase is refused like a missing phrase
  if (ids.some((id) => !rows.some((row) => row.id === id && (row.user_id === null || row.user_id === user.id))))
    throw new Refusal('404');
  // only refuses a person who is not an administrator; the result is not used
  if (rows.some((row) => row.user_id === null)) permittedOwnerOf(user, true);
}

/** Returns the owner of a phrase; null for a shared phrase. Refuses with 404 a phrase that is missing. */
async function ownerOfPhrase(trx: Trx, id: string): Promise<string | null> {
  const row = await trx.selectFrom('flw_phrase').select('user_id').where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('404');
  return row.user_id;
}

/**
 * Adds a phrase at the end or, with `id`, changes a phrase, which keeps its owner. Returns the id of the phrase. If
 * another phrase for the act has the same text, adds nothing, or deletes the changed phrase, and returns the id of the
 * other phrase. Refuses with FLOW_PHRASES if the act would have more than MAX_PHRASES, and with 403 or 404 (see
 * `lockPhraseRows` and `permittedOwnerOf`).
 */
export async function savePhrase(
  trx: Trx,
  user: RequestUser,
  { id, act, text, isCommon = false }: NewPhrase,
): Promise<string> {
  const owner = id === undefined ? permittedOwnerOf(user, isCommon) : await ownerOfPhrase(trx, id);
  // the lock keeps concurrent requests (a double click, two windows) from adding the same phrase or exceeding the
  // maximum
  await sql`select pg_advisory_xact_lock(hashtext(${`flw_phrase ${owner ?? ''}`}))`.execute(trx);
  if (id !== undefined) await lockPhraseRows(trx, user, [id]);
  const phrasesOfAct = await trx
    .selectFrom('flw_phrase')
    .select(['id', 'text', 'sn'])
    .where('act', '=', act)
    .where('user_id', owner === null ? 'is' : '=', owner)
    .execute();
  const otherPhrases = phrasesOfAct.filter((row) => row.id !== id);
  const equalPhrase = otherPhrases.find((row) => row.text === text);
  if (equalPhrase) {
    if (id !== undefined) await removePhrases(trx, user, [id]);
    return equalPhrase.id;
  }
  // a phrase that stays with its act can be changed even if there are already too many
  const isAdded = otherPhrases.length === phrasesOfAct.length;
  if (isAdded && otherPhrases.length >= MAX_PHRASES) throw new Refusal('FLOW_PHRASES', { limit: MAX_PHRASES });
  if (id !== undefined) {
    await trx.updateTable('flw_phrase').set({ act, text }).where('id', '=', id).execute();
    return id;
  }
  const newPhraseId = newId();
  await trx
    .insertInto('flw_phrase')
    .values({ id: newPhraseId, user_id: owner, act, text, sn: Math.max(0, ...otherPhrases.map(({ sn }) => sn)) + 1 })
    .execute();
  return newPhraseId;
}

/** Stores the order of the phrases, given by the order of the ids. For refusals see `lockPhraseRows`. */
export async function orderPhrases(trx: Trx, user: RequestUser, ids: readonly string[]): Promise<void> {
  await lockPhraseRows(trx, user, ids);
  for (const [sn, id] of ids.entries()) await trx.updateTable('flw_phrase').set({ sn }).where('id', '=', id).execute();
}

/** Deletes phrases. For refusals see `lockPhraseRows`. */
export async function removePhrases(trx: Trx, user: RequestUser, ids: readonly string[]): Promise<void> {
  await lockPhraseRows(trx, user, ids);
  await trx
    .deleteFrom('flw_phrase')
    .where('id', 'in', [...ids])
    .execute();
}
