import type { Trx } from '../../store/transaction.ts';

interface Applicant {
  deptId: string | null;
  initiatorId: string;
}

/**
 * Leaders of the applicant's department (level 1) and of the departments above it, nearest first, from level `from` to
 * `to`. A department without a leader, or one that the applicant leads, counts as no level; the applicant is returned
 * only if there is no other leader. When there are fewer levels than `from`, the topmost leader is returned.
 */
export async function leadersUpwards(
  trx: Trx,
  { deptId, initiatorId }: Applicant,
  { from, to }: { from: number; to: number },
): Promise<string[]> {
  const found: string[] = [];
  let firstLeader: string | null = null;
  const visited = new Set<string>();
  for (let id = deptId; id !== null && !visited.has(id) && found.length < to;) {
    visited.add(id);
    const org = await trx
      .selectFrom('sys_org as o')
      .leftJoin('sys_user as u', (join) => join.onRef('u.id', '=', 'o.leader_id').on('u.is_disabled', '=', false))
      .where('o.id', '=', id)
      .select(['o.parent_id', 'u.id as leader'])
      .executeTakeFirst();
    if (org?.leader && org.leader !== initiatorId) found.push(org.leader);
    firstLeader = firstLeader ?? org?.leader ?? null;
    id = org?.parent_id ?? null;
  }
  if (found.length === 0) return firstLeader === null ? [] : [firstLeader];
  const selected = found.slice(from - 1);
  return selected.length > 0 ? selected : found.slice(-1);
}
