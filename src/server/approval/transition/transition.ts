import { problem } from '../../../domain/problem/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { SentRecord } from '../../records/index.ts';

/** An act on a record, requested by a person (the request body of runProcess, CL-083) or performed by an effect. */
export interface Transition {
  record: SentRecord;
  action: 'submit' | 'approve' | 'return' | 'reject';
  taskId?: string;
  opinion?: string;
  /** For a return: the id of the node that the record returns to; by default the applicant's node. */
  target?: string;
  /** For a return: true if the record comes straight back to the returning node, without the nodes in between. */
  isStraight?: boolean;
  /** The ids of uploaded files, as attachments of the opinion. */
  files?: readonly string[];
  /** The id of the uploaded image of a signature. */
  signature?: string;
  /** The ids of the people chosen for later nodes, by node id. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** The ids of the people who receive a copy. */
  cc?: readonly string[];
  /** If an effect submits: the number of earlier events in the chain that caused this submission. */
  depth?: number;
}

/** Returns the refusal of a return or void without an opinion, or of an empty comment. */
export const opinionRequired = (): Refusal =>
  new Refusal('RECORD_INVALID', {}, { problems: [problem('VALUE_REQUIRED', ['opinion'], { label: '办理意见' })] });
