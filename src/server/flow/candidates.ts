import type { Trx } from '../store/transaction.ts';
import type { Candidate, FlowNode } from './definition.ts';

/** What candidates are resolved from: the applicant and the record's values. */
export interface CandidateSource {
  initiatorId: string;
  deptId: string | null;
  unitId: string | null;
  fields: Readonly<Record<string, unknown>>;
}


/** Ids a selector field may hold: one id, a list, a comma text, or objects with an id. */
function idsOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : String(value ?? '').split(',');
  return parts.map((part: unknown) => String((part as { id?: unknown } | null)?.id ?? part ?? '').trim()).filter(Boolean);
}

/** Holders of a role in the applicant's unit; where that unit has none, in any unit. */
async function byRole(trx: Trx, role: string, unitId: string | null): Promise<string[]> {
  const rows = await trx.selectFrom('sys_user_role as r').innerJoin('sys_user as u', 'u.id', 'r.user_id')
    .leftJoin('sys_user_unit as m', (join) => join.onRef('m.user_id', '=', 'u.id').on('m.unit_id', '=', unitId))
    .where('r.role_code', '=', role).where('u.is_disabled', '=', false)
    .select(['u.id', 'u.unit_id', 'm.unit_id as memberOf']).execute();
  const near = rows.filter((row) => row.unit_id === unitId || row.memberOf !== null);
  return (near.length > 0 ? near : rows).map((row) => row.id);
}

/**
 * The leader of the applicant's department, else of the next one above. Who leads the department is not asked to
 * approve the own application while there is somebody above.
 */
async function deptLeader(trx: Trx, { deptId, initiatorId }: CandidateSource): Promise<string[]> {
  let own: string | null = null;
  const seen = new Set<string>();
  for (let id = deptId; id !== null && !seen.has(id);) {
    seen.add(id);
    const org = await trx.selectFrom('sys_org as o').leftJoin('sys_user as u', (join) => join.onRef('u.id', '=', 'o.leader_id').on('u.is_disabled', '=', false))
      .where('o.id', '=', id).select(['o.parent_id', 'u.id as leader']).executeTakeFirst();
    if (org?.leader && org.leader !== initiatorId) return [org.leader];
    own = own ?? org?.leader ?? null;
    id = org?.parent_id ?? null;
  }
  return own === null ? [] : [own];
}

/** Those of the ids (or user names) that are people who can sign in. */
async function enabledUsers(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx.selectFrom('sys_user').where('is_disabled', '=', false)
    .where((query) => query.or([query('id', 'in', ids), query('username', 'in', ids)])).select('id').execute();
  return rows.map((row) => row.id);
}

function resolveOne(trx: Trx, candidate: Candidate, source: CandidateSource): Promise<string[]> {
  switch (candidate.type) {
    case 'role': return byRole(trx, candidate.value, source.unitId);
    case 'deptLeader': return deptLeader(trx, source);
    case 'user': return enabledUsers(trx, [candidate.value]);
    case 'field': return enabledUsers(trx, idsOf(source.fields[candidate.value]));
    case 'initiator': return enabledUsers(trx, [source.initiatorId]);
  }
}

/** Ids of the people who may act on a task of this node, without repeats; empty when there is nobody. */
export async function resolveCandidates(trx: Trx, node: FlowNode, source: CandidateSource): Promise<string[]> {
  const found = new Set<string>();
  for (const candidate of node.candidates) for (const id of await resolveOne(trx, candidate, source)) found.add(id);
  return [...found];
}
