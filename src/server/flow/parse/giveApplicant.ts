import type { FlowEdge } from '../definition.ts';
import { PLAIN_SETTINGS } from '../definition.ts';
import type { Element } from './moddle.ts';
import { extensionsOf } from './moddle.ts';
import type { MutableNode } from './parseNode.ts';

/** Id of the applicant's task that is put into a file without one. */
const MADE = 'applicantTask';
const NAMES = ['提交申请', '发起申请', '填写申请单'];

/** The first task is the applicant's whatever the file says of its holder: whoever submits completes it. */
const asApplicant = (node: MutableNode): MutableNode => ({
  ...node,
  candidates: [{ type: 'initiator', value: '' }],
  settings: PLAIN_SETTINGS,
  rules: node.rules && { ...node.rules, isStart: true, actions: ['submit', 'save'] },
});

/** Written for this product, or by another engine for who started: then it is the applicant's. Else it is the first approver's. */
function isApplicants(node: MutableNode, element: Element | undefined): boolean {
  if (node.kind !== 'userTask') return false;
  const isOurs =
    element !== undefined &&
    ['sf:Candidates', 'sf:Actions', 'sf:Field', 'sf:Table'].some((type) => extensionsOf(element, type).length > 0);
  return isOurs || node.candidates.some(({ type }) => type === 'initiator');
}

/**
 * Finds the applicant's task behind the start. Files of other engines may begin with an approval or a gateway: they get
 * a task for who applies, for here a form is always submitted by somebody. Answers its id, '' without a way from the start.
 */
export function giveApplicant(
  nodes: Record<string, MutableNode>,
  edges: Record<string, FlowEdge>,
  start: string,
  elements: ReadonlyMap<string, Element>,
): string {
  const begin = nodes[start];
  const first = begin?.outgoing[0];
  const target = first === undefined ? undefined : nodes[edges[first]?.target ?? ''];
  if (!begin || first === undefined || !target) return '';
  if (begin.outgoing.length === 1 && isApplicants(target, elements.get(target.id))) {
    nodes[target.id] = asApplicant(target);
    return target.id;
  }
  const names = new Set(Object.values(nodes).map(({ name }) => name));
  const name = NAMES.find((each) => !names.has(each)) ?? `提交申请（${start}）`;
  const edge = `${MADE}_flow`;
  nodes[MADE] = {
    id: MADE,
    name,
    kind: 'userTask',
    parent: null,
    inner: null,
    calls: null,
    repeat: null,
    incoming: [edge],
    outgoing: begin.outgoing,
    boundaries: [],
    defaultEdge: begin.defaultEdge,
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
    settings: PLAIN_SETTINGS,
    rules: { taskNode: name, nodeId: MADE, isStart: true, fields: {}, tables: {}, actions: ['submit', 'save'] },
  };
  for (const id of begin.outgoing) {
    const moved = edges[id];
    if (moved) edges[id] = { ...moved, source: MADE };
  }
  edges[edge] = { id: edge, name: '', source: start, target: MADE, condition: null };
  nodes[start] = { ...begin, outgoing: [edge] };
  return MADE;
}
