import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../store/database.ts';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';

/** The approvals that are counted. `mine`: those that the user started; `unit`: those that the user's roles permit. */
export type Scope = 'mine' | 'unit';

const STATES: Readonly<Record<string, string>> = { '1': '审批中', '2': '已退回', '3': '已办结', '4': '已作废' };

/**
 * The keys of the forms of which a person's roles may read all records (`all`), or the records of the person's units
 * (`unit`). `formsWithScope`: the forms that a role's scopes name; `otherFormsScope`: the scope for all other forms.
 */
interface CountableForms {
  all: string[];
  unit: string[];
  formsWithScope: string[];
  otherFormsScope: 'all' | 'unit' | null;
}

/** Loads the forms whose approvals the person's roles permit to count. */
async function loadCountableForms(db: Db, user: RequestUser): Promise<CountableForms> {
  const roleScopes =
    user.roles.length === 0
      ? []
      : await db
          .selectFrom('sys_role_scope')
          .select(['role_code', 'form_key', 'scope'])
          .where('role_code', 'in', [...user.roles])
          // forms without approvals have nothing to count
          .where((where) =>
            where.or([
              where('form_key', '=', ''),
              where.exists(
                where
                  .selectFrom('flw_instance')
                  .select('id')
                  .whereRef('flw_instance.form_key', '=', 'sys_role_scope.form_key'),
              ),
            ]),
          )
          .execute();
  const withScope = [...new Set(roleScopes.map(({ form_key: key }) => key).filter((key) => key !== ''))];
  const widestScope = (formKey: string): 'all' | 'unit' | null => {
    const scopes = user.roles.map(
      (role) =>
        (
          roleScopes.find((roleScope) => roleScope.role_code === role && roleScope.form_key === formKey) ??
          roleScopes.find((roleScope) => roleScope.role_code === role && roleScope.form_key === '')
        )?.scope,
    );
    return scopes.includes('all') ? 'all' : scopes.includes('unit') ? 'unit' : null;
  };
  return {
    all: withScope.filter((key) => widestScope(key) === 'all'),
    unit: withScope.filter((key) => widestScope(key) === 'unit'),
    formsWithScope: withScope,
    otherFormsScope: widestScope(''),
  };
}

/**
 * Returns the condition for the instances (table alias `i`) that a person may count: a number must not reveal instances
 * that the person may not read. Refuses scope `unit` with 403 if no role permits `unit` or `all` for any form.
 */
async function countableSql(db: Db, user: RequestUser, scope: Scope): Promise<RawBuilder<unknown>> {
  if (scope === 'mine') return sql`i.initiator_id = ${user.id}`;
  if (isAdmin(user)) return sql`true`;
  const { all, unit, formsWithScope, otherFormsScope } = await loadCountableForms(db, user);
  if (otherFormsScope === null && all.length === 0 && unit.length === 0) throw new Refusal('403');
  const isOtherForm = sql`i.form_key <> all(${formsWithScope}::text[])`;
  const none = sql`false`;
  // the chosen unit of the call; without one, all units of the user
  const isOfUnit = user.isUnitChosen
    ? sql`i.unit_id = ${user.unitId}`
    : sql`exists (select 1 from sys_user p join sys_user_unit m on m.unit_id = p.unit_id
        where p.id = i.initiator_id and m.user_id = ${user.id})`;
  return sql`(i.form_key = any(${all}::text[]) or ${otherFormsScope === 'all' ? isOtherForm : none} or ((i.form_key = any(${unit}::text[]) or ${otherFormsScope === 'unit' ? isOtherForm : none})
    and ${isOfUnit}))`;
}

export interface MonthCounts {
  month: string;
  started: number;
  finished: number;
}

/**
 * Returns for each of the last `months` months how many applications were started and how many finished. Includes the
 * current month and months without applications.
 */
export async function countByMonth(db: Db, user: RequestUser, scope: Scope, months: number): Promise<MonthCounts[]> {
  const zone = process.env.TZ || 'Asia/Shanghai';
  const countable = await countableSql(db, user, scope);
  const { rows } = await sql<MonthCounts>`
    with months as (select generate_series(date_trunc('month', now() at time zone ${zone}) - make_interval(months => ${months - 1}), date_trunc('month', now() at time zone ${zone}), interval '1 month') as m),
    own as (select started_at at time zone ${zone} as s, ended_at at time zone ${zone} as e from flw_instance i where i.flw_state <> '0' and ${countable})
    select to_char(m, 'YYYY-MM') as month, (select count(*)::int from own where date_trunc('month', s) = m) as started,
      (select count(*)::int from own where date_trunc('month', e) = m) as finished from months order by m`.execute(db);
  return rows;
}

/** A part of a chart: a form, state or department, and its number of applications. */
export interface Share {
  name: string;
  value: number;
}

/** The maximum number of forms in a chart, 其他 included. */
const MAX_FORMS = 12;

/** Adds up the shares beyond the limit as 其他, so that the sum stays the same. */
const withOthers = (shares: readonly Share[], limit: number): Share[] =>
  shares.length <= limit
    ? [...shares]
    : [
        ...shares.slice(0, limit - 1),
        { name: '其他', value: shares.slice(limit - 1).reduce((sum, { value }) => sum + value, 0) },
      ];

/** Returns the number of applications per form, the most frequent first. */
export async function countByForm(db: Db, user: RequestUser, scope: Scope): Promise<Share[]> {
  const countable = await countableSql(db, user, scope);
  const { rows } =
    await sql<Share>`select i.form_name as name, count(*)::int as value from flw_instance i where i.flw_state <> '0' and ${countable} group by 1 order by 2 desc, 1`.execute(
      db,
    );
  return withOthers(rows, MAX_FORMS);
}

/** Returns the number of applications per state. */
export async function countByState(db: Db, user: RequestUser, scope: Scope): Promise<Share[]> {
  const countable = await countableSql(db, user, scope);
  const { rows } =
    await sql<Share>`select i.flw_state as name, count(*)::int as value from flw_instance i where i.flw_state <> '0' and ${countable} group by 1 order by 1`.execute(
      db,
    );
  return rows.map(({ name, value }) => ({ name: STATES[name] ?? name, value }));
}

/** The maximum number of departments in a chart, 其他 included. */
const MAX_DEPTS = 20;

/**
 * Returns the number of applications per department of the applicant, for dashboards of a region or unit. If several
 * departments have the same name, the name of the parent unit or department is appended in brackets.
 */
export async function countByDept(db: Db, user: RequestUser): Promise<Share[]> {
  const countable = await countableSql(db, user, 'unit');
  const { rows } = await sql<Share & { parent: string | null }>`
    select coalesce(d.name, '未设部门') as name, u.name as parent, count(*)::int as value
    from flw_instance i join sys_user p on p.id = i.initiator_id
      left join sys_org d on d.id = p.dept_id left join sys_org u on u.id = d.parent_id
    where i.flw_state <> '0' and ${countable} group by d.id, d.name, u.name order by 3 desc, 1, 2`.execute(db);
  const isRepeated = (name: string): boolean => rows.filter((row) => row.name === name).length > 1;
  const shares = rows.map(({ name, parent, value }) => ({
    name: parent !== null && isRepeated(name) ? `${name}（${parent}）` : name,
    value,
  }));
  return withOthers(shares, MAX_DEPTS);
}
