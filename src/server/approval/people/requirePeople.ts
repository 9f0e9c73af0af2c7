import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { unavailabilityReason } from '../../system/index.ts';
import type { Person } from '../process/stepTypes.ts';

/**
 * Returns the people with these ids, in the order of the ids, without duplicates. Refuses with FLOW_PEOPLE an empty
 * list, and unknown or disabled people. The refusal names them.
 */
export async function requirePeople(db: Db, ids: readonly string[]): Promise<Person[]> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) throw new Refusal('FLOW_PEOPLE', { detail: '没有选择人员' });
  const rows = await db
    .selectFrom('sys_user')
    .select(['id', 'name'])
    .where('id', 'in', uniqueIds)
    .where('is_disabled', '=', false)
    .execute();
  if (rows.length < uniqueIds.length)
    throw new Refusal('FLOW_PEOPLE', { detail: `所选人员中${(await unavailabilityReason(db, uniqueIds)) ?? ''}` });
  return uniqueIds.flatMap((id) => rows.filter((row) => row.id === id));
}

export const namesOf = (people: readonly Person[]): string => people.map(({ name }) => name).join('、');
