import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { newId } from '../../store/id.ts';
import type { Trx } from '../../store/transaction.ts';

export const PHRASE_ACTS = ['approve', 'return', 'reject'] as const;
export type PhraseAct = (typeof PHRASE_ACTS)[number];

/** A phrase of opinions; a common one is everybody's, kept by administrators. */
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

/** Of one person, or of everybody, for each action: more nobody looks through. */
const MOST = 30;

/** The own phrases in their order, then everybody's. */
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

/** Whose phrases are written: the person's own, or everybody's by an administrator. Refuses with 403. */
function ownerOf(user: RequestUser, isCommon: boolean): string | null {
  if (isCommon && !isAdmin(user)) throw new Refusal('403');
  return isCommon ? null : user.id;
}

/** Phrases that this person may change, out of these. Refuses with 404 and 403. */
async function writable(trx: Trx, user: RequestUser, ids: readonly string[]): Promise<void> {
  const rows = await trx
    .selectFrom('flw_phrase')
    .select(['id', 'user_id'])
    .where('id', 'in', [...ids])
    .forUpdate()
    .execute();
  // a phrase of somebody else does not exist for this person
  if (ids.some((id) => !rows.some((row) => row.id === id && (row.user_id === null || row.user_id === user.id))))
    throw new Refusal('404');
  if (rows.some((row) => row.user_id === null)) ownerOf(user, true);
}

/** Adds a phrase at the end, or changes one. The same words twice are one phrase. Refuses with FLOW_PHRASES, 403, 404. */
export async function savePhrase(
  trx: Trx,
  user: RequestUser,
  { id, act, text, isCommon = false }: NewPhrase,
): Promise<string> {
  if (id !== undefined) {
    await writable(trx, user, [id]);
    await trx.updateTable('flw_phrase').set({ act, text }).where('id', '=', id).execute();
    return id;
  }
  const owner = ownerOf(user, isCommon);
  // both presses of a double click find none yet, and two windows count at once
  await sql`select pg_advisory_xact_lock(hashtext(${`flw_phrase ${owner ?? ''}`}))`.execute(trx);
  const known = await trx
    .selectFrom('flw_phrase')
    .select(['id', 'text', 'sn'])
    .where('act', '=', act)
    .where('user_id', owner === null ? 'is' : '=', owner)
    .execute();
  const same = known.find((row) => row.text === text);
  if (same) return same.id;
  if (known.length >= MOST) throw new Refusal('FLOW_PHRASES', { limit: MOST });
  const made = newId();
  await trx
    .insertInto('flw_phrase')
    .values({ id: made, user_id: owner, act, text, sn: Math.max(0, ...known.map(({ sn }) => sn)) + 1 })
    .execute();
  return made;
}

/** Puts phrases into the order of the ids. Refuses with 403 and 404. */
export async function orderPhrases(trx: Trx, user: RequestUser, ids: readonly string[]): Promise<void> {
  await writable(trx, user, ids);
  for (const [sn, id] of ids.entries()) await trx.updateTable('flw_phrase').set({ sn }).where('id', '=', id).execute();
}

/** Refuses with 403 and 404. */
export async function removePhrases(trx: Trx, user: RequestUser, ids: readonly string[]): Promise<void> {
  await writable(trx, user, ids);
  await trx
    .deleteFrom('flw_phrase')
    .where('id', 'in', [...ids])
    .execute();
}
