import { sql } from 'kysely';
import type { Db } from '../documents/store.ts';
import type { Fact, Ground } from '../store/facts.ts';
import type { RequestUser } from '../http/user.ts';

/** How far the records of a form are open to the holders of a role. Everybody reads what is theirs or was in their hands. */
export const DATA_SCOPES = ['all', 'unit', 'deptTree', 'dept', 'self'] as const;
export type DataScope = (typeof DATA_SCOPES)[number];

/** What the roles and the place of a person open to them in a form. */
export interface Reach {
  isAll: boolean;
  /** Units and departments whose records they read, parts below included. */
  units: readonly string[];
  depts: readonly string[];
  /** Of these, the departments led, with those below. */
  led: readonly string[];
  /** All that was known of this person to tell, as one text. */
  known: string;
}

/** Lines of roles (role, form or '', scope), places (unit, department), departments led with those below. */
interface Facts { lines: [string, string, DataScope][] | null; places: [string, string | null][] | null; led: string[] | null }

/** Another one whenever anything changed that decides how far somebody reads: what every statement of a list or record proves. */
const REVISION: Fact = { key: 'reach', text: () => sql<string>`(select revision::text from sys_reach)` };

const placeOf = (user: RequestUser, formKey: string): Fact => ({
  key: `reach ${JSON.stringify([user.id, formKey, user.roles])}`,
  under: REVISION,
  text: () => sql<string>`jsonb_build_object(
    'lines', (select jsonb_agg(jsonb_build_array(s.role_code, s.form_key, s.scope) order by s.role_code, s.form_key) from sys_role_scope s where s.role_code = any(${user.roles}::text[]) and s.form_key in ('', ${formKey})),
    'places', (select jsonb_agg(jsonb_build_array(m.unit_id, m.dept_id) order by m.unit_id, m.dept_id) from sys_user_unit m where m.user_id = ${user.id}),
    'led', (with recursive led as (select id from sys_org where leader_id = ${user.id} union select o.id from sys_org o join led l on o.parent_id = l.id) select jsonb_agg(id order by id) from led))::text`,
});

/** The departments with all below them. */
const belowOf = (depts: readonly string[]): Fact => ({
  key: `below ${depts.join(' ')}`,
  under: REVISION,
  text: () => sql<string>`(with recursive below as (select id from unnest(${depts}::text[]) as own(id) union select o.id from sys_org o join below b on o.parent_id = b.id) select jsonb_agg(id order by id)::text from below)`,
});

/** A role's line for the form goes before its general one. */
function scopesOf(lines: NonNullable<Facts['lines']>): Set<DataScope> {
  const special = new Set(lines.filter(([, form]) => form !== '').map(([role]) => role));
  return new Set(lines.filter(([role, form]) => form !== '' || !special.has(role)).map(([, , scope]) => scope));
}

const unique = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null && id !== ''))] as string[];

/**
 * Each role counts with its line for the form, else with its general one; the widest of all roles holds.
 * Who leads a department reads it and what is below it, whatever the roles say.
 */
export async function reachOf(db: Db, user: RequestUser, formKey: string, isWholeUnit: boolean, ground: Ground): Promise<Reach> {
  const place = await ground.know(db, placeOf(user, formKey)) ?? '{}';
  const facts = JSON.parse(place) as Facts;
  const scopes = scopesOf(facts.lines ?? []);
  const own = unique([...(facts.places ?? []).map(([, dept]) => dept), user.deptId]);
  const below = scopes.has('deptTree') && own.length > 0 ? await ground.know(db, belowOf(own)) ?? '[]' : '[]';
  const led = facts.led ?? [];
  const depts = scopes.has('deptTree') ? JSON.parse(below) as string[] : scopes.has('dept') ? own : [];
  const units = isWholeUnit || scopes.has('unit') ? unique([...(facts.places ?? []).map(([unit]) => unit), user.unitId]) : [];
  const reached = unique([...led, ...depts]);
  return { isAll: scopes.has('all'), units, depts: reached, led, known: JSON.stringify([place, units, reached]) };
}
