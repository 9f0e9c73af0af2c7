import type { DemoUser } from '../demoCompany.ts';
import type { Tools } from './tools.ts';

/** The values of a record while it is generated: those of the applicant, and those that later nodes have added. */
export interface Draft {
  applicant: DemoUser;
  fields: Record<string, unknown>;
  tables: Record<string, Record<string, unknown>[]>;
}

/**
 * A task node after the applicant's node, with the data to process it. `id` and `name` are the same as in the process
 * file.
 */
export interface DemoNode {
  id: string;
  name: string;
  /** Returns the ids of the people who may act at this node. The first one acts, or all if `everybodyActs`. */
  holders(draft: Draft): readonly string[];
  everybodyActs?: boolean;
  isSkipped?(draft: Draft): boolean;
  /** Days before the node is processed; by default about one day. */
  waitDays?: readonly [least: number, most: number];
  /** Adds the values that the person enters at this node. `at`: the time at which the node is processed. */
  fill?(draft: Draft, tools: Tools, at: Date): void;
  opinions: readonly string[];
  returnOpinions?: readonly string[];
}

export interface PlannedRecord {
  /** True if the record was finished and then voided. */
  isVoided?: boolean;
  outcome: DemoRecord['flwState'];
  /** Days from the application to today; a function if the number depends on the calendar. */
  daysAgo: number | ((now: Date) => number);
}

export interface DemoForm {
  formKey: string;
  /** The final state and the age in days of each record, instead of the usual states (`usualOutcome`) and ages. */
  plan?: readonly PlannedRecord[];
  applyNode: { id: string; name: string };
  /** Usernames of the usual applicants; the first one applies most often. */
  applicants: readonly string[];
  /** Returns the username of the applicant of the n-th record, if the record determines the applicant. */
  applicantOf?(index: number): string;
  apply(tools: Tools, applicant: DemoUser, date: Date, index: number): Omit<Draft, 'applicant'>;
  nodes: readonly DemoNode[];
}

/** One step of the history. `nodeId`, `taskNode`: id and name of the node. `at`: time of the step. */
export interface DemoStep {
  nodeId: string;
  taskNode: string;
  userId: string;
  action: 'submit' | 'approve' | 'return' | 'reject';
  opinion: string;
  at: Date;
}

/** An attachment of a record: a one-page PDF with its title and lines. */
export interface DemoFile {
  id: string;
  fileName: string;
  uploaderId: string;
  title: string;
  lines: readonly string[];
}

/** One complete record. `openNode`: the current node and assignees of a running or returned record. */
export interface DemoRecord {
  id: string;
  formKey: string;
  flwState: '0' | '1' | '2' | '3' | '4';
  createBy: string;
  createTime: Date;
  updateBy: string;
  updateTime: Date;
  fieldsMap: Record<string, unknown>;
  childTables: Record<string, { id: string; fieldsMap: Record<string, unknown> }[]>;
  files: readonly DemoFile[];
  steps: readonly DemoStep[];
  openNode: { nodeId: string; taskNode: string; userIds: readonly string[] } | null;
}
