import type { FormRecord } from '../../grammar/documents.ts';
import type { ListQuery, Paged } from './paging.ts';

/** A row of a task list. `taskId`: id of the task; for 我发起的 and 抄送我的, id of the process. */
export interface Task {
  taskId: string;
  formKey: string;
  formName: string;
  recordId: string;
  title: string;
  /** Name of the task's node; for 我发起的 and 抄送我的, the names of all current task nodes. */
  taskNode: string;
  startUserName: string;
  startTime: string;
  arriveTime?: string;
  finishTime?: string;
  flwState: string;
  /** True if `flwState` is '2' because the applicant withdrew the application, not because somebody returned it. */
  isWithdrawn?: boolean;
  /** For 我发起的: names of the people with a current task. For 我的已办: names of the current task nodes. */
  currentHandlers?: string;
  action?: string;
  opinion?: string;
  /** Due time of the task. `canBatch`: the task can be decided from the list. */
  dueTime?: string;
  canBatch?: boolean;
  /** The task can be handed to somebody else (转办), alone or in a batch. */
  canTransfer?: boolean;
  /** `isUrgent`: the form marks the record as urgent. `isUrged`: somebody has urged the task since it arrived. */
  isUrgent?: boolean;
  isUrged?: boolean;
  /** For 我发起的: the user can probably take back the last step, or urge. The server checks the act again. */
  canTakeBack?: boolean;
  canUrge?: boolean;
  /** For 抄送我的: name of the sender of the copy. */
  copiedBy?: string;
  /** For a to-do of an absent person whom the user represents: name of that person. */
  actsFor?: string;
  /**
   * Reason why the task cannot be decided from the list. 'node': its node does not allow it; 'signature': its node
   * requires a signature.
   */
  batchBar?: 'node' | 'signature';
}

/** The task lists, in this order: 我的待办, 我的已办, 我发起的, 抄送我的. */
export type TaskSource = 'todo' | 'done' | 'start' | 'copy';

/**
 * Counts next to the filters of a task list. Each count is the total of the list with that filter and all other current
 * conditions.
 */
export interface TaskGroups {
  /** Count without the filter by form. */
  total: number;
  /** `area`: code of the form's business area; '' for none. */
  forms: readonly { formKey: string; formName: string; area: string; areaName: string; count: number }[];
  nodes: readonly { taskNode: string; count: number }[];
  urgent: number;
  overdue: number;
  /**
   * Counts by state of the application. `withdrawn`: count of withdrawn applications, which are not counted in
   * `states`. Both are absent when the server does not count states.
   */
  states?: Readonly<Record<string, number>>;
  withdrawn?: number;
  /** `inner`: applications of the user's own units or without a unit; `outer`: all others. */
  inner: number;
  outer: number;
}

/**
 * An act of an approval. `detail`: display text with further details, e.g. the recipients or the target of a return.
 * `files`, `signature`: ids of files that belong to the opinion.
 */
export interface HistoryEntry {
  id: string;
  taskNode: string;
  userName: string;
  action: string;
  opinion: string;
  time: string;
  detail?: string;
  files?: string;
  signature?: string;
  /**
   * Department of the person. For acts that end a task: arrival of the task, and seconds from its arrival to the act.
   */
  deptName?: string;
  arriveTime?: string;
  duration?: number;
}

/** A task that waits for a decision. `waiting`: seconds since its arrival. */
export interface PendingTask {
  nodeId: string;
  taskNode: string;
  names: readonly string[];
  deptName: string;
  arriveTime: string;
  dueTime?: string;
  waiting: number;
}

/**
 * The state of a node in a running process. 'done': its tasks are decided. 'current': it has an open task. 'next': the
 * process reaches it next. 'returned': the last act at the node sent the process back (return, reject, take back).
 */
export type NodeState = 'done' | 'current' | 'next' | 'returned';

/** The diagram of a process (BPMN 2.0), with the state and the history of its elements. */
export interface FlowProgress {
  xml: string;
  nodes: readonly {
    nodeId: string;
    taskNode: string;
    state: NodeState;
    steps: readonly HistoryEntry[];
    pending: readonly PendingTask[];
    /** Display text of the awaited time, event or call when nobody has a task at the element. */
    waitsFor?: string;
  }[];
}

/** Data of a decision in addition to the text of the opinion. */
export interface OpinionDetails {
  files?: readonly string[];
  signature?: string;
  /**
   * For a return: id of the target node. `isStraight`: after the target node, the process continues directly at the
   * node that returned it.
   */
  target?: string;
  isStraight?: boolean;
  /** Selected assignees of later nodes, by node id. `cc`: ids of the people who get a copy. */
  choices?: Readonly<Record<string, readonly string[]>>;
  cc?: readonly string[];
}

