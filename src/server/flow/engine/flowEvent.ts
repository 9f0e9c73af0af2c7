import type { ThrowEvent } from '../definition.ts';
import type { FlowState, Token } from './flowState.ts';

/** Input of the interpreter: an event that happens to a running process. */
export type FlowEvent =
  | { type: 'start' }
  /**
   * The token's node is completed: the token continues, or the tokens that a straight return paused (`Token.resume`)
   * resume.
   */
  | { type: 'complete'; token: number }
  /**
   * A return: one token at an earlier node replaces the token and all tokens at or after the earlier node. Tokens on
   * other branches stay. `isStraight`: the replaced tokens are paused, and resume at their nodes once the earlier node
   * is completed. Without `token` all tokens of the process are replaced.
   */
  | { type: 'move'; node: string; token?: number; isStraight?: boolean }
  /**
   * An event happened: a boundary event of the token's node, or an event after the event-based gateway at which the
   * token waits. For an event sub-process that begins, `node` is the event sub-process, and `token` is the token of the
   * sub-process around it (`PROCESS_SCOPE`: the process itself).
   */
  | { type: 'boundary'; token: number; node: string }
  /**
   * The token's node was refused: the process ends. Inside a repeat whose `refusal` is 'item', only the token's run of
   * that repeat ends.
   */
  | { type: 'refuse'; token: number }
  /** The record has changed. No token moves; the caller evaluates the conditional events afterwards. */
  | { type: 'recordChanged' }
  /** The process is voided. */
  | { type: 'stop' };

/** Result of one interpreter step. */
export interface FlowStep {
  state: FlowState;
  /**
   * Tokens that arrived at a node where work begins: a node that waits (task, timer, call …) or a sub-process with
   * boundary events.
   */
  opened: readonly Token[];
  /**
   * Tokens that the step removed without completing them, for example by 'move' or 'stop'. Only tokens at nodes that
   * wait (tasks, timers, calls …).
   */
  withdrawn: readonly Token[];
  /** Tokens that the step paused. Only tokens at nodes like those of `opened`. */
  paused: readonly Token[];
  /** Tokens that the step resumed. Only tokens at nodes like those of `opened`. */
  resumed: readonly Token[];
  /** Signals and messages thrown during the step. */
  thrown: readonly ThrowEvent[];
  isFinished: boolean;
  /** True if a refusal ended the process. */
  isRefused: boolean;
}
