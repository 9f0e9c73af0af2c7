/** One item that a sub-process is repeated over: a row's id or a value, and its label. */
export interface RepeatItem {
  key: string;
  label: string;
}

/** A position in the process: one for every open task and for every branch that waits at a join. */
export interface Token {
  id: number;
  node: string;
  /** The edge it arrived by; null after a start or a move. */
  edge: string | null;
  /** Token of the sub-process it runs in; absent at the top. */
  scope?: number;
  /** Of a repeated sub-process: its items, fixed when it starts. Its runs are tokens of the same node inside it. */
  items?: readonly RepeatItem[];
  /** Of one run: index of its item. */
  item?: number;
  /** Ids of the tokens suspended until this one completes (a return that comes straight back). */
  resume?: readonly number[];
  /** Ids of non-interrupting condition events that have already happened for it. */
  met?: readonly string[];
}

/** The stored state of a process: a few hundred bytes of JSON. Going back to a node is a change of tokens. */
export interface FlowState {
  tokens: readonly Token[];
  nextToken: number;
  /** Tokens suspended by a return; absent when there is none. */
  paused?: readonly Token[];
  /** The same of event sub-processes of the process itself. */
  met?: readonly string[];
}

/** Names the process itself where the token of a sub-process is expected. */
export const WHOLE = 0;

export const EMPTY_STATE: FlowState = { tokens: [], nextToken: 1 };
