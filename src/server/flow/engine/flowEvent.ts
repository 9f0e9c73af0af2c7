import type { ThrowEvent } from '../definition.ts';
import type { FlowState, Token } from './flowState.ts';

/** Input of the interpreter: what happens to a process. */
export type FlowEvent =
  | { type: 'start' }
  /** The token's node is completed: it leaves along the flow, or resumes the tokens suspended for it. */
  | { type: 'complete'; token: number }
  /**
   * A return: this token goes to an earlier node, and with it whatever stands behind that node; branches that do not
   * come after it go on. `isStraight`: those tokens rest and go on where they were once the node is done. Without
   * `token` everything goes.
   */
  | { type: 'move'; node: string; token?: number; isStraight?: boolean }
  /** An event on the edge of the token's node happened, or one of those that a gateway waits for; of an event sub-process the token is that of the sub-process around it (`WHOLE`: the process). */
  | { type: 'boundary'; token: number; node: string }
  /** The token's node was refused: the process ends, or only its run of a repeated sub-process that is set so. */
  | { type: 'refuse'; token: number }
  /** The record has changed: condition events are evaluated again. */
  | { type: 'resumeCondition' }
  /** The process is voided. */
  | { type: 'stop' };

/** Result of one interpreter step. */
export interface FlowStep {
  state: FlowState;
  /** Tokens that arrived at a node where something begins: a task, a timer, a call. */
  opened: readonly Token[];
  /** Tokens whose tasks end undecided (move, stop, terminate). */
  withdrawn: readonly Token[];
  /** Tokens that were suspended, and those that were resumed. */
  paused: readonly Token[];
  resumed: readonly Token[];
  /** Signals and messages thrown during the step. */
  thrown: readonly ThrowEvent[];
  isFinished: boolean;
  /** Ended by a refusal. */
  isRefused: boolean;
}
