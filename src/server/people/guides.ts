import type { Generated } from 'kysely';
import type { RequestUser } from '../http/user.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';

/** Guides that are shown to each person once. */
export const GUIDES = ['designer'] as const;
export type Guide = (typeof GUIDES)[number];

export interface GuideTables {
  sys_guide: { user_id: string; guide: string; seen_at: Generated<Date> };
}

declare module '../store/database.ts' {
  interface Database extends GuideTables {}
}

/** Returns the guides that a person has seen. */
export async function loadSeenGuides(db: Db, user: RequestUser): Promise<string[]> {
  const rows = await db
    .selectFrom('sys_guide')
    .select('guide')
    .where('user_id', '=', user.id)
    .orderBy('guide')
    .execute();
  return rows.map(({ guide }) => guide);
}

export async function markGuideSeen(trx: Trx, user: RequestUser, guide: Guide): Promise<void> {
  await trx
    .insertInto('sys_guide')
    .values({ user_id: user.id, guide })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
