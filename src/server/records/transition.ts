import { problem } from '../../kernel/problems.ts';
import { Refusal } from '../http/refusal.ts';
import type { SentRecord } from './save.ts';

/** Body of runProcess (CL-083). */
export interface Transition {
  record: SentRecord;
  action: 'submit' | 'approve' | 'return' | 'reject';
  taskId?: string;
  opinion?: string;
}

/** Whoever returns an application says why. */
export const missingOpinion = (): Refusal =>
  new Refusal('RECORD_INVALID', {}, { problems: [problem('VALUE_REQUIRED', ['opinion'], { label: '办理意见' })] });
