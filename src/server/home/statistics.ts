import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../store/database.ts';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';

/** Whose approvals are counted: one's own, or those of one's units as far as roles read there. */
export type Scope = 'mine' | 'unit';

const STATES: Readonly<Record<string, string>> = { '1': '审批中', '2': '已退回', '3': '已办结', '4': '已作废' };

/** Forms in which the roles of a person read everything, or their units; `rest`: all forms without a line of their own. */
interface Counted {
  all: string[];
  unit: string[];
  lined: string[];
  rest: 'all' | 'unit' | null;
}

async function countedBy(db: Db, user: RequestUser): Promise<Counted> {
  const lines =
    user.roles.length === 0
      ? []
      : await db
          .selectFrom('sys_role_scope')
          .select(['role_code', 'form_key', 'scope'])
          .where('role_code', 'in', [...user.roles])
          .execute();
  const lined = [...new Set(lines.map(({ form_key: key }) => key).filter((key) => key !== ''))];
  const widest = (formKey: string): 'all' | 'unit' | null => {
    const scopes = user.roles.map(
      (role) =>
        (
          lines.find((line) => line.role_code === role && line.form_key === formKey) ??
          lines.find((line) => line.role_code === role && line.form_key === '')
        )?.scope,
    );
    return scopes.includes('all') ? 'all' : scopes.includes('unit') ? 'unit' : null;
  };
  return {
    all: lined.filter((key) => widest(key) === 'all'),
    unit: lined.filter((key) => widest(key) === 'unit'),
    lined,
    rest: widest(''),
  };
}

/** Which instances a person may count: no number tells of what they may not read. Refuses with 403 who reads no whole unit of anything. */
async function within(db: Db, user: RequestUser, scope: Scope): Promise<RawBuilder<unknown>> {
  if (scope === 'mine') return sql`i.initiator_id = ${user.id}`;
  if (isAdmin(user)) return sql`true`;
  const { all, unit, lined, rest } = await countedBy(db, user);
  if (rest === null && all.length === 0 && unit.length === 0) throw new Refusal('403');
  const others = sql`i.form_key <> all(${lined}::text[])`;
  const none = sql`false`;
  // the unit that the call names, else all of theirs
  const ofUnit = user.isUnitChosen
    ? sql`i.unit_id = ${user.unitId}`
    : sql`exists (select 1 from sys_user p join sys_user_unit m on m.unit_id = p.unit_id
        where p.id = i.initiator_id and m.user_id = ${user.id})`;
  return sql`(i.form_key = any(${all}::text[]) or ${rest === 'all' ? others : none} or ((i.form_key = any(${unit}::text[]) or ${rest === 'unit' ? others : none})
    and ${ofUnit}))`;
}

export interface Month {
  month: string;
  started: number;
  finished: number;
}

/** Applications begun and ended in each of the last months, the present one included; months without any are zero. */
export async function byMonth(db: Db, user: RequestUser, scope: Scope, months: number): Promise<Month[]> {
  const zone = process.env.TZ || 'Asia/Shanghai';
  const own = await within(db, user, scope);
  const { rows } = await sql<Month>`
    with months as (select generate_series(date_trunc('month', now() at time zone ${zone}) - make_interval(months => ${months - 1}), date_trunc('month', now() at time zone ${zone}), interval '1 month') as m),
    own as (select started_at at time zone ${zone} as s, ended_at at time zone ${zone} as e from flw_instance i where i.flw_state <> '0' and ${own})
    select to_char(m, 'YYYY-MM') as month, (select count(*)::int from own where date_trunc('month', s) = m) as started,
      (select count(*)::int from own where date_trunc('month', e) = m) as finished from months order by m`.execute(db);
  return rows;
}

export interface Share {
  name: string;
  value: number;
}

/** So many shares are told apart; the others stand together, so that the sum is that of all. */
const MOST_FORMS = 12;
const withRest = (shares: readonly Share[], most: number): Share[] =>
  shares.length <= most
    ? [...shares]
    : [
        ...shares.slice(0, most - 1),
        { name: '其他', value: shares.slice(most - 1).reduce((sum, { value }) => sum + value, 0) },
      ];

/** Applications by the form they are of, the most frequent first. */
export async function byForm(db: Db, user: RequestUser, scope: Scope): Promise<Share[]> {
  const counted = await within(db, user, scope);
  const { rows } =
    await sql<Share>`select i.form_name as name, count(*)::int as value from flw_instance i where i.flw_state <> '0' and ${counted} group by 1 order by 2 desc, 1`.execute(
      db,
    );
  return withRest(rows, MOST_FORMS);
}

/** Applications by where they stand. */
export async function byState(db: Db, user: RequestUser, scope: Scope): Promise<Share[]> {
  const counted = await within(db, user, scope);
  const { rows } =
    await sql<Share>`select i.flw_state as name, count(*)::int as value from flw_instance i where i.flw_state <> '0' and ${counted} group by 1 order by 1`.execute(
      db,
    );
  return rows.map(({ name, value }) => ({ name: STATES[name] ?? name, value }));
}

/** Applications by the department of who applied: the board of a region or a unit. */
export async function byDept(db: Db, user: RequestUser): Promise<Share[]> {
  const counted = await within(db, user, 'unit');
  const { rows } =
    await sql<Share>`select coalesce(d.name, '未设部门') as name, count(*)::int as value from flw_instance i join sys_user p on p.id = i.initiator_id left join sys_org d on d.id = p.dept_id
    where i.flw_state <> '0' and ${counted} group by 1 order by 2 desc, 1 limit 20`.execute(db);
  return rows;
}
