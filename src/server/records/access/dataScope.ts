import { sql } from 'kysely';
import { createCache } from '../../store/cache.ts';
import type { Db } from '../../store/database.ts';
import type { Fact, FactReader } from '../../store/facts.ts';
import type { RequestUser } from '../../http/user.ts';

/**
 * The records of a form that a role lets people read. `all`: every record; `unit`: the records of their units;
 * `deptTree`: the records of their departments and the departments below; `dept`: the records of their departments;
 * `self`: none; `chosen`: the records of the departments that the role names and the departments below. Independently
 * of roles, everybody may read records that they created or were involved in.
 */
export const DATA_SCOPES = ['all', 'unit', 'deptTree', 'dept', 'self', 'chosen'] as const;
export type DataScope = (typeof DATA_SCOPES)[number];

/**
 * The reach of a person in a form: the units and departments whose records they may read, because of their roles and
 * their place in the organisation.
 */
export interface Reach {
  /** True if they may read all records of the form. */
  isAll: boolean;
  /** Ids of the units whose records they may read. */
  units: readonly string[];
  /** Ids of the departments whose records they may read, including departments below. */
  depts: readonly string[];
  /** Ids of the departments that the person leads, including departments below. */
  ledDepts: readonly string[];
  /** Represents the other properties in cache keys: the same number means that all of them are the same. */
  cacheId: number;
}

/** The data from which a `Reach` is computed, as the database returns them. Null stands for an empty list. */
interface ReachFacts {
  /**
   * The data scopes of the person's roles: the role, the form ('': every form), the scope and, for `chosen`, the
   * departments including those below.
   */
  roleScopes: [string, string, DataScope, string[] | null][] | null;
  /** The person's memberships: unit and department (null: in no department). */
  memberships: [string, string | null][] | null;
  /** Departments that the person leads, including departments below. */
  ledDepts: string[] | null;
  /**
   * The person's departments and the departments below; null unless a role has the scope `deptTree`. If the request
   * names a unit, only the departments of this unit count.
   */
  deptsAndBelow: string[] | null;
}

/**
 * A revision that changes with every change of roles or organisation. Like every fact, it is cached. The statement
 * that reads records also reads the current revision, and its result is used only if the cached revision was current
 * (`FactReader`).
 */
const REVISION: Fact = { key: 'reach', answerSql: () => sql<string>`(select revision::text from sys_reach)` };

/** Returns a fact: the `ReachFacts` of a person and a form as JSON. */
const reachFact = (user: RequestUser, formKey: string): Fact => {
  const roleScopes = sql`select s.role_code, s.form_key, s.scope, s.dept_ids from sys_role_scope s where s.role_code = any(${user.roles}::text[]) and s.form_key in ('', ${formKey})`;
  const isUnitChosen = user.isUnitChosen === true;
  const membershipDepts = isUnitChosen
    ? sql``
    : sql`select m.dept_id as id from sys_user_unit m where m.user_id = ${user.id} and m.dept_id is not null union`;
  return {
    key: `reach ${JSON.stringify([user.id, formKey, user.roles, user.deptId, isUnitChosen])}`,
    dependsOn: REVISION,
    answerSql: () => sql<string>`jsonb_build_object(
      'roleScopes', (select jsonb_agg(jsonb_build_array(role_code, form_key, scope, case when scope = 'chosen' then
        (with recursive part as (select d.value::varchar as id from jsonb_array_elements_text(dept_ids) d union select o.id from sys_org o join part on o.parent_id = part.id)
        select jsonb_agg(id order by id) from part) end) order by role_code, form_key) from (${roleScopes}) s),
      'memberships', (select jsonb_agg(jsonb_build_array(m.unit_id, m.dept_id) order by m.unit_id, m.dept_id) from sys_user_unit m where m.user_id = ${user.id}),
      'ledDepts', (with recursive led as (select id from sys_org where leader_id = ${user.id} union select o.id from sys_org o join led l on o.parent_id = l.id) select jsonb_agg(id order by id) from led),
      'deptsAndBelow', case when 'deptTree' in (select scope from (${roleScopes}) s) then (with recursive below as (${membershipDepts} select ${user.deptId}::text as id where ${user.deptId}::text is not null
        union select o.id from sys_org o join below b on o.parent_id = b.id) select jsonb_agg(id order by id) from below) end)::text`,
  };
};

/** Returns the scopes that apply: a role's scope for the form replaces the role's scope for every form. */
function effectiveScopes(roleScopes: NonNullable<ReachFacts['roleScopes']>): NonNullable<ReachFacts['roleScopes']> {
  const rolesWithFormScope = new Set(roleScopes.filter(([, form]) => form !== '').map(([role]) => role));
  return roleScopes.filter(([role, form]) => form !== '' || !rolesWithFormScope.has(role));
}

const distinctIds = (ids: readonly (string | null)[]): string[] =>
  [...new Set(ids.filter((id) => id !== null && id !== ''))] as string[];

/** Cache of computed reaches. Without the cache, every page would parse the fact with its long lists of departments. */
const reachCache = createCache<Reach>(10_000);
let lastCacheId = 0;

/**
 * Returns the reach of a person in a form. It follows from the scopes of their roles, and from the departments that
 * they lead with the departments below. `isWholeUnit`: also adds the person's units.
 */
export async function reachOf(
  db: Db,
  user: RequestUser,
  formKey: string,
  isWholeUnit: boolean,
  facts: FactReader,
): Promise<Reach> {
  const answer = (await facts.read(db, reachFact(user, formKey))) ?? '{}';
  const key = JSON.stringify([isWholeUnit, user.unitId, user.deptId, user.isUnitChosen === true, answer]);
  const cached = reachCache.get(key);
  if (cached) return cached;
  const reach = computeReach(JSON.parse(answer) as ReachFacts, user, isWholeUnit);
  reachCache.set(key, reach);
  return reach;
}

function computeReach(
  { roleScopes, memberships, ledDepts, deptsAndBelow }: ReachFacts,
  user: RequestUser,
  isWholeUnit: boolean,
): Reach {
  const appliedScopes = effectiveScopes(roleScopes ?? []);
  const scopes = new Set(appliedScopes.map(([, , scope]) => scope));
  const chosenDeptIds = appliedScopes.flatMap(([, , , ids]) => ids ?? []);
  const ownDepts = user.isUnitChosen ? [] : (memberships ?? []).map(([, dept]) => dept);
  const ownDeptIds = distinctIds([...ownDepts, user.deptId]);
  const deptsOfScope = scopes.has('dept') ? ownDeptIds : [];
  const depts = scopes.has('deptTree') ? (deptsAndBelow ?? []) : deptsOfScope;
  // the unit that the request names (`Unit-Id`), otherwise all units of the person
  const ownUnitIds = user.isUnitChosen ? [] : (memberships ?? []).map(([unit]) => unit);
  const units = isWholeUnit || scopes.has('unit') ? distinctIds([...ownUnitIds, user.unitId]) : [];
  return {
    isAll: scopes.has('all'),
    units,
    depts: distinctIds([...(ledDepts ?? []), ...depts, ...chosenDeptIds]),
    ledDepts: ledDepts ?? [],
    cacheId: (lastCacheId += 1),
  };
}
