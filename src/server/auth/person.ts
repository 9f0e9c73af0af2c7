import type { FastifyRequest } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import { EVERYBODY, type FormRight } from '../../rules/formRights.ts';
import { isAdministrator } from '../../rules/permission.ts';
import { roleFieldsOf } from '../../rules/roleFields.ts';
import type { RequestUser } from '../http/user.ts';
import type { Db } from '../store/database.ts';
import type { Fact } from '../store/facts.ts';
import { secretHash } from './secret.ts';

/**
 * SQL of the rights that the roles of the person `u` have on forms, as a JSON list. Contains only forms in which one of
 * these roles hides or locks a field.
 */
const fieldRightsSql = sql`(select jsonb_agg(jsonb_build_array(f.form_key, f.role_code, f.rights, f.hidden, f.locked) order by f.form_key, f.role_code) from sys_role_form f
  where (f.role_code = ${sql.lit(EVERYBODY)} or f.role_code in (select m.role_code from sys_user_role m where m.user_id = u.id))
  and f.form_key in (select c.form_key from sys_role_form c where (c.hidden <> '[]' or c.locked <> '[]') and (c.role_code = ${sql.lit(EVERYBODY)} or c.role_code in (select m.role_code from sys_user_role m where m.user_id = u.id))))`;

/**
 * Returns the SQL of the person `u` with the current rights of their roles, as a JSON text (`PersonTuple`).
 * `needsFactor`: this session may only set up a second factor. `isCompany`: the company's provider or directory opened
 * the session, so a due change of the product's own password is ignored.
 */
const personJsonSql = (
  needsFactor: RawBuilder<unknown>,
  isCompany: RawBuilder<unknown> = sql`false`,
) => sql`jsonb_build_array(u.id, u.username, u.name, u.dept_id, u.unit_id,
        (select jsonb_agg(jsonb_build_array(m.role_code, o.permissions) order by m.role_code) from sys_user_role m left join sys_role o on o.code = m.role_code where m.user_id = u.id),
        (select jsonb_agg(jsonb_build_array(m.unit_id, m.dept_id) order by m.sn) from sys_user_unit m where m.user_id = u.id), u.must_change_password and not ${isCompany}, ${fieldRightsSql}, ${needsFactor})::text`;

/**
 * Returns the fact whose answer is the person who owns the machine account (接口账号) whose key has this hash. The
 * answer is null if no key has this hash or the account of the person is disabled.
 */
export const personOfKey = (hash: string): Fact => ({
  key: `key ${hash}`,
  answerSql: () =>
    sql<
      string | null
    >`(select ${personJsonSql(sql`false`)} from auth_key k join sys_user u on u.id = k.user_id where k.hash = ${hash} and not u.is_disabled)`,
});

/**
 * Loads people by id with the rights that they would have after signing in, in their main unit. Used to check the
 * rights of another person. Disabled accounts are left out.
 */
export async function loadPeopleAsSignedIn(db: Db, ids: readonly string[]): Promise<RequestUser[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ person: string }>`select ${personJsonSql(sql`false`)} as person from sys_user u
    where u.id = any(${[...ids]}::text[]) and not u.is_disabled order by u.id`.execute(db);
  return rows.flatMap(({ person }) => personOf(person) ?? []);
}

/**
 * Returns the fact whose answer is the person of an access token, with the current rights of their roles. The answer is
 * null for a token that is unknown, ended or expired. Every request reads this fact.
 */
export function personOfToken(token: string): Fact {
  const hash = secretHash(token);
  return {
    key: `token ${hash}`,
    answerSql: () => sql<string | null>`(select ${personJsonSql(sql`s.needs_factor`, sql`s.is_company`)}
      from auth_token t join auth_session s on s.id = t.session_id join sys_user u on u.id = s.user_id
      where t.hash = ${hash} and t.kind = 'access' and t.expires_at > now() and s.expires_at > now() and not u.is_disabled)`,
  };
}

type PersonTuple = [
  id: string,
  username: string,
  name: string,
  deptId: string | null,
  unitId: string | null,
  roles: [code: string, permissions: string[] | null][] | null,
  posts: [unitId: string, deptId: string | null][] | null,
  mustChangePassword: boolean,
  fields: [formKey: string, role: string, rights: FormRight[], hidden: string[], locked: string[]][] | null,
  needsFactor: boolean,
];

/**
 * Converts an answer of `personOfToken` or `personOfKey` to a person. The department is that of their post in the
 * chosen unit (header `Unit-Id`) or, if none is chosen, in their main unit. Refuses with UNIT_FOREIGN if the person has
 * no post in the chosen unit.
 */
export function personOf(answer: string | null, chosenUnit = ''): RequestUser | null {
  if (answer === null) return null;
  const [id, username, name, mainDept, mainUnit, roles, posts, mustChangePassword, fields, needsFactor] = JSON.parse(
    answer,
  ) as PersonTuple;
  const post = (posts ?? []).find(([unit]) => unit === chosenUnit);
  if (chosenUnit !== '' && chosenUnit !== mainUnit && !post) throw new Refusal('UNIT_FOREIGN');
  const isMain = chosenUnit === '' || chosenUnit === mainUnit;
  const roleCodes = (roles ?? []).map(([code]) => code);
  const fieldRights = (fields ?? []).map(([formKey, role, rights, hidden, locked]) => ({
    formKey,
    role,
    rights,
    hidden,
    locked,
  }));
  return {
    id,
    username,
    name,
    deptId: isMain ? mainDept : (post?.[1] ?? null),
    unitId: isMain ? mainUnit : chosenUnit,
    ...(chosenUnit === '' ? {} : { isUnitChosen: true }),
    mustChangePassword,
    needsFactor,
    roles: roleCodes,
    fieldRules: isAdministrator({ roles: roleCodes }) ? {} : roleFieldsOf(fieldRights),
    permissions: [...new Set((roles ?? []).flatMap(([, permissions]) => permissions ?? []))].sort(),
  };
}

/** Returns the unit that a call chooses (header `Unit-Id`); '' for none. */
export function unitOfCall({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const unit = headers['unit-id'];
  return typeof unit === 'string' ? unit.trim() : '';
}
