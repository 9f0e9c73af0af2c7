import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../documents/store.ts';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';

/** Whose approvals are counted: one's own, or those of one's units (managers and administrators). */
export type Scope = 'mine' | 'unit';

const STATES: Readonly<Record<string, string>> = { '1': '审批中', '2': '已退回', '3': '已办结', '4': '已作废' };

/** Which instances a person may count. Refuses with 403 a wider scope than the roles give. */
function within(user: RequestUser, scope: Scope): RawBuilder<unknown> {
  if (scope === 'mine') return sql`i.initiator_id = ${user.id}`;
  if (isAdmin(user)) return sql`true`;
  if (!user.roles.includes('manager')) throw new Refusal('403');
  return sql`exists (select 1 from sys_user p join sys_user_unit m on m.unit_id = p.unit_id where p.id = i.initiator_id and m.user_id = ${user.id})`;
}

export interface Month { month: string; started: number; finished: number }

/** Applications begun and ended in each of the last months, the present one included; months without any are zero. */
export async function byMonth(db: Db, user: RequestUser, scope: Scope, months: number): Promise<Month[]> {
  const zone = process.env.TZ || 'Asia/Shanghai';
  const { rows } = await sql<Month>`
    with months as (select generate_series(date_trunc('month', now() at time zone ${zone}) - make_interval(months => ${months - 1}), date_trunc('month', now() at time zone ${zone}), interval '1 month') as m),
    own as (select started_at at time zone ${zone} as s, ended_at at time zone ${zone} as e from flw_instance i where i.flw_state <> '0' and ${within(user, scope)})
    select to_char(m, 'YYYY-MM') as month, (select count(*)::int from own where date_trunc('month', s) = m) as started,
      (select count(*)::int from own where date_trunc('month', e) = m) as finished from months order by m`.execute(db);
  return rows;
}

export interface Share { name: string; value: number }

/** Applications by the form they are of, the most frequent first. */
export async function byForm(db: Db, user: RequestUser, scope: Scope): Promise<Share[]> {
  const { rows } = await sql<Share>`select i.form_name as name, count(*)::int as value from flw_instance i where i.flw_state <> '0' and ${within(user, scope)} group by 1 order by 2 desc, 1 limit 12`.execute(db);
  return rows;
}

/** Applications by where they stand. */
export async function byState(db: Db, user: RequestUser, scope: Scope): Promise<Share[]> {
  const { rows } = await sql<Share>`select i.flw_state as name, count(*)::int as value from flw_instance i where i.flw_state <> '0' and ${within(user, scope)} group by 1 order by 1`.execute(db);
  return rows.map(({ name, value }) => ({ name: STATES[name] ?? name, value }));
}

/** Applications by the department of who applied: the board of a region or a unit. */
export async function byDept(db: Db, user: RequestUser): Promise<Share[]> {
  const { rows } = await sql<Share>`select coalesce(d.name, '未设部门') as name, count(*)::int as value from flw_instance i join sys_user p on p.id = i.initiator_id left join sys_org d on d.id = p.dept_id
    where i.flw_state <> '0' and ${within(user, 'unit')} group by 1 order by 2 desc, 1 limit 20`.execute(db);
  return rows;
}
