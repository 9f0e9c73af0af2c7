import type { WorkLength } from '../../domain/workTime.ts';
import type { NodeRules } from '../../rules/situation.ts';

/** A length of time: `ms` as it passes or, where `work` says so, counted in working time. */
export interface Length {
  ms: number;
  work: WorkLength | null;
}

/**
 * What the interpreter understands of a process file: plain data, no moddle object. Stored nowhere (the file's text is);
 * made by `parseFlow` and cached per version. Sub-processes are flattened: their nodes name them as `parent`.
 */
export type FlowNodeKind =
  | 'start'
  | 'end'
  | 'terminate'
  | 'error'
  | 'userTask'
  | 'exclusive'
  | 'parallel'
  | 'inclusive'
  | 'race'
  | 'timer'
  | 'wait'
  | 'service'
  | 'copy'
  | 'pass'
  | 'scope'
  | 'boundary'
  | 'unsupported';

/**
 * Who may hold a task. `value`: role code, user id or name, post, field key, department, expression (CEL); of `deptLeader`
 * how many levels up (1 = the own department's); of `item` the column of the row its run is for, '' the value itself; of `deptLeaders` how many leaders, from the own one upwards.
 */
export interface Candidate {
  type:
    | 'role'
    | 'user'
    | 'post'
    | 'dept'
    | 'initiator'
    | 'deptLeader'
    | 'deptLeaders'
    | 'field'
    | 'item'
    | 'expression'
    | 'choice';
  value: string;
}

/** Key under which somebody says who stands for a holder. */
export const holderKey = ({ type, value }: Candidate): string => `${type}:${value}`;

/** How several people decide: one task for all of them, or one for each. `ratio` counts for 'ratio' only: the share of consents needed. */
export interface SignRule {
  mode: 'one' | 'all' | 'ratio' | 'sequence';
  ratio: number;
}

/** Times of a task, from its arrival; null where nothing happens. */
export interface TaskTiming {
  due: Length | null;
  remind: Length | null;
  /** 'escalate': the leaders of its holders get it beside them. */ action: 'none' | 'pass' | 'reject' | 'escalate';
}

export interface TaskSettings {
  sign: SignRule;
  /** When nobody can be found: stop (refuse the step), hand to the administrators, or pass over the node. */
  empty: 'stop' | 'admin' | 'skip';
  /** Who decided the step before, or applied, need not decide again. */
  same: boolean;
  /** A handwritten signature goes with a consent. */
  signature: boolean;
  /** The task may be handed to the applicant (transfer, delegate, further signers), who then decides on their own application. */
  toApplicant: boolean;
  timing: TaskTiming;
  /** Who gets a copy once the node is done; all there is to a node of kind 'copy'. */
  cc: readonly Candidate[];
}

/** A sub-process that runs once for each of something: the rows of a sub-table, the values of a list, or a number of times. */
export interface Repeat {
  /** CEL over the record: the key of a sub-table, a list, or a number. */
  over: string;
  /** One after the other; else all at once. */
  isSequential: boolean;
  /** CEL over the record and the counts (`REPEAT_COUNTS`), asked whenever a run is done; null: all of them. */
  until: string | null;
  /** Column whose text names a row; '': the first one that has a text. */
  title: string;
  /** What a refusal inside ends: the application, or its own run alone. */
  refusal: 'all' | 'item';
}

/** A value of an answer that goes into the record: where it stands there (`data.price`; '': the whole), and the field. */
export interface AnswerValue {
  field: string;
  from: string;
}

/** A call of a service that the settings allow. Of its answer only what `answers` names is read. */
export interface ServiceCall {
  url: string;
  method: string;
  answers: readonly AnswerValue[];
}

/** What an event waits for, beside times, errors and escalations: a name that somebody throws, or a condition (CEL) over the record. */
export type CatchEvent = { type: 'signal' | 'message'; name: string } | { type: 'condition'; text: string };

/** What an event throws: a signal all processes that wait for it, a message its own one. */
export interface ThrowEvent {
  type: 'signal' | 'message';
  name: string;
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
  /** The sub-process it stands in; null at the top. */
  parent: string | null;
  /** Of a sub-process: its start event. */
  inner: string | null;
  /** Of a call activity: the key of the process it runs, on the same record. */
  calls: string | null;
  /** Of a sub-process or call that runs several times; null: once. */
  repeat: Repeat | null;
  /** Events on the edge of a task or sub-process; behind a gateway of events those that it waits for. */
  boundaries: readonly string[];
  /**
   * Of a boundary event: the node it stands on, whether that ends, and the error or escalation it waits for ('' any; both
   * null: a time, or what `catches` says). Of an event sub-process the same of its start: `to` is the sub-process around it,
   * '' the process itself.
   */
  attached: { to: string; isInterrupting: boolean; error: string | null; escalation: string | null } | null;
  /** Error code of an error end event. */
  error: string | null;
  /** Code of the escalation that a throwing or end event throws the sub-processes around it. */
  escalation: string | null;
  /** Of a link event: the name by which a throwing one goes on at the catching one. */
  link: string | null;
  /** Of events that wait for a name or a condition, of tasks that wait for a message, and of event sub-processes. */
  catches: CatchEvent | null;
  /** Of throwing and end events, and of send tasks with a message. */
  throws: ThrowEvent | null;
  /** Waiting time of a timer event. */
  wait: Length | null;
  /** Point in time of a timer event: stated, or what a field of the record says; null where it states a length. */
  until: { time: number } | { field: string } | null;
  /** Of what waits for a message only its `answers` count: values that come with it. */
  call: ServiceCall | null;
  /** Of what waits for a message: who may say beside the administrators that it has come. */
  candidates: readonly Candidate[];
  /** Of a user task, or of a node that sends copies; null for other nodes. */
  settings: TaskSettings | null;
  /** Is it drawn as an event, as a task, or as something else that its kind says? */
  shape: 'event' | 'task' | null;
  /** Form rules of a user task, and of what copies and whoever throws a message are shown; null for other nodes. */
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

export const ONE: SignRule = { mode: 'one', ratio: 1 };
export const PLAIN_SETTINGS: TaskSettings = {
  sign: ONE,
  empty: 'stop',
  same: false,
  signature: false,
  toApplicant: false,
  timing: { due: null, remind: null, action: 'none' },
  cc: [],
};

/** Node of an id that the definition is known to hold. Throws on a programmer's mistake. */
export function nodeOf(flow: FlowDefinition, id: string): FlowNode {
  const node = flow.nodes[id];
  if (!node) throw new Error(`flow "${flow.key}" has no node "${id}"`);
  return node;
}

/** User tasks in the order of the file. */
export const userTasks = (flow: FlowDefinition): FlowNode[] =>
  Object.values(flow.nodes).filter((node) => node.kind === 'userTask');

const HOLDING = new Set<FlowNodeKind>(['userTask', 'timer', 'wait', 'race', 'service', 'copy']);
/** Does a token rest here until something happens from outside? */
export const isHolding = (node: FlowNode): boolean => HOLDING.has(node.kind);
