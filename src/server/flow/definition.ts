import type { NodeRules } from '../../rules/situation.ts';

/**
 * What the interpreter understands of a process file: plain data, no moddle object. Stored nowhere (the file's text is);
 * made by `parseFlow` and cached per version.
 */
export type FlowNodeKind = 'start' | 'end' | 'terminate' | 'userTask' | 'exclusive' | 'parallel' | 'inclusive' | 'unsupported';

/** Who may hold a task. `value`: role code, user id or name, or field key; empty for initiator and deptLeader. */
export interface Candidate {
  type: 'role' | 'user' | 'initiator' | 'deptLeader' | 'field';
  value: string;
}

export interface FlowNode {
  id: string;
  name: string;
  kind: FlowNodeKind;
  /** Edge ids, in the order of the file. */
  incoming: readonly string[];
  outgoing: readonly string[];
  /** The edge taken when no other one is. */
  defaultEdge: string | null;
  candidates: readonly Candidate[];
  /** Form rules of a user task; null for other nodes. */
  rules: NodeRules | null;
}

export interface FlowEdge {
  id: string;
  name: string;
  source: string;
  target: string;
  /** CEL over the record's fields; null = always. */
  condition: string | null;
}

export interface FlowDefinition {
  key: string;
  name: string;
  nodes: Readonly<Record<string, FlowNode>>;
  edges: Readonly<Record<string, FlowEdge>>;
  /** Node id of the start event. */
  start: string;
  /** Node id of the applicant's task, the first after the start. */
  applicant: string;
}

/** Node of an id that the definition is known to hold. Throws on a programmer's mistake. */
export function nodeOf(flow: FlowDefinition, id: string): FlowNode {
  const node = flow.nodes[id];
  if (!node) throw new Error(`flow "${flow.key}" has no node "${id}"`);
  return node;
}

/** User tasks in the order of the file. */
export const userTasks = (flow: FlowDefinition): FlowNode[] => Object.values(flow.nodes).filter((node) => node.kind === 'userTask');
