import type { Trx } from '../../store/transaction.ts';
import { isDeptFieldHolder, type Holder, type FlowNode } from '../../flow/index.ts';
import { findLeadersUpwards } from './leadersUpwards.ts';

/**
 * The data by which the holders that a node names are resolved to people: the applicant, the record's values and the
 * chosen people.
 */
export interface CandidateSource {
  applicantId: string;
  /** The department of the applicant. */
  deptId: string | null;
  /** The unit of the applicant. */
  unitId: string | null;
  /** The values of the record's fields, by field key. */
  fields: Readonly<Record<string, unknown>>;
  /** The ids of the people whom the applicant or a later approver chose for a node, by node id. */
  choices: Readonly<Record<string, readonly string[]>>;
  /** The item of the current run: a row's values, or a single value; null outside of a repeated sub-process. */
  item: Readonly<Record<string, unknown>> | string | null;
  /** Returns the value of an expression over the record; null if it cannot be evaluated. */
  evaluate(text: string): unknown;
}

/**
 * Returns the ids in the value of a selector: one id, ids separated by commas, or a list of ids or of objects with an
 * id.
 */
function idsOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : String(value ?? '').split(',');
  return parts
    .map((part: unknown) => String((part as { id?: unknown } | null)?.id ?? part ?? '').trim())
    .filter(Boolean);
}

interface UserWithRoleOrPost {
  id: string;
  /**
   * With a role: true if the person belongs to the applicant's unit. With a post: true if the person has the post in
   * that unit.
   */
  isInUnit: boolean;
}

/**
 * Returns the ids of the people with a role or post who are in the applicant's unit (`isInUnit`). If nobody is, returns
 * the ids of all people with the role or post.
 */
function preferSameUnit(rows: readonly UserWithRoleOrPost[]): string[] {
  const sameUnit = rows.filter(({ isInUnit }) => isInUnit);
  // a person with posts in several departments of the unit is listed once
  return [...new Set((sameUnit.length > 0 ? sameUnit : rows).map((row) => row.id))];
}

async function findUsersByRole(trx: Trx, role: string, unitId: string | null): Promise<string[]> {
  const rows = await trx
    .selectFrom('sys_user_role as r')
    .innerJoin('sys_user as u', 'u.id', 'r.user_id')
    .leftJoin('sys_user_unit as m', (join) => join.onRef('m.user_id', '=', 'u.id').on('m.unit_id', '=', unitId))
    .where('r.role_code', '=', role)
    .where('u.is_disabled', '=', false)
    .select(['u.id', 'u.unit_id', 'm.unit_id as memberUnitId'])
    .orderBy('u.id')
    .execute();
  return preferSameUnit(
    rows.map((row) => ({ id: row.id, isInUnit: row.unit_id === unitId || row.memberUnitId !== null })),
  );
}

async function findUsersByPost(trx: Trx, post: string, unitId: string | null): Promise<string[]> {
  const rows = await trx
    .selectFrom('sys_user as u')
    .leftJoin('sys_user_unit as m', (join) =>
      join.onRef('m.user_id', '=', 'u.id').on('m.unit_id', '=', unitId).on('m.post', '=', post),
    )
    .where((where) =>
      where.or([
        where('u.post', '=', post),
        where.exists(
          where
            .selectFrom('sys_user_unit as x')
            .whereRef('x.user_id', '=', 'u.id')
            .where('x.post', '=', post)
            .select('x.user_id'),
        ),
      ]),
    )
    .where('u.is_disabled', '=', false)
    .select(['u.id', 'u.unit_id', 'u.post', 'm.unit_id as postUnitId'])
    .orderBy('u.id')
    .execute();
  return preferSameUnit(
    rows.map((row) => ({
      id: row.id,
      // membership in this unit is not enough, because the person may have this post only in another unit
      isInUnit: (row.unit_id === unitId && row.post === post) || row.postUnitId !== null,
    })),
  );
}

