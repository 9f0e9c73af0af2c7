import { sql } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import type { Db } from '../store/database.ts';
import './tables.ts';

/**
 * A person's arrangement of a desk (a block of cards): the keys of the shown cards in order, and the keys of the hidden
 * cards. A card whose key is in neither list is new.
 */
export interface DeskChoice {
  shown: string[];
  hidden: string[];
}

/** The maximum number of arranged desks of one person. */
const MAX_DESKS = 100;

/**
 * Returns this person's arrangement of a desk; null if there is none. `place`: the path of the screen and the key of
 * the desk's node, as `path:key`.
 */
export async function loadDeskChoice(db: Db, user: RequestUser, place: string): Promise<DeskChoice | null> {
  const row = await db
    .selectFrom('sys_desk')
    .select(['shown', 'hidden'])
    .where('user_id', '=', user.id)
    .where('place', '=', place)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Stores the arrangement; null deletes it, so that the document's default applies. Refuses more than MAX_DESKS desks
 * with REQUEST_INVALID.
 */
export async function saveDeskChoice(
  db: Db,
  user: RequestUser,
  place: string,
  choice: DeskChoice | null,
): Promise<void> {
  if (choice === null) {
    await db.deleteFrom('sys_desk').where('user_id', '=', user.id).where('place', '=', place).execute();
    return;
  }
  const otherDesks = await db
    .selectFrom('sys_desk')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('user_id', '=', user.id)
    .where('place', '<>', place)
    .executeTakeFirstOrThrow();
  if (Number(otherDesks.count) >= MAX_DESKS)
    throw new Refusal('REQUEST_INVALID', { detail: `自定义的工作台不能超过 ${MAX_DESKS} 个` });
  const lists = { shown: JSON.stringify(choice.shown), hidden: JSON.stringify(choice.hidden) };
  await db
    .insertInto('sys_desk')
    .values({ user_id: user.id, place, ...lists })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'place']).doUpdateSet({ ...lists, updated_at: sql<Date>`now()` }),
    )
    .execute();
}
