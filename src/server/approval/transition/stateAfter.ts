import type { ProcessState } from '../process/process.ts';

/** The state of a record after a step that left the process standing so. */
export const stateAfter = ({ isFinished, isRejected, isWithApplicant }: ProcessState): string =>
  isRejected ? '4' : isFinished ? '3' : isWithApplicant ? '2' : '1';
