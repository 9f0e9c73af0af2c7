import type { Trx } from '../../store/transaction.ts';

/** The person whose leaders are sought: the applicant of a process, or an assignee of an overdue task. */
interface PersonWithLeaders {
  deptId: string | null;
  personId: string;
}

/**
 * Returns the ids of the leaders of the person's department (level 1) and of the departments above, nearest first,
 * from level `from` to `to`. A department without an enabled leader, or with this person as leader, is skipped and has
 * no level. The person is returned only if there is no other leader. If there are fewer levels than `from`, the
 * topmost leader is returned.
 */
export async function findLeadersUpwards(
  trx: Trx,
  { deptId, personId }: PersonWithLeaders,
  { from, to }: { from: number; to: number },
): Promise<string[]> {
  const leaders: string[] = [];
  let firstLeader: string | null = null;
  const visited = new Set<string>();
  for (let id = deptId; id !== null && !visited.has(id) && leaders.length < to;) {
    visited.add(id);
    const dept = await trx
      .selectFrom('sys_org as o')
      .leftJoin('sys_user as u', (join) => join.onRef('u.id', '=', 'o.leader_id').on('u.is_disabled', '=', false))
      .where('o.id', '=', id)
      .select(['o.parent_id', 'u.id as leader'])
      .executeTakeFirst();
    if (dept?.leader && dept.leader !== personId) leaders.push(dept.leader);
    firstLeader = firstLeader ?? dept?.leader ?? null;
    id = dept?.parent_id ?? null;
  }
  if (leaders.length === 0) return firstLeader === null ? [] : [firstLeader];
  const selectedLeaders = leaders.slice(from - 1);
  return selectedLeaders.length > 0 ? selectedLeaders : leaders.slice(-1);
}
