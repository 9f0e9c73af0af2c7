import type { StepResult } from '../process/process.ts';

/** Returns the record's `flwState` after a step with this result. */
export const stateAfter = ({ isFinished, isRejected, isWithApplicant }: StepResult): string =>
  isRejected ? '4' : isFinished ? '3' : isWithApplicant ? '2' : '1';
