import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../documents/store.ts';
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
}

interface Facts { more: number; scopes: DataScope[]; units: string[]; own: string[]; below: string[]; led: string[] }

/**
 * One query. Each role counts with its line for the form, else with its general one; the widest of all roles holds.
 * Who leads a department reads it and what is below it, whatever the roles say. `more`: a number that the caller wants to
 * know as well.
 */
export async function reachOf(db: Db, user: RequestUser, formKey: string, isWholeUnit: boolean, more: RawBuilder<number> = sql<number>`0`): Promise<Reach & { own: number }> {
  const { rows: [facts] } = await sql<Facts>`with recursive
    own as (select m.dept_id as id from sys_user_unit m where m.user_id = ${user.id} and m.dept_id is not null union select ${user.deptId}::varchar where ${user.deptId}::varchar is not null),
    below as (select id from own union select o.id from sys_org o join below b on o.parent_id = b.id),
    led as (select id from sys_org where leader_id = ${user.id} union select o.id from sys_org o join led l on o.parent_id = l.id),
    mine as (select distinct on (s.role_code) s.scope from sys_role_scope s where s.role_code = any(${user.roles}::text[]) and s.form_key in ('', ${formKey}) order by s.role_code, s.form_key desc)
    select array(select scope from mine) as scopes, array(select distinct m.unit_id from sys_user_unit m where m.user_id = ${user.id}) as units,
      array(select id from own) as own, array(select id from below) as below, array(select id from led) as led, ${more} as more`.execute(db);
  const { more: count, scopes, units, own, below, led } = facts ?? { more: 0, scopes: [], units: [], own: [], below: [], led: [] };
  const has = (scope: DataScope): boolean => scopes.includes(scope);
  const depts = [...led, ...(has('deptTree') ? below : has('dept') ? own : [])];
  const isUnit = isWholeUnit || has('unit');
  return { isAll: has('all'), units: isUnit ? [...new Set([...units, ...(user.unitId ? [user.unitId] : [])])] : [], depts: [...new Set(depts)], led, own: Number(count) };
}
