import type { Paged } from './paging.ts';

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
  /** Why it cannot continue: no candidate for a task, repeated failures, or no event left that could continue it. */
  stuck?: 'noCandidate' | 'failing' | 'dead';
  /** Text of the last failure. */
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
export interface MoveProblem {
  level: 'error' | 'warning';
  detail: string;
}
export interface MoveResult {
  instanceId: string;
  title: string;
  from: string;
  to: string;
  misfits: readonly MoveProblem[];
  isMoved: boolean;
}
export interface Move {
  instanceIds: readonly string[];
  flowVersion?: number;
  formVersion?: number;
  isDryRun: boolean;
  reason?: string;
}
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
  assign(instanceIds: readonly string[], userIds: readonly string[], reason: string): Promise<BatchItemResult[]>;
  reassign(from: string, to: string, reason: string): Promise<BatchItemResult[]>;
  move(move: Move): Promise<MoveResult[]>;
}
