/**
 * One item of a repeated sub-process. `key`: id of a row, a value of a list (such as a person), or the number of the
 * run; `label`: display text.
 */
export interface RepeatItem {
  key: string;
  label: string;
}

/**
 * A position in the process. An active node has one token, which the tasks of several assignees share. A sub-process
 * and each branch that waits at a join have one token, too. A repeated sub-process has one token for the whole (its
 * group token), and one for each run.
 */
export interface Token {
  id: number;
  node: string;
  /** Id of the edge by which the token arrived; null if it did not arrive by an edge (start, sub-process, return). */
  edge: string | null;
  /** Id of the token of the sub-process around the node; absent at the top level. */
  scope?: number;
  /**
   * Only in the group token of a repeated sub-process: the items, fixed when the sub-process starts. The token of a run
   * has the same `node`, and the id of the group token as `scope`.
   */
  items?: readonly RepeatItem[];
  /** Only in the token of one run: index of its item in `items` of the group token. */
  item?: number;
  /** Ids of the tokens that are paused until this one completes (a return with `isStraight`). */
  resume?: readonly number[];
  /** Ids of non-interrupting conditional events that have already happened for this token. */
  met?: readonly string[];
}

/** The stored state of a process: a few hundred bytes of JSON. */
export interface FlowState {
  tokens: readonly Token[];
  /** Id of the next token that is created. */
  nextToken: number;
  /** Tokens paused by a return; absent when there is none. */
  paused?: readonly Token[];
  /** Like `Token.met`, for the event sub-processes at the top level of the process. */
  met?: readonly string[];
}

/** Used instead of the id of a sub-process token to mean the process itself. */
export const PROCESS_SCOPE = 0;

/** The state of a process before its start event. */
export const EMPTY_STATE: FlowState = { tokens: [], nextToken: 1 };
