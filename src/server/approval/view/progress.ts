import type { ServerContext } from '../../context.ts';
import { loadForm, versionRow } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { type RecordRow, situationOf, valuesOf } from '../../records/index.ts';
import { stepInput } from '../transition/stepInput.ts';
import { type FlowDefinition, type FlowNode, nextTasks, drawn, arranged, withDiagram } from '../../flow/index.ts';
import { flowOfRecord } from '../definitions/recordFlow.ts';
import { textFor } from './shownText.ts';
import { pendingOf, timelineOf, type PendingTask, type TimelineEntry } from './timeline.ts';

export type NodeState = 'done' | 'current' | 'next' | 'returned';

/** A process as it is to be drawn, and how far it has come. Node ids are those of elements in the text. */
export interface FlowProgress {
  xml: string;
  nodes: {
    nodeId: string;
    taskNode: string;
    state: NodeState;
    steps: TimelineEntry[];
    pending: PendingTask[];
    /** What is waited for where nobody has a task. */ waitsFor?: string;
  }[];
}

/** The element that stands for a node on the picture: itself, or what it is inside of. */
function shownAs(flow: FlowDefinition, boxes: ReadonlyMap<string, unknown>, id: string): string {
  for (let at: string | null = id; at !== null; at = flow.nodes[at]?.parent ?? null) if (boxes.has(at)) return at;
  return flow.start;
}

const WAITING: ReadonlySet<string> = new Set(['timer', 'wait', 'race', 'service']);
function waitWords({ kind, catches }: FlowNode): string {
  if (kind === 'service') return '正在调用服务';
  if (kind === 'race') return '等待其后的事件，先发生的一个决定走向';
  if (catches?.type === 'condition') return '等待条件成立';
  return catches ? `等待${catches.type === 'signal' ? '信号' : '消息'}“${catches.name}”` : '等待设定的时间';
}

const VOTES: ReadonlySet<string> = new Set(['submit', 'approve', 'auto', 'skip']);
const BACK: ReadonlySet<string> = new Set(['return', 'reject', 'takeBack']);

function stateOf(steps: readonly TimelineEntry[], isOpen: boolean, isNext: boolean): NodeState | null {
  if (isOpen) return 'current';
  if (isNext) return 'next';
  const last = steps.findLast(({ action }) => VOTES.has(action) || BACK.has(action));
  return last ? (BACK.has(last.action) ? 'returned' : 'done') : null;
}

/** How far the approval of a record has come. Null for a form without one. */
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
  const { boxes } = (await drawn(content, definition)) ?? arranged(definition);
  const [timeline, pending] = [await timelineOf(db, row.id), await pendingOf(db, row.id)];
  const { form } = await loadForm(context, db, row.form_key, row.version);
  const environment = stepInput(context, {
    form,
    flow: definition,
    row,
    values: valuesOf(row),
    choices: {},
    situation: situationOf({ user, formKey: null, row, rules: null, isEdit: false, isTask: false }),
  });
  const open = [...new Set(pending.map(({ nodeId }) => nodeId))].filter((id) => definition.nodes[id] !== undefined);
  const instance = await db
    .selectFrom('flw_instance')
    .select('tokens')
    .where('record_id', '=', row.id)
    .executeTakeFirst();
  // where nobody has a task: a time, a message, a call is waited for
  const waiting = (instance?.tokens.tokens ?? [])
    .map(({ node }) => node)
    .filter((id) => WAITING.has(definition.nodes[id]?.kind ?? ''));
  const next = nextTasks(definition, [...open, ...waiting], environment, instance?.tokens.tokens);
  const shown = (id: string): string => shownAs(definition, boxes, id);
  const ids = [
    ...new Set(
      [...timeline.map(({ nodeId }) => nodeId), ...open, ...waiting, ...next]
        .filter((id) => definition.nodes[id] !== undefined)
        .map(shown),
    ),
  ];
  return {
    xml: await textFor(user, await withDiagram(content, definition)),
    nodes: ids.flatMap((id) => {
      const steps = timeline.filter(
        (entry) => definition.nodes[entry.nodeId] !== undefined && shown(entry.nodeId) === id,
      );
      const here = pending.filter((task) => shown(task.nodeId) === id);
      const state = stateOf(
        steps,
        here.length > 0 || waiting.some((each) => shown(each) === id),
        [...next].some((nextId) => shown(nextId) === id),
      );
      const held = waiting
        .map((each) => definition.nodes[each])
        .find((node) => node !== undefined && shown(node.id) === id);
      return state
        ? [
            {
              nodeId: id,
              taskNode: definition.nodes[id]?.name ?? '',
              state,
              steps,
              pending: here,
              ...(held ? { waitsFor: waitWords(held) } : {}),
            },
          ]
        : [];
    }),
  };
}
