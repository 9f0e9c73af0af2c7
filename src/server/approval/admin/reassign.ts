import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import { announce } from '../../events/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { remind } from '../../notices/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { note } from '../process/history.ts';
import { namesOf, people } from '../people/people.ts';
import { placeOfTask, type Instance, type Person } from '../process/step.ts';
import { personOf, withEach, type DoneOne } from './hold.ts';

/** Tasks that a person holds or will hold in running processes, by process. */
export async function instancesOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('flw_task_candidate as c')
    .innerJoin('flw_task as t', 't.id', 'c.task_id')
    .innerJoin('flw_instance as i', 'i.id', 't.instance_id')
    .where('c.user_id', '=', userId)
    .where('t.state', 'in', ['open', 'waiting'])
    .where('i.ended_at', 'is', null)
    .select('i.id')
    .distinct()
    .orderBy('i.id')
    .execute();
  return rows.map(({ id }) => id);
}

async function handOver(trx: Trx, instance: Instance, from: Person, to: Person): Promise<string[]> {
  const tasks = await trx
    .selectFrom('flw_task as t')
    .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
    .where('t.instance_id', '=', instance.id)
    .where('t.state', 'in', ['open', 'waiting'])
    .where('c.user_id', '=', from.id)
    .select(['t.id', 't.node_id', 't.node_name', 't.item_label', 'c.is_open'])
    .execute();
  for (const task of tasks) {
    await trx.deleteFrom('flw_task_candidate').where('task_id', '=', task.id).where('user_id', '=', from.id).execute();
    await trx
      .insertInto('flw_task_candidate')
      .values({ task_id: task.id, user_id: to.id, is_open: task.is_open })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  // whom the initiator chose for nodes to come
  const choices = Object.fromEntries(
    Object.entries(instance.choices).map(([node, ids]) => [
      node,
      [...new Set(ids.map((id) => (id === from.id ? to.id : id)))],
    ]),
  );
  await trx
    .updateTable('flw_instance')
    .set({ choices: JSON.stringify(choices) })
    .where('id', '=', instance.id)
    .execute();
  return tasks.map((task) => placeOfTask(task).name);
}

export interface Reassign {
  from: string;
  to: string;
  instanceIds?: readonly string[];
  reason: string;
}

/** Whoever leaves may be gone already: their account need not be able to sign in. Refuses with 404. */
async function leaver(db: Db, id: string): Promise<Person> {
  const found = await db.selectFrom('sys_user').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refusal('404');
  return found;
}

/** All open tasks of one person (of the processes named, or of all) become another's. Refuses with FLOW_PEOPLE and 404. */
export async function reassign(
  context: ServerContext,
  user: RequestUser,
  { from, to, instanceIds, reason }: Reassign,
): Promise<DoneOne[]> {
  const { db } = context;
  if (from === to) throw new Refusal('FLOW_PEOPLE', { detail: '交接人与接收人不能是同一人' });
  const [old, [next]] = [await leaver(db, from), await people(db, [to])];
  if (!next) throw new Refusal('404');
  const all = await instancesOf(db, from);
  const chosen = instanceIds ? all.filter((id) => instanceIds.includes(id)) : all;
  const done = await withEach(context, chosen, async (trx, instance) => {
    const nodes = await handOver(trx, instance, old, next);
    if (nodes.length === 0) return;
    await note(trx, instance, {
      node: { id: '', name: [...new Set(nodes)].join('、') },
      by: personOf(user),
      action: 'reassign',
      opinion: reason,
      detail: `${old.name} 的任务改由 ${next.name} 办理`,
    });
    await announce(trx, 'todo', [old.id, next.id]);
  });
  const count = done.filter(({ isDone }) => isDone).length;
  if (count > 0)
    await db
      .transaction()
      .execute((trx) =>
        remind(trx, [
          { userId: next.id, kind: 'flow-task', title: `${old.name} 的 ${count} 项待办已交接给您`, content: reason },
        ]),
      );
  return done;
}

/** Gives an open task to other people: where nobody can act on it any more. Refuses with 404 and FLOW_PEOPLE. */
export async function assign(
  trx: Trx,
  instance: Instance,
  user: RequestUser,
  { userIds, reason }: { userIds: readonly string[]; reason: string },
): Promise<void> {
  const to = await people(trx, userIds);
  const tasks = await trx
    .selectFrom('flw_task')
    .selectAll()
    .where('instance_id', '=', instance.id)
    .where('state', '=', 'open')
    .execute();
  const stuck: typeof tasks = [];
  for (const task of tasks) if (!(await canAct(trx, task.id))) stuck.push(task);
  if (stuck.length === 0) throw new Refusal('FLOW_PEOPLE', { detail: '现有办理人可以办理，无需改派' });
  for (const task of stuck) {
    const before = await trx
      .deleteFrom('flw_task_candidate')
      .where('task_id', '=', task.id)
      .returning('user_id')
      .execute();
    await trx
      .insertInto('flw_task_candidate')
      .values(to.map(({ id }) => ({ task_id: task.id, user_id: id, is_open: true })))
      .execute();
    await note(trx, instance, {
      node: placeOfTask(task),
      by: personOf(user),
      action: 'reassign',
      opinion: reason,
      detail: `改由 ${namesOf(to)} 办理`,
    });
    await announce(trx, 'todo', [...before.map(({ user_id }) => user_id), ...to.map(({ id }) => id)]);
  }
}

/** Is there anybody for this task who can sign in? */
async function canAct(trx: Trx, taskId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('flw_task_candidate as c')
    .innerJoin('sys_user as u', 'u.id', 'c.user_id')
    .where('c.task_id', '=', taskId)
    .where('u.is_disabled', '=', false)
    .select('u.id')
    .executeTakeFirst();
  return found !== undefined;
}
