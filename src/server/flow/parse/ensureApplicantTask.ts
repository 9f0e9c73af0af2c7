import type { FlowEdge } from '../definition.ts';
import { DEFAULT_TASK_SETTINGS } from '../definition.ts';
import type { Element } from './moddle.ts';
import { extensionsOf } from './moddle.ts';
import type { MutableNode } from './parseNode.ts';
import { unusedId } from './unusedId.ts';

/** Ids of the applicant's task that is inserted into a file without such a task, and of its edge. */
const INSERTED_TASK_ID = 'applicantTask';
const INSERTED_EDGE_ID = 'applicantTask_flow';
/** Names for the inserted task; the first name that no other node has is used. */
const TASK_NAMES = ['提交申请', '发起申请', '填写申请单'];

/** Returns the first task of a process as the applicant's task, which is completed by submitting the form. */
const asApplicantTask = (node: MutableNode): MutableNode => ({
  ...node,
  candidates: [{ type: 'initiator', value: '' }],
  settings: DEFAULT_TASK_SETTINGS,
  rules: node.rules && { ...node.rules, isStart: true, actions: ['submit', 'save'] },
});

/**
 * Returns whether the node after the start is the applicant's task: a task with extensions of this product, or a task
 * whose assignee is the initiator. Any other task belongs to the first approver.
 */
function isApplicantTask(node: MutableNode, element: Element | undefined): boolean {
  if (node.kind !== 'userTask') return false;
  const hasProductExtensions =
    element !== undefined &&
    ['sf:Candidates', 'sf:Actions', 'sf:Field', 'sf:Table'].some((type) => extensionsOf(element, type).length > 0);
  return hasProductExtensions || node.candidates.some(({ type }) => type === 'initiator');
}

/**
 * Finds the applicant's task after the start event. Inserts one if the process begins with an approval, a gateway or
 * several edges, as files of other engines may, because a person always submits the form. Returns the task's id; ''
 * when there is no start event or no edge leaves it.
 */
export function ensureApplicantTask(
  nodes: Record<string, MutableNode>,
  edges: Record<string, FlowEdge>,
  startId: string,
  elements: ReadonlyMap<string, Element>,
): string {
  const startNode = nodes[startId];
  const firstEdgeId = startNode?.outgoing[0];
  const firstNode = firstEdgeId === undefined ? undefined : nodes[edges[firstEdgeId]?.target ?? ''];
  if (!startNode || firstEdgeId === undefined || !firstNode) return '';
  if (startNode.outgoing.length === 1 && isApplicantTask(firstNode, elements.get(firstNode.id))) {
    nodes[firstNode.id] = asApplicantTask(firstNode);
    return firstNode.id;
  }
  const names = new Set(Object.values(nodes).map(({ name }) => name));
  const name = TASK_NAMES.find((taskName) => !names.has(taskName)) ?? `提交申请（${startId}）`;
  const isUsed = (id: string): boolean => Object.hasOwn(nodes, id) || Object.hasOwn(edges, id);
  const taskId = unusedId(INSERTED_TASK_ID, isUsed);
  const edgeId = unusedId(INSERTED_EDGE_ID, isUsed);
  nodes[taskId] = {
    id: taskId,
    name,
    kind: 'userTask',
    parent: null,
    innerStart: null,
    calledFlowKey: null,
    repeat: null,
    incoming: [edgeId],
    outgoing: startNode.outgoing,
    boundaries: [],
    defaultEdge: startNode.defaultEdge,
    attached: null,
    error: null,
    escalation: null,
    link: null,
    catches: null,
    throws: null,
    shape: 'task',
    wait: null,
    until: null,
    call: null,
    candidates: [{ type: 'initiator', value: '' }],
    settings: DEFAULT_TASK_SETTINGS,
    rules: {
      taskNode: name,
      nodeId: taskId,
      isStart: true,
      fields: {},
      tables: {},
      actions: ['submit', 'save'],
    },
  };
  for (const id of startNode.outgoing) {
    const startEdge = edges[id];
    if (startEdge) edges[id] = { ...startEdge, source: taskId };
  }
  edges[edgeId] = { id: edgeId, name: '', source: startId, target: taskId, condition: null };
  nodes[startId] = { ...startNode, outgoing: [edgeId] };
  return taskId;
}
