import type { Trx } from '../../store/transaction.ts';

interface Applicant {
  deptId: string | null;
  initiatorId: string;
}

/**
 * Leaders of the applicant's department (level 1) and of those above it, nearest first, between two levels. A department
 * without a leader counts no level, nor one that the applicant leads while there is somebody above: nobody is asked to
 * approve the own application. Where the tree ends below the level asked for, its last leader is taken.
 */
export async function leadersUpwards(
  trx: Trx,
  { deptId, initiatorId }: Applicant,
  { from, to }: { from: number; to: number },
): Promise<string[]> {
  const found: string[] = [];
  let own: string | null = null;
  const seen = new Set<string>();
  for (let id = deptId; id !== null && !seen.has(id) && found.length < to;) {
    seen.add(id);
    const org = await trx
      .selectFrom('sys_org as o')
      .leftJoin('sys_user as u', (join) => join.onRef('u.id', '=', 'o.leader_id').on('u.is_disabled', '=', false))
      .where('o.id', '=', id)
      .select(['o.parent_id', 'u.id as leader'])
      .executeTakeFirst();
    if (org?.leader && org.leader !== initiatorId) found.push(org.leader);
    own = own ?? org?.leader ?? null;
    id = org?.parent_id ?? null;
  }
  if (found.length === 0) return own === null ? [] : [own];
  const wanted = found.slice(from - 1);
  return wanted.length > 0 ? wanted : found.slice(-1);
}
