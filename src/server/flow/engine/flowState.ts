/**
 * One item of a repeated sub-process. `key`: id of a row, a value of a list, or the number of the run; `label`: its
 * text for people.
 */
export interface RepeatItem {
  key: string;
  label: string;
}

/**
 * A position in the process. An active node has one token, which the tasks of several assignees share. A sub-process,
 * each run of a sub-process, and each branch that waits at a join have one token, too.
 */
export interface Token {
  id: number;
  node: string;
  /** Id of the edge by which the token arrived; null if it did not arrive by an edge (start, sub-process, return). */
  edge: string | null;
  /** Id of the token of the sub-process around the node; absent at the top level. */
  scope?: number;
  /**
   * Of the group token of a repeated sub-process: its items, fixed when it starts. Each run is a token of the same node
   * whose `scope` is the group token.
   */
  items?: readonly RepeatItem[];
  /** Of the token of one run: index of its item in `items` of the group token. */
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

/** Stands for the process itself where the id of a sub-process token is expected. */
export const PROCESS_SCOPE = 0;

/** The state of a process before its start event. */
export const EMPTY_STATE: FlowState = { tokens: [], nextToken: 1 };
