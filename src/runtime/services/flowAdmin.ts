import type { Paged } from './paging.ts';

/**
 * Filter of the running processes. 'stuck': processes that cannot continue. 'overdue': processes with a late task.
 * 'suspended': processes suspended by an administrator.
 */
export type InstanceStatus = 'all' | 'stuck' | 'overdue' | 'suspended';

/**
 * A running process, for administrators. `taskNodes`: names of the current task nodes; `handlers`: names of the people
 * with a current task.
 */
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
  /** Version that a new process would use; 0: no version is published. */
  latestFlowVersion: number;
  latestFormVersion: number;
  /** Earliest due time of the current tasks. */
  dueTime?: string;
  /** True when a current task is late; false while the process is suspended. */
  isOverdue: boolean;
  suspended?: { by: string; time: string; reason: string };
  /**
   * Reason why the process cannot continue. 'noCandidate': no enabled account may take an open task. 'failing': the
   * last attempt of a timer or call failed, or several had no result. 'dead': there is no open task, timer or awaited
   * event. Absent when the process can continue or is suspended.
   */
  stuck?: 'noCandidate' | 'failing' | 'dead';
  /** Error text of the failing timer or call. */
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
/** An element of a running process that does not fit the version to which the process is to be moved. */
export interface MoveProblem {
  level: 'error' | 'warning';
  detail: string;
}
/** Result of moving one process. `from`, `to`: versions as texts; '' when the server refused the move. */
export interface MoveResult {
  instanceId: string;
  title: string;
  from: string;
  to: string;
  misfits: readonly MoveProblem[];
  isMoved: boolean;
}
/** A request to move processes to other versions of their flow or form. `isDryRun`: only reports problems. */
export interface MoveRequest {
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
  /** Returns the number of processes in which this person has an open or waiting task. */
  countHeldBy(userId: string): Promise<number>;
  suspend(instanceIds: readonly string[], reason: string): Promise<BatchItemResult[]>;
  resume(instanceIds: readonly string[], reason: string): Promise<BatchItemResult[]>;
  /** Retries the failed timers and calls of these processes at once. */
  retry(instanceIds: readonly string[], reason: string): Promise<BatchItemResult[]>;
  /** Assigns those open tasks of these processes that no enabled account may take to these people. */
  assign(instanceIds: readonly string[], userIds: readonly string[], reason: string): Promise<BatchItemResult[]>;
  /** Reassigns the tasks of one person (`from`) to another person, in all processes. */
  reassign(from: string, to: string, reason: string): Promise<BatchItemResult[]>;
  move(move: MoveRequest): Promise<MoveResult[]>;
}
