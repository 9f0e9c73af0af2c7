import type { ThrowEvent } from '../definition.ts';
import type { FlowState, Token } from './flowState.ts';

/** Input of the interpreter: an event that happens to a running process. */
export type FlowEvent =
  | { type: 'start' }
  /** The token's node is completed: the token moves on, or the tokens paused until then (`Token.resume`) resume. */
  | { type: 'complete'; token: number }
  /**
   * A return: the token goes back to an earlier node, together with all tokens at or after that node; tokens on other
   * branches stay. `isStraight`: the moved tokens are paused and resume at their old nodes once the earlier node is
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
  /** The record has changed. No token moves; the caller evaluates the conditional events afterwards. */
  | { type: 'recordChanged' }
  /** The process is voided. */
  | { type: 'stop' };

/** Result of one interpreter step. */
export interface FlowStep {
  state: FlowState;
  /**
   * Tokens that arrived at a node where work begins: a task, timer or service call, a sub-process with boundary events.
   */
  opened: readonly Token[];
  /**
   * Tokens at tasks, timers or calls that were removed without being completed, for example by 'move' or 'stop'.
   */
  withdrawn: readonly Token[];
  /** Tokens that the step paused, and those that it resumed. */
  paused: readonly Token[];
  resumed: readonly Token[];
  /** Signals and messages thrown during the step. */
  thrown: readonly ThrowEvent[];
  isFinished: boolean;
  /** Ended by a refusal. */
  isRefused: boolean;
}
