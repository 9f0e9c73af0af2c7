import type { FormRecord } from '../../grammar/documents.ts';
import type { ListQuery, Paged } from './paging.ts';

export interface Task {
  taskId: string;
  formKey: string;
  formName: string;
  recordId: string;
  title: string;
  taskNode: string;
  startUserName: string;
  startTime: string;
  arriveTime?: string;
  finishTime?: string;
  flwState: string;
  /** The applicant took it back: not returned by anybody. */
  isWithdrawn?: boolean;
  /** Who holds the current task(s), for 我发起的. */
  currentHandlers?: string;
  action?: string;
  opinion?: string;
  /** When it is late; and whether it can be agreed to from the list. */
  dueTime?: string;
  canBatch?: boolean;
  /** Its form calls it urgent; somebody has pressed for it since it came. */
  isUrgent?: boolean;
  isUrged?: boolean;
  /** Of 我发起的: what may be done from the list. The server decides. */
  canTakeBack?: boolean;
  canUrge?: boolean;
  /** Of 抄送我的: who sent the copy. */
  copiedBy?: string;
  /** Of a to-do that was delegated: the name of whom it is acted on for. */
  actsFor?: string;
  /** Why it cannot be decided together with others: its node does not offer it, or asks for a signature. */
  batchBar?: 'node' | 'signature';
}

/** 我的待办, 我的已办, 我发起的, 抄送我的. */
export type TaskSource = 'todo' | 'done' | 'start' | 'copy';

/** Numbers beside a list of tasks: each as the list would come to with that choice made, all other conditions kept. */
export interface TaskGroups {
  /** Whatever form is chosen. */
  total: number;
  forms: readonly { formKey: string; formName: string; area: string; areaName: string; count: number }[];
  nodes: readonly { taskNode: string; count: number }[];
  urgent: number;
  overdue: number;
  /** By state of the application; withdrawn ones are counted apart. Absent from a back end that does not count them. */
  states?: Readonly<Record<string, number>>;
  withdrawn?: number;
  inner: number;
  outer: number;
}

/** `detail`: whom it concerned besides; `files`, `signature`: ids of what goes with the opinion. */
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
  /** Department of the person; when the task came, and seconds until the act, of acts that end a task. */
  deptName?: string;
  arriveTime?: string;
  duration?: number;
}

/** A task that waits for somebody; `waiting`: seconds since it came. */
export interface PendingTask {
  nodeId: string;
  taskNode: string;
  names: readonly string[];
  deptName: string;
  arriveTime: string;
  dueTime?: string;
  waiting: number;
}

export type NodeState = 'done' | 'current' | 'next' | 'returned';

/** A process to be drawn (BPMN 2.0 with a diagram), and what happened at which of its elements. */
export interface FlowProgress {
  xml: string;
  nodes: readonly {
    nodeId: string;
    taskNode: string;
    state: NodeState;
    steps: readonly HistoryEntry[];
    pending: readonly PendingTask[];
    /** What is waited for where nobody has a task. */ waitsFor?: string;
  }[];
}

/** What goes with a decision beside its text. */
export interface OpinionMore {
  files?: readonly string[];
  signature?: string;
  /** Of a return: the node it goes to, and whether it comes straight back from there. */
  target?: string;
  isStraight?: boolean;
  /** People chosen for nodes to come, by node id; who gets a copy. */
  choices?: Readonly<Record<string, readonly string[]>>;
  cc?: readonly string[];
}

/** What a person can do with an approval now; `task` is the one they hold. */
export interface FlowOptions {
  /** An administrator has let it rest: nothing but a comment is taken. */
  suspended?: { by: string; time: string; reason: string };
  canTakeBack: boolean;
  canUrge: boolean;
  canVoid: boolean;
  canComment: boolean;
  /** What the process waits for and this person may say has come. */
  messages?: readonly { name: string; nodeName: string }[];
  task: {
    taskId: string;
    nodeId: string;
    kind: 'sign' | 'parallel' | 'before' | 'after' | 'delegate';
    actions: readonly string[];
    /** What it is for, of a repeated sub-process: `第 2 行 天平`. */
    item?: string;
    /** Whom this person acts for, of a task that was delegated to them. */
    actsFor?: string;
    /** What the node calls its buttons, by action, where not as usual. */
    names?: Readonly<Record<string, string>>;
    needsSignature: boolean;
    /** The applicant, where the task may not be handed to them. */
    applicantId?: string;
    dueTime: string | null;
    targets: readonly { nodeId: string; taskNode: string; isStart: boolean }[];
    signers: readonly { taskId: string; names: string; kind: string; isOpen: boolean; canRemove: boolean }[];
  } | null;
}

/** Acts on an approval beside the form. */
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
  userIds?: readonly string[];
  signers?: readonly string[];
  files?: readonly string[];
  place?: 'before' | 'after' | 'parallel';
  /** What has come. */ message?: string;
}

/** What is decided on several to-dos at once. */
export interface BatchDecision {
  action: 'approve' | 'return';
  opinion: string;
}

export interface BatchResult {
  taskId: string;
  title: string;
  isDone: boolean;
  msg: string;
}

export interface Transition extends OpinionMore {
  record: FormRecord;
  action: 'submit' | 'approve' | 'return' | 'reject';
  taskId?: string;
  opinion?: string;
}

/** To-dos, and what is done with an approval beside its form. */
export interface TaskService {
  list(source: TaskSource, query: ListQuery): Promise<Paged<Task>>;
  groups(source: TaskSource, query: Pick<ListQuery, 'conditions' | 'keyword'>): Promise<TaskGroups>;
  /** All rows that the list would come to, up to a bound; `total` counts them all. */
  exportRows(
    source: TaskSource,
    query: Pick<ListQuery, 'conditions' | 'keyword'>,
  ): Promise<{ rows: Task[]; total: number }>;
  count(): Promise<number>;
  history(formKey: string, recordId: string): Promise<HistoryEntry[]>;
  options(formKey: string, recordId: string, taskId?: string): Promise<FlowOptions>;
  act(act: FlowAct, body: FlowActBody, idempotencyKey: string): Promise<unknown>;
  batch(taskIds: readonly string[], decision: BatchDecision): Promise<BatchResult[]>;
  /** How far an approval has come; null for a form without one. */
  progress(formKey: string, recordId: string): Promise<FlowProgress | null>;
  /** Who has it now. */
  pending(formKey: string, recordId: string): Promise<PendingTask[]>;
}
