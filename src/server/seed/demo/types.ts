import type { DemoUser } from '../demoCompany.ts';
import type { Tools } from './tools.ts';

/** Values of a record under construction: those of the applicant, and those that later nodes add. */
export interface Draft {
  applicant: DemoUser;
  fields: Record<string, unknown>;
  tables: Record<string, Record<string, unknown>[]>;
}

/** A task node after the applicant's, as the demo passes it. `id` and `name` are those of the process file. */
export interface DemoNode {
  id: string;
  name: string;
  /** Ids of the people who may act here; the first one acts, or each where `everybodyActs`. */
  holders(draft: Draft): readonly string[];
  everybodyActs?: boolean;
  isSkipped?(draft: Draft): boolean;
  /** Days before the node is processed; about one day by default. */
  waitDays?: readonly [least: number, most: number];
  /** The values that the person enters at this step. */
  fill?(draft: Draft, tools: Tools, at: Date): void;
  opinions: readonly string[];
  returnOpinions?: readonly string[];
}

export interface PlannedRecord {
  /** It was finished and then voided. */
  isVoided?: boolean;
  outcome: DemoRecord['flwState'];
  /** How many days before today it began; a function where that depends on the calendar. */
  daysAgo: number | ((now: Date) => number);
}

export interface DemoForm {
  formKey: string;
  /** Only every n-th of the 64 records of a form is created, which is enough to show each state. */
  every?: number;
  /** The final state of each record and how many days ago it began, instead of the usual mixture of 64. */
  plan?: readonly PlannedRecord[];
  applyNode: { id: string; name: string };
  /** Usernames of the usual applicants; the first one applies most often. */
  applicants: readonly string[];
  /** Username of the applicant of the n-th record, where the record tells who it is. */
  applicantOf?(index: number): string;
  apply(tools: Tools, applicant: DemoUser, date: Date, index: number): Omit<Draft, 'applicant'>;
  nodes: readonly DemoNode[];
}

/** One step of the history. `at`: its time. */
export interface DemoStep {
  nodeId: string;
  taskNode: string;
  userId: string;
  action: 'submit' | 'approve' | 'return' | 'reject';
  opinion: string;
  at: Date;
}

/** An attachment of a record: a one-page PDF made of its title and lines. */
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
