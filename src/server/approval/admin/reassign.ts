import { sql, type SqlBool } from 'kysely';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import { announce } from '../../events/index.ts';
import { loadFlow } from '../../flowDocuments/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { remind } from '../../notices/index.ts';
import { updateInvolvedPeople } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { addHistoryEntry } from '../process/history.ts';
import { namesOf, requirePeople } from '../people/requirePeople.ts';
import { nodeWithDisplayName, type Instance, type Person } from '../process/stepTypes.ts';
import { personOf, forEachInstance, type InstanceResult } from './forEachInstance.ts';

/**
 * Returns the ids of the processes, running or suspended, in which a person has open or waiting tasks, or is chosen
 * for a node.
 */
export async function findInstancesAssignedTo(db: Db, userId: string): Promise<string[]> {
  const withTasks = db
    .selectFrom('flw_task_candidate as c')
    .innerJoin('flw_task as t', 't.id', 'c.task_id')
    .innerJoin('flw_instance as i', 'i.id', 't.instance_id')
    .where('c.user_id', '=', userId)
    .where('t.state', 'in', ['open', 'waiting'])
    .where('i.ended_at', 'is', null)
    .select('i.id');
  const withChoices = db
    .selectFrom('flw_instance as i')
    .where('i.ended_at', 'is', null)
    .where(
      sql<SqlBool>`exists (select from jsonb_each(i.choices) as chosen where chosen.value @> to_jsonb(${userId}::text))`,
    )
    .select('i.id');
  const rows = await withTasks.union(withChoices).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/**
 * Refuses with FLOW_PEOPLE if one of the people would decide on their own application at one of these nodes (APP-061).
 * At a node with the setting `toApplicant` the applicant is allowed.
 */
async function requireNotApplicant(
  context: ServerContext,
  trx: Trx,
  instance: Instance,
  people: readonly Person[],
  nodeIds: readonly string[],
): Promise<void> {
  const applicant = people.find(({ id }) => id === instance.initiator_id);
  if (!applicant) return;
  const { nodes } = (await loadFlow(context, trx, instance.flow_key, instance.flow_version)).definition;
  if (nodeIds.every((id) => nodes[id]?.settings?.toApplicant === true)) return;
  throw new Refusal('FLOW_PEOPLE', { detail: `${applicant.name} 是申请人，不能办理自己的申请，请改派给其他人` });
}

/**
 * Replaces a person with another person in the tasks and choices of one process. Returns the names of the nodes of
 * these tasks and choices.
 */
async function handOver(
  context: ServerContext,
  trx: Trx,
  instance: Instance,
  { from, to }: { from: Person; to: Person },
): Promise<string[]> {
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
  await updateInvolvedPeople(trx, instance.form_key, [instance.record_id], [from.id, to.id]);
  const chosenNodeIds = Object.keys(instance.choices).filter((node) => instance.choices[node]?.includes(from.id));
  await requireNotApplicant(
    context,
    trx,
    instance,
    [to],
    [...tasks.map(({ node_id: node }) => node), ...chosenNodeIds],
  );
  const taskNames = tasks.map((task) => nodeWithDisplayName(task).name);
  if (chosenNodeIds.length === 0) return taskNames;
  // replace the person also among the people who were chosen for later nodes
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
  const { nodes } = (await loadFlow(context, trx, instance.flow_key, instance.flow_version)).definition;
  return [...taskNames, ...chosenNodeIds.map((node) => nodes[node]?.name ?? node)];
}

export interface ReassignRequest {
  /** The id of the person who hands over their tasks. */
  from: string;
  /** The id of the person who takes over the tasks. */
  to: string;
  instanceIds?: readonly string[];
  reason: string;
}

/** Returns the person who hands over their tasks. Their account may be disabled. Refuses with 404 an unknown id. */
async function loadDepartingPerson(db: Db, id: string): Promise<Person> {
  const person = await db.selectFrom('sys_user').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
  if (!person) throw new Refusal('404');
  return person;
}

/**
 * Hands over the open and waiting tasks of one person to another person, and the later nodes that the person is chosen
 * for. Does this in the given processes or, without `instanceIds`, in all processes. If `to` is the applicant of a
 * process and would decide there (`requireNotApplicant`), the process stays unchanged and its result contains the
 * reason. Refuses with 404 an unknown `from`, and with FLOW_PEOPLE if `to` is the same person, unknown or disabled.
 */
export async function reassign(
  context: ServerContext,
  user: RequestUser,
  { from, to, instanceIds, reason }: ReassignRequest,
): Promise<InstanceResult[]> {
  const { db } = context;
  if (from === to) throw new Refusal('FLOW_PEOPLE', { detail: '交接人与接收人不能是同一人' });
  const [departingPerson, [successor]] = [await loadDepartingPerson(db, from), await requirePeople(db, [to])];
  if (!successor) throw new Refusal('404');
  const assignedInstanceIds = await findInstancesAssignedTo(db, from);
  const selectedInstanceIds = instanceIds
    ? assignedInstanceIds.filter((id) => instanceIds.includes(id))
    : assignedInstanceIds;
  const results = await forEachInstance(context, selectedInstanceIds, async (trx, instance) => {
    const nodes = await handOver(context, trx, instance, { from: departingPerson, to: successor });
    if (nodes.length === 0) return;
    await addHistoryEntry(trx, instance, {
      node: { id: '', name: [...new Set(nodes)].join('、') },
      actor: personOf(user),
      action: 'reassign',
      opinion: reason,
      detail: `${departingPerson.name} 的任务改由 ${successor.name} 办理`,
    });
    await announce(trx, 'todo', [departingPerson.id, successor.id]);
  });
  const count = results.filter(({ isDone }) => isDone).length;
  if (count > 0)
    await db.transaction().execute((trx) =>
      remind(trx, [
        {
          userId: successor.id,
          kind: 'flow-task',
          title: `${departingPerson.name} 在 ${count} 个流程中的办理已交接给您`,
          content: reason,
          link: '/taskCenter/toDoList',
        },
      ]),
    );
  return results;
}

/**
 * Assigns other people to all those open tasks of a process that have no enabled candidate. Refuses with FLOW_PEOPLE
 * unknown and disabled people, the applicant, and a process in which every open task has an enabled candidate.
 */
export async function assignStuckTasks(
  context: ServerContext,
  trx: Trx,
  instance: Instance,
  user: RequestUser,
  { userIds, reason }: { userIds: readonly string[]; reason: string },
): Promise<void> {
  const newAssignees = await requirePeople(trx, userIds);
  const tasks = await trx
    .selectFrom('flw_task')
    .selectAll()
    .where('instance_id', '=', instance.id)
    .where('state', '=', 'open')
    .execute();
  const stuckTasks: typeof tasks = [];
  for (const task of tasks) if (!(await hasEnabledCandidate(trx, task.id))) stuckTasks.push(task);
  if (stuckTasks.length === 0) throw new Refusal('FLOW_PEOPLE', { detail: '现有办理人可以办理，无需改派' });
  await requireNotApplicant(
    context,
    trx,
    instance,
    newAssignees,
    stuckTasks.map(({ node_id: node }) => node),
  );
  for (const task of stuckTasks) {
    const removedCandidates = await trx
      .deleteFrom('flw_task_candidate')
      .where('task_id', '=', task.id)
      .returning('user_id')
      .execute();
    await trx
      .insertInto('flw_task_candidate')
      .values(newAssignees.map(({ id }) => ({ task_id: task.id, user_id: id, is_open: true })))
      .execute();
    await addHistoryEntry(trx, instance, {
      node: nodeWithDisplayName(task),
      actor: personOf(user),
      action: 'reassign',
      opinion: reason,
      detail: `改由 ${namesOf(newAssignees)} 办理`,
    });
    const people = [...removedCandidates.map(({ user_id }) => user_id), ...newAssignees.map(({ id }) => id)];
    await updateInvolvedPeople(trx, instance.form_key, [instance.record_id], people);
    await announce(trx, 'todo', people);
  }
  const notifiedPeople = newAssignees.filter(({ id }) => id !== user.id);
  await remind(
    trx,
    notifiedPeople.map(({ id }) => ({
      userId: id,
      kind: 'flow-task',
      title: `${user.name} 改派给您：${instance.form_name}`,
      content: [instance.title, reason.trim()].filter(Boolean).join('｜'),
      formKey: instance.form_key,
      recordId: instance.record_id,
    })),
  );
}

/** Returns true if the task has an enabled candidate. */
async function hasEnabledCandidate(trx: Trx, taskId: string): Promise<boolean> {
  const candidate = await trx
    .selectFrom('flw_task_candidate as c')
    .innerJoin('sys_user as u', 'u.id', 'c.user_id')
    .where('c.task_id', '=', taskId)
    .where('u.is_disabled', '=', false)
    .select('u.id')
    .executeTakeFirst();
  return candidate !== undefined;
}
