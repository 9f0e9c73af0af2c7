import { problem } from '../../../domain/problem/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { SentRecord } from '../../records/index.ts';

/** Request body of runProcess (CL-083). */
export interface Transition {
  record: SentRecord;
  action: 'submit' | 'approve' | 'return' | 'reject';
  taskId?: string;
  opinion?: string;
  /**
   * For a return: id of the target node (default: the applicant's), and whether the process continues at this node
   * directly after the target node.
   */
  target?: string;
  isStraight?: boolean;
  /** Ids of uploaded files: attachments of the opinion, and the image of a signature. */
  files?: readonly string[];
  signature?: string;
  /** Ids of the people chosen for later nodes, by node id. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Ids of the people who receive a copy. */
  cc?: readonly string[];
  /** Number of events that led to this one, when an effect submits. */
  depth?: number;
}

/** Refusal of a return, void or comment without an opinion. */
export const missingOpinion = (): Refusal =>
  new Refusal('RECORD_INVALID', {}, { problems: [problem('VALUE_REQUIRED', ['opinion'], { label: '办理意见' })] });
