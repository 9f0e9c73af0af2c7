import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Person } from '../process/step.ts';

/** These people, who must all be there and able to sign in; in the order given, without repeats. Refuses with FLOW_PEOPLE. */
export async function people(db: Db, ids: readonly string[]): Promise<Person[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) throw new Refusal('FLOW_PEOPLE', { detail: '没有选择人员' });
  const rows = await db
    .selectFrom('sys_user')
    .select(['id', 'name'])
    .where('id', 'in', wanted)
    .where('is_disabled', '=', false)
    .execute();
  if (rows.length < wanted.length) throw new Refusal('FLOW_PEOPLE', { detail: '所选人员不存在或已停用' });
  return wanted.flatMap((id) => rows.filter((row) => row.id === id));
}

export const namesOf = (list: readonly Person[]): string => list.map(({ name }) => name).join('、');
