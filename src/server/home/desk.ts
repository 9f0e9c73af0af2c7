import { sql } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import type { Db } from '../store/database.ts';
import './tables.ts';

/** How a person arranged a desk: keys of its cards in their order, and of those taken off. A card in neither is new. */
export interface DeskChoice {
  shown: string[];
  hidden: string[];
}

/** Of one person. */
const MOST = 100;

/** What this person chose at a place; null while they have chosen nothing. */
export async function deskChoice(db: Db, user: RequestUser, place: string): Promise<DeskChoice | null> {
  const row = await db
    .selectFrom('sys_desk')
    .select(['shown', 'hidden'])
    .where('user_id', '=', user.id)
    .where('place', '=', place)
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps the choice, or with null goes back to what the document says. Refuses more places than a person can have. */
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
  const others = await db
    .selectFrom('sys_desk')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('user_id', '=', user.id)
    .where('place', '<>', place)
    .executeTakeFirstOrThrow();
  if (Number(others.count) >= MOST)
    throw new Refusal('REQUEST_INVALID', { detail: `自定义的工作台不能超过 ${MOST} 个` });
  const lists = { shown: JSON.stringify(choice.shown), hidden: JSON.stringify(choice.hidden) };
  await db
    .insertInto('sys_desk')
    .values({ user_id: user.id, place, ...lists })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'place']).doUpdateSet({ ...lists, updated_at: sql<Date>`now()` }),
    )
    .execute();
}
