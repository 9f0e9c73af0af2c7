import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';

const MAX_LISTED_NAMES = 10;

/**
 * Returns a Chinese text that says why some of these people cannot be chosen: the names of those with disabled accounts
 * and the number of unknown ids. Null if all of them can be chosen.
 */
export async function unavailabilityReason(db: Kysely<Database>, ids: readonly string[]): Promise<string | null> {
  const people = await db
    .selectFrom('sys_user')
    .where('id', 'in', [...ids])
    .select(['id', 'name', 'is_disabled'])
    .orderBy('name')
    .execute();
  const disabledNames = people.filter(({ is_disabled }) => is_disabled).map(({ name }) => name);
  const unknownCount = new Set(ids).size - people.length;
  const listedNames = disabledNames.slice(0, MAX_LISTED_NAMES).join('、');
  const more = disabledNames.length > MAX_LISTED_NAMES ? ` 等 ${disabledNames.length} 人` : '';
  const reasons = [
    ...(disabledNames.length > 0 ? [`${listedNames}${more}的账号已停用`] : []),
    ...(unknownCount > 0 ? [`有 ${unknownCount} 个账号不存在`] : []),
  ];
  return reasons.length > 0 ? reasons.join('，') : null;
}
