import { sql } from 'kysely';
import type { Effect } from '../../kernel/index.ts';
import { Refusal } from '../http/refusal.ts';
import { remind } from '../notices/index.ts';
import { filledText, evaluate } from './values.ts';
import type { Subject } from './subject.ts';

/** More people than this are not told at once: a rule that would wake the whole company is a mistake. */
const MOST_PEOPLE = 1000;
/** Departments lie in each other no deeper than this. */
const MOST_LEVELS = 12;

const asIds = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '');

/** Holders of a role in the record's unit, in all units where that has none. */
async function holdersOf({ trx, row }: Subject, role: string): Promise<string[]> {
  const people = await trx
    .selectFrom('sys_user_role as r')
    .innerJoin('sys_user as u', 'u.id', 'r.user_id')
    .where('r.role_code', '=', role)
    .where('u.is_disabled', '=', false)
    .select(['u.id', 'u.unit_id'])
    .orderBy('u.id')
    .execute();
  const own = people.filter(({ unit_id: unit }) => unit === row.unit_id);
  return (own.length > 0 ? own : people).map(({ id }) => id);
}

/** Who leads the department of the record; of the one above where it has no leader. */
async function leaderOf({ trx, row }: Subject): Promise<string[]> {
  let id = row.dept_id;
  for (let step = 0; id !== null && id !== '' && step < MOST_LEVELS; step += 1) {
    const dept = await trx
      .selectFrom('sys_org')
      .select(['leader_id', 'parent_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (dept?.leader_id) return [dept.leader_id];
    id = dept?.parent_id ?? null;
  }
  return [];
}

/** The people that a document names (`role:`, `field:`, `user:`, `creator`, `deptLeader`) who are there, each once. */
export async function peopleOf(subject: Subject, named: readonly string[]): Promise<string[]> {
  const people = new Set<string>();
  for (const one of named) {
    const name = one.slice(one.indexOf(':') + 1);
    const found = one.startsWith('role:')
      ? await holdersOf(subject, name)
      : one.startsWith('field:')
        ? asIds(await evaluate(subject, name))
        : one === 'deptLeader'
          ? await leaderOf(subject)
          : [one === 'creator' ? subject.row.create_by : name];
    for (const id of found) people.add(id);
  }
  if (people.size === 0) return [];
  const { rows } = await sql<{
    id: string;
  }>`select id from sys_user where id = any(${[...people]}::text[]) and not is_disabled order by id`.execute(
    subject.trx,
  );
  return rows.map(({ id }) => id);
}

/** Tells people what happened; who did it is not told. Refuses with EFFECT_REFUSED where that would be too many. */
export async function notifyPeople(subject: Subject, { notify, text = '' }: Effect): Promise<void> {
  const { trx, row, user, loaded } = subject;
  const people = (await peopleOf(subject, notify ?? [])).filter((id) => id !== user.id);
  if (people.length > MOST_PEOPLE)
    throw new Refusal('EFFECT_REFUSED', {
      detail: `要通知 ${people.length} 人，超过上限 ${MOST_PEOPLE} 人`,
    });
  if (people.length === 0) return;
  const content = await filledText(subject, text);
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