/**
 * The acts on an approval that the user may perform now. `task`: the task on which the user may act (the requested
 * task, else the first one); null: there is none, or the approval is suspended.
 */
export interface FlowOptions {
  /** Set when an administrator has suspended the approval: only comments are accepted. */
  suspended?: { by: string; time: string; reason: string };
  canTakeBack: boolean;
  canUrge: boolean;
  canVoid: boolean;
  canComment: boolean;
  /** Awaited messages of the process that this user may confirm. */
  messages?: readonly { name: string; nodeName: string }[];
  task: {
    taskId: string;
    nodeId: string;
    /**
     * 'sign': assigned by the node. 'parallel': added by an approver, with the same rights. 'before', 'after': added,
     * to decide before or after the approver who added the task. 'delegate': another person's task, delegated to the
     * user.
     */
    kind: 'sign' | 'parallel' | 'before' | 'after' | 'delegate';
    actions: readonly string[];
    /** The item of the task in a repeated sub-process, e.g. `第 2 行 天平`. */
    item?: string;
    /** For a task of an absent person whom the user represents: name of that person. */
    actsFor?: string;
    /** Labels of buttons by action, if the node defines labels that differ from the usual ones. */
    names?: Readonly<Record<string, string>>;
    needsSignature: boolean;
    /** Id of the applicant, if the task may not be transferred to the applicant. */
    applicantId?: string;
    dueTime: string | null;
    /** Nodes to which the task can be returned. */
    targets: readonly { nodeId: string; taskNode: string; isStart: boolean }[];
    /** The other approvers of the node who have not decided yet. `isOpen`: it is their turn. */
    signers: readonly { taskId: string; names: string; kind: string; isOpen: boolean; canRemove: boolean }[];
  } | null;
}

/**
 * Acts on an approval that do not save its form. 'addSign', 'removeSign': add or remove approvers. 'cc': sends a copy.
 * 'message': confirms the arrival of an awaited message.
 */
export type FlowAct =
  | 'takeBackFlow'
  | 'transfer'
  | 'delegate'
  | 'addSign'
  | 'removeSign'
  | 'cc'
  | 'urge'
  | 'comment'
  | 'void'
  | 'message';

export interface FlowActBody {
  formKey: string;
  recordId: string;
  taskId?: string;
  opinion?: string;
  /** The people who get a task or a copy by the act. */
  userIds?: readonly string[];
  /** For 'removeSign': ids of the tasks to remove. */
  signers?: readonly string[];
  files?: readonly string[];
  /** For 'addSign': when the added approvers decide; see `kind` of a task in `FlowOptions`. */
  place?: 'before' | 'after' | 'parallel';
  /** Name of the arrived message. */
  message?: string;
}

/** An act on several to-dos at once: a decision, or 转办 to somebody else, which needs a reason. */
export type BatchDecision = { opinion: string } & (
  | { action: 'approve' | 'return' }
  | { action: 'transfer'; userIds: readonly string[] }
);

export interface BatchResult {
  taskId: string;
  title: string;
  isDone: boolean;
  msg: string;
}

/** An act of an approval that also saves the record. */
export interface Transition extends OpinionDetails {
  record: FormRecord;
  action: 'submit' | 'approve' | 'return' | 'reject';
  taskId?: string;
  opinion?: string;
}

/** To-dos, and the acts on an approval. */
export interface TaskService {
  list(source: TaskSource, query: ListQuery): Promise<Paged<Task>>;
  groups(source: TaskSource, query: Pick<ListQuery, 'conditions' | 'keyword'>): Promise<TaskGroups>;
  /** Returns the rows that match the query, up to a limit. `total` counts all matching rows. */
  exportRows(
    source: TaskSource,
    query: Pick<ListQuery, 'conditions' | 'keyword'>,
  ): Promise<{ rows: Task[]; total: number }>;
  /** Returns the number of the user's to-dos. */
  count(): Promise<number>;
  history(formKey: string, recordId: string): Promise<HistoryEntry[]>;
  options(formKey: string, recordId: string, taskId?: string): Promise<FlowOptions>;
  act(act: FlowAct, body: FlowActBody, idempotencyKey: string): Promise<unknown>;
  batch(taskIds: readonly string[], decision: BatchDecision): Promise<BatchResult[]>;
  /** Returns the progress of an approval; null for a form without a process. */
  progress(formKey: string, recordId: string): Promise<FlowProgress | null>;
  /** Returns the current tasks with their assignees. */
  pending(formKey: string, recordId: string): Promise<PendingTask[]>;
}
