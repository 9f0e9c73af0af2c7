import type { Paged } from './paging.ts';

export type InstanceStatus = 'all' | 'stuck' | 'overdue' | 'suspended';

/** A process under way, as administrators see it. */
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
  /** Why it cannot go on: nobody left for a task, attempts that fail, nothing that will happen. */
  stuck?: 'noCandidate' | 'failing' | 'dead';
  /** What failed the last time, in words. */
  fault?: string;
}

export interface InstanceQuery {
  page: { pageNum: number; pageSize: number };
  status?: InstanceStatus;
  keyword?: string;
  formKey?: string;
}
/** What became of one of several. */
export interface DoneOne {
  instanceId: string;
  title: string;
  isDone: boolean;
  msg: string;
}
export interface Misfit {
  level: 'error' | 'warning';
  detail: string;
}
export interface Moved {
  instanceId: string;
  title: string;
  from: string;
  to: string;
  misfits: readonly Misfit[];
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

/** What administrators do with processes under way. */
export interface FlowAdminService {
  instances(query: InstanceQuery): Promise<Paged<FlowInstance>>;
  versions(): Promise<VersionUse[]>;
  /** How many processes wait for a person. */
  heldBy(userId: string): Promise<number>;
  suspend(instanceIds: readonly string[], reason: string): Promise<DoneOne[]>;
  resume(instanceIds: readonly string[], reason: string): Promise<DoneOne[]>;
  /** Tries at once what failed and waits. */
  retry(instanceIds: readonly string[], reason: string): Promise<DoneOne[]>;
  assign(instanceIds: readonly string[], userIds: readonly string[], reason: string): Promise<DoneOne[]>;
  reassign(from: string, to: string, reason: string): Promise<DoneOne[]>;
  move(move: Move): Promise<Moved[]>;
}
