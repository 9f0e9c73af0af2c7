import type { WorkLength } from '../../domain/workTime.ts';
import type { NodeRules } from '../../rules/situation.ts';

/** A duration: `ms` milliseconds of elapsed time or, when `work` is set, that much working time. */
export interface Duration {
  ms: number;
  work: WorkLength | null;
}

/**
 * Kind of a node for the interpreter. 'race': event-based gateway; 'scope': sub-process or call activity; 'wait': waits
 * for a message, signal or condition; 'copy': sends copies of the record; 'pass': passed at once. The types of this
 * file are plain data without moddle objects. Only the BPMN text is stored: `parseFlow` creates them, once for
 * each version. Sub-processes are flattened: each node names the sub-process around it as `parent`.
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
 * One way of naming assignees. Meaning of `value`: role code, user id or name, post, field key, department, or CEL
 * expression. For `deptLeader`: number of levels up (1 = leader of the applicant's department). For `deptLeaders`:
 * number of leaders, from that department upwards. For `item`: column of the row that the current run is for, '' = the
 * item itself.
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

/** Key of a candidate in a map, e.g. of the replacements for holders that this installation does not have. */
export const holderKey = ({ type, value }: Candidate): string => `${type}:${value}`;

/**
 * How a node with several assignees is decided. 'one': one shared task that any of them completes. Otherwise each
 * assignee gets a task: 'all' must approve; 'sequence': all must approve, one after the other; 'ratio': the share
 * `ratio` (0 to 1) must approve.
 */
export interface SignRule {
  mode: 'one' | 'all' | 'ratio' | 'sequence';
  ratio: number;
}

/** Time limits of a task, counted from its arrival; null: no limit. */
export interface TaskTiming {
  due: Duration | null;
  remind: Duration | null;
  /** The action when the task is overdue. 'escalate': the leaders of its assignees get the task, too. */
  action: 'none' | 'pass' | 'reject' | 'escalate';
}

export interface TaskSettings {
  sign: SignRule;
  /** When no assignee is found: refuse the step, assign the task to the administrators, or skip the node. */
  empty: 'stop' | 'admin' | 'skip';
  /** The task of a person who has just submitted, or approved the previous step, is approved automatically. */
  same: boolean;
  /** An approval requires a handwritten signature. */
  signature: boolean;
  /** The task may be transferred or delegated to the applicant, who would then decide on their own application. */
  toApplicant: boolean;
  timing: TaskTiming;
  /** Who receives a copy of the record when the node is completed; the only setting that a node of kind 'copy' uses. */
  cc: readonly Candidate[];
}

/** A sub-process that runs once for each item: rows of a sub-table, values of a list, or a number of times. */
export interface Repeat {
  /**
   * Attribute `over` of `sf:Repeat`: CEL over the record that yields a list or a number. The key of a sub-table stands
   * for its rows.
   */
  over: string;
  /** The runs follow each other; false: all start at once. */
  isSequential: boolean;
  /**
   * CEL over the record and the counts (`RepeatCounts`), evaluated whenever a run ends: true skips the remaining runs.
   * Null: all run.
   */
  until: string | null;
  /** Column whose text labels a row; '': the first column that has a text. */
  title: string;
  /** Whether a refusal inside a run ends the whole application or this run only. */
  refusal: 'all' | 'item';
}

/**
 * A value of an answer that is stored in the record. `from`: path within the answer (`data.price`; '': the whole
 * answer).
 */
export interface AnswerValue {
  field: string;
  from: string;
}

/**
 * A call of an external service; the server's settings must allow its origin. Only the values in `answers` are read.
 */
export interface ServiceCall {
  url: string;
  method: string;
  answers: readonly AnswerValue[];
}

/**
 * The trigger of an event other than a time, error or escalation: a named signal or message, or a CEL condition over
 * the record.
 */
export type CatchEvent = { type: 'signal' | 'message'; name: string } | { type: 'condition'; text: string };

/** A thrown event: a signal reaches all waiting processes, a message only the process that throws it. */
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
  /** Edge that is taken when no other edge is. */
  defaultEdge: string | null;
  /** Id of the sub-process around the node; null at the top level. */
  parent: string | null;
  /** Of a sub-process: id of its start event. */
  innerStart: string | null;
  /** Of a call activity: key of the process that it runs on the same record. */
  calledFlow: string | null;
  /** Set for a sub-process or call activity that runs several times; null: it runs once. */
  repeat: Repeat | null;
  /** Ids of the boundary events of a task or sub-process; of an event-based gateway: ids of the events after it. */
  boundaries: readonly string[];
  /**
   * Of a boundary event: `to` is the node it is attached to; `isInterrupting`: whether that node ends; `error` or
   * `escalation`: code that it catches ('' any; both null: it waits for a time or for `catches`). Of an event
   * sub-process: the same for its start event; `to` is then the sub-process around it, '' the process itself.
   */
  attached: { to: string; isInterrupting: boolean; error: string | null; escalation: string | null } | null;
  /** Error code of an error end event. */
  error: string | null;
  /** Escalation code that a throwing or end event raises to the enclosing sub-processes. */
  escalation: string | null;
  /** Of a link event: name that connects a throwing link event with its catching one. */
  link: string | null;
  /** Set for events that wait for a signal, message or condition, for receive tasks, and for event sub-processes. */
  catches: CatchEvent | null;
  /** Set for throwing events, end events, and send tasks with a message. */
  throws: ThrowEvent | null;
  /** Waiting time of a timer event. */
  wait: Duration | null;
  /**
   * Point in time of a timer event: fixed, or the value of a field of the record; null when the event states a
   * duration.
   */
  until: { time: number } | { field: string } | null;
  /**
   * Service call of a service task. A node that waits for a message uses `answers` only: values that come with the
   * message.
   */
  call: ServiceCall | null;
  /**
   * Assignees of a user task. Of a node that waits for a message: who may report its arrival, in addition to the
   * administrators.
   */
  candidates: readonly Candidate[];
  /** Set for user tasks and nodes that send copies; null for other nodes. */
  settings: TaskSettings | null;
  /** Drawn as an event or as a task; null: the shape follows from the kind. */
  shape: 'event' | 'task' | null;
  /**
   * Form rules for the people who see the record here: of a user task, of a copy, of somebody who reports a message.
   */
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

export const ONE_DECIDES: SignRule = { mode: 'one', ratio: 1 };
export const DEFAULT_TASK_SETTINGS: TaskSettings = {
  sign: ONE_DECIDES,
  empty: 'stop',
  same: false,
  signature: false,
  toApplicant: false,
  timing: { due: null, remind: null, action: 'none' },
  cc: [],
};

/** The node with this id. Throws when the definition has no such node, which is a programming error. */
export function nodeOf(flow: FlowDefinition, id: string): FlowNode {
  const node = flow.nodes[id];
  if (!node) throw new Error(`flow "${flow.key}" has no node "${id}"`);
  return node;
}

/** User tasks in the order of the file. */
export const userTasks = (flow: FlowDefinition): FlowNode[] =>
  Object.values(flow.nodes).filter((node) => node.kind === 'userTask');

const WAIT_KINDS = new Set<FlowNodeKind>(['userTask', 'timer', 'wait', 'race', 'service', 'copy']);
/** Whether a token stays at the node until something happens outside of the interpreter. */
export const isWaitNode = (node: FlowNode): boolean => WAIT_KINDS.has(node.kind);
