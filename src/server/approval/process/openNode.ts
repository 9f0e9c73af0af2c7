import { Refusal } from '../../http/refusal.ts';
import { remind } from '../../notices/index.ts';
import { sql } from 'kysely';
import type { Trx } from '../../store/transaction.ts';
import { lacksChoice, resolveCandidates, resolvePeople } from '../people/candidates.ts';
import { choiceRefusal } from './candidateChoices.ts';
import { nodeOf, type FlowNode, type Token, type RunItem } from '../../flow/index.ts';
import { note, SYSTEM } from './history.ts';
import { applyVotes } from './applyVotes.ts';
import { placeOfTask, type Instance, type StepInput, type TaskRow } from './step.ts';
import { addTask, closeTask } from '../tasks/taskRows.ts';
import { setNodeTimers } from './timers.ts';

export interface OpenedNode {
  begun: readonly string[];
  isPassed: boolean;
}

const ADMIN = 'admin';

const asked = (node: FlowNode): boolean =>
  Object.values(node.rules?.fields ?? {}).some(({ required }) => required === '1') ||
  Object.values(node.rules?.tables ?? {}).some(({ columns }) =>
    Object.values(columns ?? {}).some(({ required }) => required === '1'),
  );

/** People for a node without any: the administrators, where it says so. Null: the node is passed over. Refuses with FLOW_NO_CANDIDATE. */
async function instead(trx: Trx, node: FlowNode): Promise<string[] | null> {
  if (node.settings?.empty === 'skip') return null;
  const admins =
    node.settings?.empty !== 'admin'
      ? []
      : await trx
          .selectFrom('sys_user_role as r')
          .innerJoin('sys_user as u', 'u.id', 'r.user_id')
          .where('r.role_code', '=', ADMIN)
          .where('u.is_disabled', '=', false)
          .select('u.id')
          .orderBy('u.id')
          .execute();
  if (admins.length === 0) throw new Refusal('FLOW_NO_CANDIDATE', { node: node.name });
  return admins.map(({ id }) => id);
}

/** Where something happens: a token's node, and of repeated sub-processes the runs, the innermost first. */
interface Arrival {
  token: Token;
  runs: readonly RunItem[];
}

/** Begins what happens at the node a token has come to: tasks for its people, a waiting time, a call. */
export async function openNode(
  trx: Trx,
  instance: Instance,
  input: StepInput,
  { token, runs }: Arrival,
): Promise<OpenedNode> {
  const run = runs[0] ?? null;
  const node = nodeOf(input.flow, token.node);
  await setNodeTimers(trx, instance, input.flow, token);
  // the copies go out when the node is left
  if (node.kind === 'copy') return { begun: [], isPassed: true };
  if (node.kind !== 'userTask' || !node.settings) return { begun: [], isPassed: false };
  const source = input.sourceOf(run);
  if (lacksChoice(node, source)) throw choiceRefusal([node]);
  const found = await resolveCandidates(trx, node, source);
  const people = found.length > 0 ? found : await instead(trx, node);
  if (people === null) {
    await note(trx, instance, {
      node: placeOf(node, run),
      by: SYSTEM,
      action: 'skip',
      opinion: '没有可办理的人员，按设置自动跳过',
    });
    return { begun: [], isPassed: true };
  }
  const isEach = node.settings.sign.mode !== 'one' && found.length > 0;
  const seats = isEach ? people.map((id) => [id]) : [people];
  // a run for a number within a run for a row: its tasks are for that row
  const seat = run && { ...run, key: (input.rowOf(runs) ?? run).key };
  const ids: string[] = [];
  for (const [sn, users] of seats.entries())
    ids.push(await addTask(trx, instance, { token: token.id, node, users, sn, run: seat }));
  await passSame(trx, instance, input, { node, run }, seats, ids);
  const { outcome, begun } = await applyVotes(trx, instance, input.flow, token.id);
  return { begun, isPassed: outcome === 'passed' };
}

const placeOf = (node: FlowNode, run: RunItem | null): { id: string; name: string } =>
  placeOfTask({ node_id: node.id, node_name: node.name, item_label: run?.label ?? null });

/** Who has just decided need not decide again, where the node says so and asks nothing of them. */
async function passSame(
  trx: Trx,
  instance: Instance,
  { decider }: StepInput,
  { node, run }: { node: FlowNode; run: RunItem | null },
  seats: readonly (readonly string[])[],
  ids: readonly string[],
): Promise<void> {
  if (!decider || !node.settings?.same || node.settings.signature || asked(node)) return;
  for (const [index, users] of seats.entries()) {
    if (!users.includes(decider.id)) continue;
    const task = { id: ids[index], node_id: node.id, node_name: node.name, item_label: run?.label ?? null } as TaskRow;
    await closeTask(trx, instance, task, {
      by: decider,
      vote: 'approve',
      action: 'auto',
      opinion: '与上一步办理人相同，自动通过',
    });
  }
}

/** Tells who gets a copy of a node that is done. */
export async function sendCopies(
  trx: Trx,
  instance: Instance,
  input: StepInput,
  { node, run }: { node: FlowNode; run: RunItem | null },
): Promise<void> {
  const people = await resolvePeople(trx, node.settings?.cc ?? [], node.id, input.sourceOf(run));
  await copyTo(trx, instance, { users: people, node, byName: SYSTEM.name });
}

/** Lets people read a record by the rules of a node, and throws them. */
export async function copyTo(
  trx: Trx,
  instance: Instance,
  {
    users,
    node,
    byName,
    message = '',
  }: { users: readonly string[]; node: { id: string; name: string }; byName: string; message?: string },
): Promise<void> {
  if (users.length === 0) return;
  await trx
    .insertInto('flw_reader')
    .values(
      users.map((user_id) => ({
        record_id: instance.record_id,
        user_id,
        form_key: instance.form_key,
        node_id: node.id,
        by_name: byName,
      })),
    )
    // who has one already, or may read for another reason, got this copy now
    .onConflict((conflict) =>
      conflict.columns(['record_id', 'user_id']).doUpdateSet((row) => ({
        by_name: row.ref('excluded.by_name'),
        created_at: sql`now()`,
      })),
    )
    .execute();
  await remind(
    trx,
    users.map((userId) => ({
      userId,
      kind: 'flow-cc',
      title: `${byName === SYSTEM.name ? '' : `${byName} `}抄送您：${instance.form_name}`,
      content: [instance.title, message].filter(Boolean).join('｜'),
      formKey: instance.form_key,
      recordId: instance.record_id,
    })),
  );
}
