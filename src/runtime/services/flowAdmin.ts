import type { Paged } from './paging.ts';

/** Filter of the running processes. 'stuck': they cannot continue; 'overdue': a task is late. */
export type InstanceStatus = 'all' | 'stuck' | 'overdue' | 'suspended';

/** A running process, as administrators see it. */
export interface FlowInstance {
  instanceId: string;
  formKey: string;
  formName: string;
  recordId: string;
  title: string;
  startUserName: string;
  startTime: string;
  taskNodes: string;
  handlers: string;
  flowKey: string;
  flowVersion: number;
  formVersion: number;
  latestFlowVersion: number;
  latestFormVersion: number;
  dueTime?: string;
  isOverdue: boolean;
  suspended?: { by: string; time: string; reason: string };
  /**
   * Why the process cannot continue: 'noCandidate': nobody may take a task; 'failing': a step failed repeatedly;
   * 'dead': no task or event is left that could continue it. Absent when the process can continue.
   */
  stuck?: 'noCandidate' | 'failing' | 'dead';
  /** Text of the last failure, for 'failing'. */
  fault?: string;
}

export interface InstanceQuery {
  page: { pageNum: number; pageSize: number };
  status?: InstanceStatus;
  keyword?: string;
  formKey?: string;
}
/** Result of a batch operation for one process. */
export interface BatchItemResult {
  instanceId: string;
  title: string;
  isDone: boolean;
  msg: string;
}
/** What of a running process does not fit the other version. */
export interface MoveProblem {
  level: 'error' | 'warning';
  detail: string;
}
/** Result of moving one process. `from`, `to`: versions as texts. */
export interface MoveResult {
  instanceId: string;
  title: string;
  from: string;
  to: string;
  misfits: readonly MoveProblem[];
  isMoved: boolean;
}
/** A request to move processes to other versions of their flow or form. `isDryRun`: only reports problems. */
export interface Move {
  instanceIds: readonly string[];
  flowVersion?: number;
  formVersion?: number;
  isDryRun: boolean;
  reason?: string;
}
/** Number of running processes that use these versions of flow and form. */
export interface VersionUse {
  formKey: string;
  formName: string;
  flowKey: string;
  flowVersion: number;
  formVersion: number;
  count: number;
  latestFlowVersion: number;
  latestFormVersion: number;
}

/** Administration of running processes. */
export interface FlowAdminService {
  instances(query: InstanceQuery): Promise<Paged<FlowInstance>>;
  versions(): Promise<VersionUse[]>;
  /** Number of processes that wait for a task of this person. */
  heldBy(userId: string): Promise<number>;
  suspend(instanceIds: readonly string[], reason: string): Promise<BatchItemResult[]>;
  resume(instanceIds: readonly string[], reason: string): Promise<BatchItemResult[]>;
  /** Runs at once the failed steps that wait for their next attempt. */
  retry(instanceIds: readonly string[], reason: string): Promise<BatchItemResult[]>;
  /** Assigns the open tasks of these processes to these people. */
  assign(instanceIds: readonly string[], userIds: readonly string[], reason: string): Promise<BatchItemResult[]>;
  /** Reassigns the tasks of one person (`from`) to another one. */
  reassign(from: string, to: string, reason: string): Promise<BatchItemResult[]>;
  move(move: Move): Promise<MoveResult[]>;
}
