import type { ThrowEvent } from '../definition.ts';
import type { FlowState, Token } from './flowState.ts';

/** Input of the interpreter: an event that happens to a running process. */
export type FlowEvent =
  | { type: 'start' }
  /** The token's node is completed: it leaves along the flow, or resumes the tokens suspended for it. */
  | { type: 'complete'; token: number }
  /**
   * A return: the token goes back to an earlier node, together with all tokens at or after that node; tokens on other
   * branches stay. `isStraight`: the moved tokens are suspended and resume at their old nodes once the earlier node is
   * done. Without `token` all tokens move.
   */
  | { type: 'move'; node: string; token?: number; isStraight?: boolean }
  /**
   * A boundary event of the token's node happened, or an event after its event-based gateway. For an event sub-process
   * the token is that of the sub-process around it (`PROCESS_SCOPE`: the process itself).
   */
  | { type: 'boundary'; token: number; node: string }
  /** The token's node was refused: the process ends, or only the current run when `Repeat.refusal` is 'item'. */
  | { type: 'refuse'; token: number }
  /** The record has changed: condition events are evaluated again. */
  | { type: 'resumeCondition' }
  /** The process is voided. */
  | { type: 'stop' };

/** Result of one interpreter step. */
export interface FlowStep {
  state: FlowState;
  /** Tokens that arrived at a node where work begins: a task, a timer, a service call. */
  opened: readonly Token[];
  /** Tokens whose tasks are cancelled without a decision (move, stop, terminate). */
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
