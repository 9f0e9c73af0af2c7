import type { StepResult } from '../process/process.ts';

/** Returns the record's `flwState` after a step with this result. */
export function stateAfter({ isFinished, isRejected, isWithApplicant }: StepResult): string {
  if (isRejected) return '4';
  if (isFinished) return '3';
  return isWithApplicant ? '2' : '1';
}
