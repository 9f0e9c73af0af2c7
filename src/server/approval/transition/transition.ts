import { problem } from '../../../domain/problem/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { SentRecord } from '../../records/index.ts';

/** Body of runProcess (CL-083). */
export interface Transition {
  record: SentRecord;
  action: 'submit' | 'approve' | 'return' | 'reject';
  taskId?: string;
  opinion?: string;
  /** Of a return: id of the node it goes to (the applicant's without it), and whether it comes straight back from there. */
  target?: string;
  isStraight?: boolean;
  /** Ids of uploaded files: attachments of the opinion, the picture of a signature. */
  files?: readonly string[];
  signature?: string;
  /** People chosen for nodes to come, by node id. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Who gets a copy. */
  cc?: readonly string[];
  /** How many events led to this one, where an effect submits. */
  depth?: number;
}

/** Whoever returns an application says why. */
export const missingOpinion = (): Refusal =>
  new Refusal('RECORD_INVALID', {}, { problems: [problem('VALUE_REQUIRED', ['opinion'], { label: '办理意见' })] });
