import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin } from '../../http/user.ts';
import type { LockedFlow } from '../transition/lockFlow.ts';
import type { Trx } from '../../store/transaction.ts';
import { nodeOf } from '../../flow/index.ts';
import { continueAfterTimer, type Timer } from '../process/dueTimers.ts';
import { addHistoryEntry } from '../process/history.ts';
import { messageSendersOf } from '../process/messageSenders.ts';
import { listWaitingMessages } from '../process/waitingMessages.ts';

/** A message that a process waits for, with the waiting node for display. */
export interface AwaitedMessage {
  name: string;
  nodeId: string;
  nodeName: string;
}

/**
 * Returns true if this person may report the message that the timer row waits for: an administrator (also an account of
 * another system with this role), or one of the people whom the node names.
 */
const mayReport = async (trx: Trx, { input, instance, user }: LockedFlow, timer: Timer): Promise<boolean> =>
  isAdmin(user) || (await messageSendersOf(trx, input, instance, timer)).includes(user.id);

/** Returns the messages that a process waits for and that this person may report. */
export async function findReportableMessages(trx: Trx, lockedFlow: LockedFlow): Promise<AwaitedMessage[]> {
  const messages = new Map<string, AwaitedMessage>();
  for (const timer of await listWaitingMessages(trx, lockedFlow.instance.id)) {
    const name = timer.awaits ?? '';
    if (!messages.has(name) && (await mayReport(trx, lockedFlow, timer)))
      messages.set(name, {
        name,
        nodeId: timer.node_id,
        nodeName: nodeOf(lockedFlow.flow.definition, timer.node_id).name,
      });
  }
  return [...messages.values()];
}

/**
 * 通知: reports that a message has arrived. The process continues with the values of the message (`data`) at the first
 * waiting node where this person may report the message. Refuses with FLOW_NOT_WAITING if no node waits for the
 * message, and with 403 if this person may not report it.
 */
export async function reportMessage(
  context: ServerContext,
  trx: Trx,
  lockedFlow: LockedFlow,
  { message, opinion, data }: { message: string; opinion: string; data: unknown },
): Promise<void> {
  const waitingTimers = (await listWaitingMessages(trx, lockedFlow.instance.id)).filter(
    ({ awaits }) => awaits === message,
  );
  if (waitingTimers.length === 0) throw new Refusal('FLOW_NOT_WAITING', { name: message });
  const timer = await (async () => {
    for (const waitingTimer of waitingTimers) if (await mayReport(trx, lockedFlow, waitingTimer)) return waitingTimer;
    return null;
  })();
  if (!timer) throw new Refusal('403');
  await trx.deleteFrom('flw_timer').where('id', '=', timer.id).execute();
  const actor = { id: lockedFlow.user.id, name: lockedFlow.user.name };
  await addHistoryEntry(trx, lockedFlow.instance, {
    node: nodeOf(lockedFlow.flow.definition, timer.node_id),
    actor,
    action: 'message',
    opinion,
    detail: `通知“${message}”`,
  });
  await continueAfterTimer(context, trx, lockedFlow, timer, data ?? null, actor);
}
