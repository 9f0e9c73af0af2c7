import { sql, type RawBuilder } from 'kysely';
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

interface Facts { more: string; scopes: DataScope[]; units: string[]; own: string[]; below: string[]; led: string[] }

/** `more`: a word that the caller wants to know as well. */
const placeOf = (user: RequestUser, formKey: string, more: RawBuilder<string>): RawBuilder<string> => sql<string>`(with recursive
    own as (select m.dept_id as id from sys_user_unit m where m.user_id = ${user.id} and m.dept_id is not null union select ${user.deptId}::varchar where ${user.deptId}::varchar is not null),
    below as (select id from own union select o.id from sys_org o join below b on o.parent_id = b.id),
    led as (select id from sys_org where leader_id = ${user.id} union select o.id from sys_org o join led l on o.parent_id = l.id),
    mine as (select distinct on (s.role_code) s.scope from sys_role_scope s where s.role_code = any(${user.roles}::text[]) and s.form_key in ('', ${formKey}) order by s.role_code, s.form_key desc)
    select jsonb_build_object('scopes', array(select distinct scope from mine order by scope), 'units', array(select distinct m.unit_id from sys_user_unit m where m.user_id = ${user.id} order by m.unit_id),
      'own', array(select id from own order by id), 'below', array(select id from below order by id), 'led', array(select id from led order by id), 'more', ${more})::text)`;

/**
 * One fact. Each role counts with its line for the form, else with its general one; the widest of all roles holds.
 * Who leads a department reads it and what is below it, whatever the roles say.
 */
export async function reachOf(db: Db, user: RequestUser, formKey: string, isWholeUnit: boolean, ground: Ground, more: RawBuilder<string> | null = null): Promise<Reach & { more: string }> {
  const fact: Fact = { key: `reach ${user.id} ${formKey} ${more !== null}`, text: placeOf(user, formKey, more ?? sql<string>`''`) };
  const known = await ground.know(db, fact) ?? '{}';
  const facts = JSON.parse(known) as Facts;
  const { scopes, units, own, below, led } = facts;
  const has = (scope: DataScope): boolean => scopes.includes(scope);
  const depts = [...led, ...(has('deptTree') ? below : has('dept') ? own : [])];
  const isUnit = isWholeUnit || has('unit');
  return { isAll: has('all'), units: isUnit ? [...new Set([...units, ...(user.unitId ? [user.unitId] : [])])] : [], depts: [...new Set(depts)], led, known, more: facts.more };
}
