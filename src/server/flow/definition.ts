import type { WorkDuration } from '../../domain/workTime.ts';
import type { NodeRules } from '../../rules/situation.ts';

// Types of a parsed process: plain data without moddle objects. Only the BPMN text is stored; `parseFlow` parses it
// once for each version. Sub-processes are flattened: all nodes are in one map, and each node names the sub-process
// around it as `parent`.

/** A duration: if `work` is null, `ms` milliseconds of elapsed time; otherwise the working time `work`. */
export interface Duration {
  ms: number;
  work: WorkDuration | null;
}

/**
 * Kind of a node for the interpreter. 'exclusive', 'parallel', 'inclusive': gateways; 'error': error end event;
 * 'race': event-based gateway, which waits for the first of its events; 'wait': waits for a message, signal or
 * condition; 'service': calls an external service; 'copy': sends copies of the record; 'pass': passed at once;
 * 'scope': sub-process or call activity; 'boundary': boundary event, or event after an event-based gateway;
 * 'unsupported': cannot be run, reported by `parseFlow`.
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

/** A holder in the process file: who gets a task or a copy. The comments at `type` state the meaning of `value`. */
export interface Holder {
  type:
    // role code
    | 'role'
    // id or user name
    | 'user'
    // post
    | 'post'
    // department id
    | 'dept'
    // the applicant; `value` is ''
    | 'initiator'
    // number of levels up (1 or '': leader of the applicant's department), or key of a field with a department, whose
    // leader gets the task
    | 'deptLeader'
    // number of leaders, from the applicant's department upwards
    | 'deptLeaders'
    // key of a field that contains people
    | 'field'
    // column of the row of the current run; '' for the item itself
    | 'item'
    // CEL that yields people
    | 'expression'
    // people whom the applicant chooses when submitting; `value` is ''
    | 'choice';
  value: string;
}

export { isDeptFieldHolder } from '../../domain/bpmn/index.ts';

/**
 * Returns the key of a holder in a map, for example in the replacements of holders that this installation does not
 * have.
 */
export const holderKey = ({ type, value }: Holder): string => `${type}:${value}`;

/**
 * How a node with several assignees is decided. 'one': one shared task that any of them completes. Otherwise each
 * assignee gets a task: 'all' must approve; 'sequence': all must approve, one after the other; 'ratio': the share
 * `ratio` (more than 0, at most 1) must approve.
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
  /**
   * What to do when no assignee is found. 'stop': refuse the step; 'admin': assign the task to the administrators;
   * 'skip': skip the node.
   */
  whenNoAssignee: 'stop' | 'admin' | 'skip';
  /** The task of a person who has just submitted, or approved the previous step, is approved automatically. */
  approvesSamePerson: boolean;
  /** An approval requires a handwritten signature. */
  signature: boolean;
  /** The task may be transferred or delegated to the applicant, who would then decide on their own application. */
  toApplicant: boolean;
  timing: TaskTiming;
  /** Who receives a copy of the record when the node is completed; the only setting that a node of kind 'copy' uses. */
  cc: readonly Holder[];
}

/**
 * The repetition of a sub-process: one run for each item (a row of a sub-table, a value of a list), or a fixed number
 * of runs.
 */
export interface Repeat {
  /**
   * Attribute `over` of `sf:repeat`: CEL over the record that yields a list or a number. The key of a sub-table means
   * the rows of this sub-table.
   */
  over: string;
  /** true: the runs follow each other; false: all runs start at once. */
  isSequential: boolean;
  /**
   * CEL over the record and the counts (`RepeatCounts`). Evaluated whenever a run ends, except the last one. If true,
   * active runs are cancelled and the remaining runs are skipped. Null: all items are run.
   */
  until: string | null;
  /** Column whose text labels a row; '': the first column that has a text. */
  title: string;
  /** What a refusal inside a run ends. 'all': the whole process; 'item': this run only. */
  refusal: 'all' | 'item';
}

