import type { ServerContext } from '../../context.ts';
import { loadForm, versionRow } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { type RecordRow, situationOf, valuesOf } from '../../records/index.ts';
import { stepInput } from '../transition/stepInput.ts';
import {
  type FlowDefinition,
  type FlowNode,
  nextTasks,
  layoutInFile,
  arrangeFlow,
  withDiagram,
} from '../../flow/index.ts';
import { flowOfRecord } from '../definitions/recordFlow.ts';
import { processXmlVisibleTo } from './processTextFor.ts';
import { pendingTasksOf, timelineOf, type PendingTask, type TimelineEntry } from './timeline.ts';

/**
 * The state of a node. 'done': the process continued after the last act at the node; 'current': the node has pending
 * tasks, or waits for an event or a call; 'next': the process reaches the node next if the record does not change;
 * 'returned': the last act at the node was a return, a refusal or a take-back.
 */
export type NodeState = 'done' | 'current' | 'next' | 'returned';

/**
 * A process diagram and its progress. `nodeId`: id of an element of `xml` (`drawnElementIdOf`). `taskNode`: the name of
 * this element.
 */
export interface FlowProgress {
  xml: string;
  nodes: {
    nodeId: string;
    taskNode: string;
    state: NodeState;
    steps: TimelineEntry[];
    pending: PendingTask[];
    /** A text that says for which event or call the node waits; absent if it waits for none. */
    waitsFor?: string;
  }[];
}

/**
 * Returns the id of the diagram element that represents a node: the node itself if it is drawn, otherwise the innermost
 * drawn sub-process around the node, otherwise the start event.
 */
function drawnElementIdOf(flow: FlowDefinition, boxes: ReadonlyMap<string, unknown>, id: string): string {
  for (let elementId: string | null = id; elementId !== null; elementId = flow.nodes[elementId]?.parent ?? null)
    if (boxes.has(elementId)) return elementId;
  return flow.startNodeId;
}

/** Kinds of nodes without tasks at which a process waits for an event or for the answer of a call. */
const WAITING_KINDS: ReadonlySet<string> = new Set(['timer', 'wait', 'race', 'service']);
function waitingText({ kind, catches }: FlowNode): string {
  if (kind === 'service') return '正在调用服务';
  if (kind === 'race') return '等待其后的事件，先发生的一个决定走向';
  if (catches?.type === 'condition') return '等待条件成立';
  return catches ? `等待${catches.type === 'signal' ? '信号' : '消息'}“${catches.name}”` : '等待设定的时间';
}

/** Actions of the history after which the process continues; `BACKWARD_ACTIONS`: after which it goes back or ends. */
const FORWARD_ACTIONS: ReadonlySet<string> = new Set(['submit', 'approve', 'auto', 'skip']);
const BACKWARD_ACTIONS: ReadonlySet<string> = new Set(['return', 'reject', 'takeBack']);

/**
 * Returns the state of a node for display; null if there was no act at the node, and it is neither open nor next.
 * `isOpen`: the node has pending tasks, or waits for an event or a call.
 */
function stateOf(steps: readonly TimelineEntry[], isOpen: boolean, isNext: boolean): NodeState | null {
  if (isOpen) return 'current';
  if (isNext) return 'next';
  const lastStep = steps.findLast(({ action }) => FORWARD_ACTIONS.has(action) || BACKWARD_ACTIONS.has(action));
  if (!lastStep) return null;
  return BACKWARD_ACTIONS.has(lastStep.action) ? 'returned' : 'done';
}

/** Returns the progress of a record's approval; null for a form without approval. */
export async function progressOf(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  row: RecordRow,
): Promise<FlowProgress | null> {
  const flow = await flowOfRecord(context, db, row.form_key, row.id);
  if (!flow) return null;
  const { definition } = flow;
  const { content } = await versionRow(db, 'flow', flow.key, flow.version);
  const { boxes } = (await layoutInFile(content, definition)) ?? arrangeFlow(definition);
  const [timeline, pending] = [await timelineOf(db, row.id), await pendingTasksOf(db, row.id)];
  const { form } = await loadForm(context, db, row.form_key, row.version);
  const input = stepInput(context, {
    form,
    flow: definition,
    row,
    values: valuesOf(row),
    choices: {},
    situation: situationOf({ user, formKey: null, row, rules: null, isEdit: false, isTask: false }),
  });
  const openNodeIds = [...new Set(pending.map(({ nodeId }) => nodeId))].filter(
    (id) => definition.nodes[id] !== undefined,
  );
  const instance = await db
    .selectFrom('flw_instance')
    .select('tokens')
    .where('record_id', '=', row.id)
    .executeTakeFirst();
  // ids of the nodes without tasks that wait for an event or for the answer of a call
  const waitingNodeIds = (instance?.tokens.tokens ?? [])
    .map(({ node }) => node)
    .filter((id) => WAITING_KINDS.has(definition.nodes[id]?.kind ?? ''));
  const nextTaskIds = nextTasks(definition, [...openNodeIds, ...waitingNodeIds], input, instance?.tokens.tokens);
  const toDrawnElementId = (id: string): string => drawnElementIdOf(definition, boxes, id);
  const elementIds = [
    ...new Set(
      [...timeline.map(({ nodeId }) => nodeId), ...openNodeIds, ...waitingNodeIds, ...nextTaskIds]
        .filter((id) => definition.nodes[id] !== undefined)
        .map(toDrawnElementId),
    ),
  ];
  return {
    xml: await processXmlVisibleTo(user, await withDiagram(content, definition)),
    nodes: elementIds.flatMap((id) => {
      const steps = timeline.filter(
        (entry) => definition.nodes[entry.nodeId] !== undefined && toDrawnElementId(entry.nodeId) === id,
      );
      const pendingTasks = pending.filter((task) => toDrawnElementId(task.nodeId) === id);
      const state = stateOf(
        steps,
        pendingTasks.length > 0 || waitingNodeIds.some((waitingId) => toDrawnElementId(waitingId) === id),
        [...nextTaskIds].some((nextId) => toDrawnElementId(nextId) === id),
      );
      const waitingNode = waitingNodeIds
        .map((waitingId) => definition.nodes[waitingId])
        .find((node) => node !== undefined && toDrawnElementId(node.id) === id);
      return state
        ? [
            {
              nodeId: id,
              taskNode: definition.nodes[id]?.name ?? '',
              state,
              steps,
              pending: pendingTasks,
              ...(waitingNode ? { waitsFor: waitingText(waitingNode) } : {}),
            },
          ]
        : [];
    }),
  };
}
