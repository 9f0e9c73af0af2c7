import type { DemoUser } from '../demoCompany.ts';
import type { Tools } from './tools.ts';

/** Values under construction: what the applicant filled, and what later nodes add. */
export interface Draft {
  applicant: DemoUser;
  fields: Record<string, unknown>;
  tables: Record<string, Record<string, unknown>[]>;
}

/** A task node after the applicant's, as the demo walks it. `id` and `name` are those of the flow file. */
export interface DemoNode {
  id: string;
  name: string;
  /** Ids of those who may act here; the first one does. */
  holders(draft: Draft): readonly string[];
  isSkipped?(draft: Draft): boolean;
  /** Days that pass before anybody can act here; a day or so when not stated. */
  waitDays?: readonly [least: number, most: number];
  /** The values that the person enters at this step. */
  fill?(draft: Draft, tools: Tools, at: Date): void;
  opinions: readonly string[];
  returnOpinions?: readonly string[];
}

export interface Planned {
  outcome: DemoRecord['flwState'];
  daysAgo: number;
}

export interface DemoForm {
  formKey: string;
  /** Only every n-th of the 64 records of a form is created, which is enough to show each state. */
  every?: number;
  /** The final state of each record and how many days ago it began, instead of the usual mixture of 64. */
  plan?: readonly Planned[];
  applyNode: { id: string; name: string };
  /** Usernames of those who usually apply; the first more often than the others. */
  applicants: readonly string[];
  apply(tools: Tools, applicant: DemoUser, at: Date, index: number): Omit<Draft, 'applicant'>;
  nodes: readonly DemoNode[];
}

/** One step of the history. `at` is when it was done. */
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

/** One record ready to be stored. `openNode` is where a running or returned one stands, and who holds it. */
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
