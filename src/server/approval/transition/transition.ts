import { problem } from '../../../domain/problem/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { SentRecord } from '../../records/index.ts';

/** An act on a record, requested by a person (the request body of runProcess, CL-083) or performed by an effect. */
export interface Transition {
  record: SentRecord;
  action: 'submit' | 'approve' | 'return' | 'reject';
  taskId?: string;
  opinion?: string;
  /** For a return: id of the node to which the record goes back (default: the applicant's node). */
  target?: string;
  /** For a return: whether the record comes straight back to the returning node, without the nodes in between. */
  isStraight?: boolean;
  /** Ids of uploaded files: attachments of the opinion. */
  files?: readonly string[];
  /** Id of the uploaded image of a signature. */
  signature?: string;
  /** Ids of the people chosen for later nodes, by node id. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Ids of the people who receive a copy. */
  cc?: readonly string[];
  /** When an effect submits: number of events that led to this submission, each event caused by the previous one. */
  depth?: number;
}

/** Refusal of a return or void without an opinion, or of an empty comment. */
export const opinionRequired = (): Refusal =>
  new Refusal('RECORD_INVALID', {}, { problems: [problem('VALUE_REQUIRED', ['opinion'], { label: '办理意见' })] });
