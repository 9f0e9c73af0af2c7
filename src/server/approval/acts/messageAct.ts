import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin } from '../../http/user.ts';
import type { OpenFlow } from '../transition/openFlow.ts';
import type { Trx } from '../../store/transaction.ts';
import { resolveCandidates } from '../people/candidates.ts';
import { nodeOf, allTokens, runOf } from '../../flow/index.ts';
import { continueAfterTimer, type Timer } from '../process/dueTimers.ts';
import { note } from '../process/history.ts';
import { waitingMessages } from '../process/waitingMessages.ts';

/** Something a process waits for, and what people see of it. */
export interface Awaited {
  name: string;
  nodeId: string;
  nodeName: string;
}

/** May this person say that it has come: an administrator (or the account of another system that is one), or whom the event names. */
async function mayTell(trx: Trx, { flow, input, instance, user }: OpenFlow, timer: Timer): Promise<boolean> {
  if (isAdmin(user)) return true;
  const tokens = allTokens(instance.tokens);
  const token = tokens.find(({ id }) => id === timer.token);
  return (
    await resolveCandidates(
      trx,
      nodeOf(flow.definition, timer.node_id),
      input.sourceOf(token ? runOf(tokens, token) : null),
    )
  ).includes(user.id);
}

/** Messages that a process waits for and that this person may tell it. */
export async function awaitedBy(trx: Trx, open: OpenFlow): Promise<Awaited[]> {
  const found = new Map<string, Awaited>();
  for (const timer of await waitingMessages(trx, open.instance.id)) {
    const name = timer.awaits ?? '';
    if (!found.has(name) && (await mayTell(trx, open, timer)))
      found.set(name, { name, nodeId: timer.node_id, nodeName: nodeOf(open.flow.definition, timer.node_id).name });
  }
  return [...found.values()];
}

/**
 * 通知: a message has come for a process; whatever of it waits for that goes on, the first such place where there are
 * several, with the values that came along. Refuses with FLOW_NOT_WAITING, and with 403 for whom no place names.
 */
export async function tellMessage(
  context: ServerContext,
  trx: Trx,
  open: OpenFlow,
  { message, opinion, data }: { message: string; opinion: string; data: unknown },
): Promise<void> {
  const waiting = (await waitingMessages(trx, open.instance.id)).filter(({ awaits }) => awaits === message);
  if (waiting.length === 0) throw new Refusal('FLOW_NOT_WAITING', { name: message });
  const timer = await (async () => {
    for (const one of waiting) if (await mayTell(trx, open, one)) return one;
    return null;
  })();
  if (!timer) throw new Refusal('403');
  await trx.deleteFrom('flw_timer').where('id', '=', timer.id).execute();
  const by = { id: open.user.id, name: open.user.name };
  await note(trx, open.instance, {
    node: nodeOf(open.flow.definition, timer.node_id),
    by,
    action: 'message',
    opinion,
    detail: `通知“${message}”`,
  });
  await continueAfterTimer(context, trx, open, timer, data ?? null, by);
}
