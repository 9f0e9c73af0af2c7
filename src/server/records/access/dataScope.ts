import { sql } from 'kysely';
import { createCache } from '../../store/cache.ts';
import type { Db } from '../../store/database.ts';
import type { Fact, Ground } from '../../store/facts.ts';
import type { RequestUser } from '../../http/user.ts';

/** How far the records of a form are open to the holders of a role. Everybody reads what is theirs or was in their hands. */
export const DATA_SCOPES = ['all', 'unit', 'deptTree', 'dept', 'self', 'chosen'] as const;
export type DataScope = (typeof DATA_SCOPES)[number];

/** What the roles and the place of a person open to them in a form. */
export interface Reach {
  isAll: boolean;
  /** Units and departments whose records they read, parts below included. */
  units: readonly string[];
  depts: readonly string[];
  /** Of these, the departments led, with those below. */
  led: readonly string[];
  /** The same for the same of everything this was made of. */
  number: number;
}

/** Lines of roles (role, form or '', scope), places (unit, department), departments led with those below; the own ones with those below, where a role reads these. */
interface Facts {
  /** Of a `chosen` line: its departments with those below. */
  lines: [string, string, DataScope, string[] | null][] | null;
  places: [string, string | null][] | null;
  led: string[] | null;
  below: string[] | null;
}

/** Another one whenever anything changed that decides how far somebody reads: what every statement of a list or record proves. */
const REVISION: Fact = { key: 'reach', text: () => sql<string>`(select revision::text from sys_reach)` };

const placeOf = (user: RequestUser, formKey: string): Fact => {
  const lines = sql`select s.role_code, s.form_key, s.scope, s.dept_ids from sys_role_scope s where s.role_code = any(${user.roles}::text[]) and s.form_key in ('', ${formKey})`;
  return {
    key: `reach ${JSON.stringify([user.id, formKey, user.roles, user.deptId])}`,
    under: REVISION,
    text: () => sql<string>`jsonb_build_object(
      'lines', (select jsonb_agg(jsonb_build_array(role_code, form_key, scope, case when scope = 'chosen' then
        (with recursive part as (select d.value::varchar as id from jsonb_array_elements_text(dept_ids) d union select o.id from sys_org o join part on o.parent_id = part.id)
        select jsonb_agg(id order by id) from part) end) order by role_code, form_key) from (${lines}) s),
      'places', (select jsonb_agg(jsonb_build_array(m.unit_id, m.dept_id) order by m.unit_id, m.dept_id) from sys_user_unit m where m.user_id = ${user.id}),
      'led', (with recursive led as (select id from sys_org where leader_id = ${user.id} union select o.id from sys_org o join led l on o.parent_id = l.id) select jsonb_agg(id order by id) from led),
      'below', case when 'deptTree' in (select scope from (${lines}) s) then (with recursive below as (select m.dept_id as id from sys_user_unit m where m.user_id = ${user.id} and m.dept_id is not null
        union select ${user.deptId}::text where ${user.deptId}::text is not null union select o.id from sys_org o join below b on o.parent_id = b.id) select jsonb_agg(id order by id) from below) end)::text`,
  };
};

/** The lines that count: a role's line for the form goes before its general one. */
function countingLines(lines: NonNullable<Facts['lines']>): NonNullable<Facts['lines']> {
  const special = new Set(lines.filter(([, form]) => form !== '').map(([role]) => role));
  return lines.filter(([role, form]) => form !== '' || !special.has(role));
}

const unique = (ids: readonly (string | null)[]): string[] =>
  [...new Set(ids.filter((id) => id !== null && id !== ''))] as string[];

/** To tell it anew of the same for every page took as long as a tenth of what the database takes. */
const told = createCache<Reach>(10_000);
let last = 0;

/**
 * Each role counts with its line for the form, else with its general one; the widest of all roles holds.
 * Who leads a department reads it and what is below it, whatever the roles say.
 */
export async function reachOf(
  db: Db,
  user: RequestUser,
  formKey: string,
  isWholeUnit: boolean,
  ground: Ground,
): Promise<Reach> {
  const place = (await ground.know(db, placeOf(user, formKey))) ?? '{}';
  const key = JSON.stringify([isWholeUnit, user.unitId, user.deptId, user.isUnitChosen === true, place]);
  const known = told.get(key);
  if (known) return known;
  const reach = tell(JSON.parse(place) as Facts, user, isWholeUnit);
  told.set(key, reach);
  return reach;
}

function tell({ lines, places, led, below }: Facts, user: RequestUser, isWholeUnit: boolean): Reach {
  const counting = countingLines(lines ?? []);
  const scopes = new Set(counting.map(([, , scope]) => scope));
  const chosen = counting.flatMap(([, , , ids]) => ids ?? []);
  const ownDepts = user.isUnitChosen ? [] : (places ?? []).map(([, dept]) => dept);
  const own = unique([...ownDepts, user.deptId]);
  const depts = scopes.has('deptTree') ? (below ?? []) : scopes.has('dept') ? own : [];
  // the unit that the call names, else all of theirs
  const theirs = user.isUnitChosen ? [] : (places ?? []).map(([unit]) => unit);
  const units = isWholeUnit || scopes.has('unit') ? unique([...theirs, user.unitId]) : [];
  return {
    isAll: scopes.has('all'),
    units,
    depts: unique([...(led ?? []), ...depts, ...chosen]),
    led: led ?? [],
    number: (last += 1),
  };
}
