import type { Telling } from '../definition.ts';
import type { FlowState, Token } from './flowState.ts';

/** What may happen to a process, as the interpreter takes it. */
export type FlowEvent =
  | { type: 'start' }
  /** What this token waited for is done: it goes on along the flow, or, sent back to come straight back, to where it was. */
  | { type: 'complete'; token: number }
  /**
   * A return: this token goes to an earlier node, and with it whatever stands behind that node; branches that do not
   * come after it go on. `isStraight`: those tokens rest and go on where they were once the node is done. Without
   * `token` everything goes.
   */
  | { type: 'move'; node: string; token?: number; isStraight?: boolean }
  /** An event on the edge of the token's node happened, or one of those that a gateway waits for; of an event sub-process the token is that of the sub-process around it (`WHOLE`: the process). */
  | { type: 'boundary'; token: number; node: string }
  /** What this token waited for was refused: all ends, or the run alone of a repeated sub-process that has it so. */
  | { type: 'refuse'; token: number }
  /** Nothing by itself: the record has changed, and conditions are looked at. */
  | { type: 'look' }
  /** Nothing goes on: a void. */
  | { type: 'stop' };

/** What one step of a process came to. */
export interface FlowStep {
  state: FlowState;
  /** Tokens at whose node something begins now: a task, a waiting time, a call. */
  opened: readonly Token[];
  /** Tokens whose task ends without being completed (move, stop, terminate). */
  withdrawn: readonly Token[];
  /** Tokens whose task rests, and those that go on after resting. */
  paused: readonly Token[];
  resumed: readonly Token[];
  /** Signals and messages that were thrown on the way. */
  told: readonly Telling[];
  isFinished: boolean;
  /** Ended by a refusal. */
  isRefused: boolean;
}