/**
 * A value of a service's answer, or of a received message, that is stored in the record. `field`: key of the field in
 * which it is stored. `from`: path within the answer or message (`data.price`); '' for the whole of it.
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
 * The trigger of a waiting event: a named signal or message, or a CEL condition over the record. Times, errors and
 * escalations are stored in `wait`, `until` and `attached` of the node.
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
  /** Id of the edge that is taken when no other edge can be taken; null: there is none. */
  defaultEdge: string | null;
  /** Id of the sub-process around the node; null at the top level. */
  parent: string | null;
  /**
   * Of a sub-process: id of its start event. Of a call activity: id of the start event of the called process, set by
   * `inlineCalls`. Null for other nodes, and if there is no start event.
   */
  innerStart: string | null;
  /** Of a call activity: key of the process that it runs on the same record. Null for other nodes. */
  calledFlowKey: string | null;
  /** Set for a sub-process or call activity that runs several times; null: it runs once. */
  repeat: Repeat | null;
  /** Ids of the boundary events of a task or sub-process. Of an event-based gateway: ids of the events after it. */
  boundaries: readonly string[];
  /**
   * Set for boundary events, events after an event-based gateway, and event sub-processes; null for other nodes.
   * `to`: id of the node to which the boundary event is attached, of the gateway, or of the sub-process around the
   * event sub-process ('': the process itself). `isInterrupting`: whether the event ends the node `to`; an event
   * sub-process ends everything else in the sub-process around it. `error`, `escalation`: the code that the event
   * catches ('': every code). Both null: the event waits for a time or for `catches`.
   */
  attached: { to: string; isInterrupting: boolean; error: string | null; escalation: string | null } | null;
  /** Error code of an error end event. */
  error: string | null;
  /** Escalation code that a throwing or end event raises to the enclosing sub-processes. */
  escalation: string | null;
  /** Of a link event: name that connects a throwing link event with its catching one. */
  link: string | null;
  /**
   * Set for events that wait for a signal, message or condition, receive tasks, and event sub-processes with such a
   * start.
   */
  catches: CatchEvent | null;
  /** The signal or message that a throwing event, an end event or a send task throws; null: none. */
  throws: ThrowEvent | null;
  /** Waiting time of a timer event; zero if `until` states the time. */
  wait: Duration | null;
  /**
   * Point in time for which a timer event waits: fixed, or the value of a field of the record; null when the event
   * states a duration.
   */
  until: { time: number } | { field: string } | null;
  /**
   * Service call of a service task. A node that waits for a message uses only `answers`: the values that the message
   * brings.
   */
  call: ServiceCall | null;
  /**
   * Assignees of a user task. Of a node that waits for a message: the people who, besides the administrators, may
   * report that the message has arrived.
   */
  candidates: readonly Holder[];
  /** Set for user tasks and nodes that send copies; null for other nodes. */
  settings: TaskSettings | null;
  /** Drawn as an event or as a task; null: the shape follows from the kind. */
  shape: 'event' | 'task' | null;
  /**
   * Form rules for the people who see the record at this node: assignees of a user task, receivers of a copy, people
   * who report a message. Null for other nodes.
   */
  rules: NodeRules | null;
}

export interface FlowEdge {
  id: string;
  name: string;
  source: string;
  target: string;
  /** CEL over the record's fields; null: the edge has no condition. */
  condition: string | null;
}

export interface FlowDefinition {
  key: string;
  name: string;
  nodes: Readonly<Record<string, FlowNode>>;
  edges: Readonly<Record<string, FlowEdge>>;
  /** Node id of the start event; '' if the file has none. */
  startNodeId: string;
  /** Node id of the applicant's task, the first after the start; '' if no edge leaves the start. */
  applicantNodeId: string;
}

export const ONE_DECIDES_RULE: SignRule = { mode: 'one', ratio: 1 };
export const DEFAULT_TASK_SETTINGS: TaskSettings = {
  sign: ONE_DECIDES_RULE,
  whenNoAssignee: 'stop',
  approvesSamePerson: false,
  signature: false,
  toApplicant: false,
  timing: { due: null, remind: null, action: 'none' },
  cc: [],
};

/** Returns the node with this id. Throws when the definition has no such node, which is a programming error. */
export function nodeOf(flow: FlowDefinition, id: string): FlowNode {
  const node = flow.nodes[id];
  if (!node) throw new Error(`flow "${flow.key}" has no node "${id}"`);
  return node;
}

/** Returns the user tasks in the order of the file. */
export const userTasks = (flow: FlowDefinition): FlowNode[] =>
  Object.values(flow.nodes).filter((node) => node.kind === 'userTask');

const KINDS_WITH_STAYING_TOKEN = new Set<FlowNodeKind>(['userTask', 'timer', 'wait', 'race', 'service', 'copy']);
/** Returns whether a token stays at the node until something happens outside of the interpreter. */
export const tokenStaysAt = (node: FlowNode): boolean => KINDS_WITH_STAYING_TOKEN.has(node.kind);
