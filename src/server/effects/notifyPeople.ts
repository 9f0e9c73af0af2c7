import { sql } from 'kysely';
import type { Effect } from '../../effects/index.ts';
import { Refusal } from '../http/refusal.ts';
import { remind } from '../notices/index.ts';
import { fillText, evaluate } from './values.ts';
import type { Subject } from './subject.ts';

/** The maximum number of people that one effect may notify. A rule that notifies more is probably a mistake. */
const MAX_PEOPLE = 1000;
/** The maximum number of department levels that are searched upwards for a leader. */
const MAX_DEPARTMENT_LEVELS = 12;

/** Returns the ids in the value of a selector: one id, several ids joined by commas, or a list of ids. */
const toIds = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((part) => (typeof part === 'string' ? part.split(',') : []))
    .map((id) => id.trim())
    .filter((id) => id !== '');

/**
 * Returns the ids of the people with a role in the record's unit. A person may belong to several units. If nobody in
 * this unit has the role, returns the people with the role in all units.
 */
async function peopleWithRole({ trx, row }: Subject, role: string): Promise<string[]> {
  const people = await trx
    .selectFrom('sys_user_role as r')
    .innerJoin('sys_user as u', 'u.id', 'r.user_id')
    .leftJoin('sys_user_unit as m', (join) => join.onRef('m.user_id', '=', 'u.id').on('m.unit_id', '=', row.unit_id))
    .where('r.role_code', '=', role)
    .where('u.is_disabled', '=', false)
    .select(['u.id', 'u.unit_id', 'm.unit_id as memberUnitId'])
    .orderBy('u.id')
    .execute();
  const peopleInUnit = people.filter(
    ({ unit_id: unit, memberUnitId }) => unit === row.unit_id || memberUnitId !== null,
  );
  return (peopleInUnit.length > 0 ? peopleInUnit : people).map(({ id }) => id);
}

/**
 * Returns the id of the leader of the record's department or, if it has none, of the nearest department above with a
 * leader. Only leaders with an enabled account count. Empty if there is none.
 */
async function leaderOf({ trx, row }: Subject): Promise<string[]> {
  let id = row.dept_id;
  for (let level = 0; id !== null && id !== '' && level < MAX_DEPARTMENT_LEVELS; level += 1) {
    const dept = await trx
      .selectFrom('sys_org as o')
      .leftJoin('sys_user as u', (join) => join.onRef('u.id', '=', 'o.leader_id').on('u.is_disabled', '=', false))
      .select(['u.id as leader', 'o.parent_id'])
      .where('o.id', '=', id)
      .executeTakeFirst();
    if (dept?.leader) return [dept.leader];
    id = dept?.parent_id ?? null;
  }
  return [];
}

/**
 * Returns the ids of the people whom one entry of `notify` (a designation) names, such as `role:admin` or `creator`.
 */
async function peopleDesignatedBy(subject: Subject, designation: string): Promise<string[]> {
  const argument = designation.slice(designation.indexOf(':') + 1);
  if (designation.startsWith('role:')) return peopleWithRole(subject, argument);
  if (designation.startsWith('field:')) return toIds(await evaluate(subject, argument));
  if (designation === 'deptLeader') return leaderOf(subject);
  return [designation === 'creator' ? subject.row.create_by : argument];
}

/**
 * Returns the ids of the enabled people that a document names by `role:`, `field:`, `user:`, `creator` or `deptLeader`,
 * without duplicates.
 */
export async function peopleOf(subject: Subject, designations: readonly string[]): Promise<string[]> {
  const people = new Set<string>();
  for (const designation of designations) {
    for (const id of await peopleDesignatedBy(subject, designation)) people.add(id);
  }
  if (people.size === 0) return [];
  const { rows } = await sql<{
    id: string;
  }>`select id from sys_user where id = any(${[...people]}::text[]) and not is_disabled order by id`.execute(
    subject.trx,
  );
  return rows.map(({ id }) => id);
}

/**
 * Sends the reminder of a `notify` effect, except to the person who caused the event. Refuses more than `MAX_PEOPLE`
 * people with EFFECT_REFUSED.
 */
export async function notifyPeople(subject: Subject, { notify, text = '' }: Effect): Promise<void> {
  const { trx, row, user, loaded } = subject;
  const people = (await peopleOf(subject, notify ?? [])).filter((id) => id !== user.id);
  if (people.length > MAX_PEOPLE)
    throw new Refusal('EFFECT_REFUSED', {
      detail: `要通知 ${people.length} 人，超过上限 ${MAX_PEOPLE} 人`,
    });
  if (people.length === 0) return;
  const content = await fillText(subject, text);
  await remind(
    trx,
    people.map((userId) => ({
      userId,
      kind: 'effect',
      title: content.slice(0, 200),
      content: [loaded.form.definition.formName, row.title].filter(Boolean).join('｜'),
      formKey: row.form_key,
      recordId: row.id,
    })),
  );
}