/** Returns the enabled users who belong to a department in any of their units. */
async function findUsersByDept(trx: Trx, dept: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('sys_user as u')
    .leftJoin('sys_user_unit as m', 'm.user_id', 'u.id')
    .where((where) => where.or([where('u.dept_id', '=', dept), where('m.dept_id', '=', dept)]))
    .where('u.is_disabled', '=', false)
    .select('u.id')
    .distinct()
    .orderBy('u.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the ids of the enabled users with these ids or user names, in the given order. */
export async function findEnabledUsers(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('sys_user')
    .where('is_disabled', '=', false)
    .where((query) => query.or([query('id', 'in', ids), query('username', 'in', ids)]))
    .select(['id', 'username'])
    .execute();
  return ids.flatMap((id) => rows.filter((row) => row.id === id || row.username === id).map((row) => row.id));
}

const FIRST_LEVEL = { from: 1, to: 1 };

/** Returns the ids of the people whom one holder (`type`, `value`) of a node names. */
function resolveHolder(trx: Trx, { type, value }: Holder, nodeId: string, source: CandidateSource): Promise<string[]> {
  const applicant = { deptId: source.deptId, personId: source.applicantId };
  switch (type) {
    case 'role':
      return findUsersByRole(trx, value, source.unitId);
    case 'post':
      return findUsersByPost(trx, value, source.unitId);
    case 'dept':
      return findUsersByDept(trx, value);
    case 'deptLeader':
      return isDeptFieldHolder(type, value)
        ? findLeadersUpwards(
            trx,
            { ...applicant, deptId: idsOf(source.fields[value])[0] ?? source.deptId },
            FIRST_LEVEL,
          )
        : findLeadersUpwards(trx, applicant, { from: Number(value || '1'), to: Number(value || '1') });
    case 'deptLeaders':
      return findLeadersUpwards(trx, applicant, { from: 1, to: Number(value) });
    case 'user':
      return findEnabledUsers(trx, [value]);
    case 'field':
      return findEnabledUsers(trx, idsOf(source.fields[value]));
    case 'item':
      return findEnabledUsers(trx, idsOf(typeof source.item === 'string' ? source.item : source.item?.[value]));
    case 'expression':
      return findEnabledUsers(trx, idsOf(source.evaluate(value)));
    case 'initiator':
      return findEnabledUsers(trx, [source.applicantId]);
    case 'choice':
      return findEnabledUsers(trx, source.choices[nodeId] ?? []);
  }
}

/** Returns the ids of the people whom the holders name, without duplicates, in the order of the holders. */
export async function resolvePeople(
  trx: Trx,
  holders: readonly Holder[],
  nodeId: string,
  source: CandidateSource,
): Promise<string[]> {
  const ids = new Set<string>();
  for (const holder of holders) for (const id of await resolveHolder(trx, holder, nodeId, source)) ids.add(id);
  return [...ids];
}

/** Types of holders that name a group of people, to which the applicant may belong by chance. */
const GROUP_TYPES: ReadonlySet<Holder['type']> = new Set(['role', 'post', 'dept']);

/**
 * Returns the ids of the people who get a task of this node. For a node that waits for a message, returns the ids of
 * the people who may report the message. The applicant is removed from the result of a task node (APP-061) except in
 * three cases: a holder other than a role, post or department names the applicant; the node has the setting
 * `toApplicant`; or the result would be empty.
 */
export async function resolveCandidates(trx: Trx, node: FlowNode, source: CandidateSource): Promise<string[]> {
  const people = await resolvePeople(trx, node.candidates, node.id, source);
  if (node.kind !== 'userTask' || node.settings?.toApplicant === true || !people.includes(source.applicantId))
    return people;
  const individualHolders = node.candidates.filter(({ type }) => !GROUP_TYPES.has(type));
  if ((await resolvePeople(trx, individualHolders, node.id, source)).includes(source.applicantId)) return people;
  const otherIds = people.filter((id) => id !== source.applicantId);
  return otherIds.length > 0 ? otherIds : people;
}

/** Checks whether people must be chosen for this node and nobody has been chosen. */
export const lacksChoice = (node: FlowNode, source: CandidateSource): boolean =>
  node.candidates.some(({ type }) => type === 'choice') && (source.choices[node.id] ?? []).length === 0;
