/** One of what a sub-process is repeated over: a row's id or a value, and how people call it. */
export interface RepeatItem {
  key: string;
  label: string;
}

/** Where the process stands: one token for every task that is open and for every branch that waits at a join. */
export interface Token {
  id: number;
  node: string;
  /** Edge it came in by; null where it was put by a start or a move. */
  edge: string | null;
  /** Token of the sub-process it runs in; absent at the top. */
  scope?: number;
  /** Of a repeated sub-process: what it runs for, fixed when it begins. Its runs are tokens of the same node inside of it. */
  items?: readonly RepeatItem[];
  /** Of one run: which of the items around it it is for. */
  item?: number;
  /** Tokens that rest until this one is done and then go on where they were: a return that comes straight back. */
  resume?: readonly number[];
  /** Events around it whose condition has come true once and that did not interrupt: they happen once for it. */
  met?: readonly string[];
}

/** All the interpreter remembers: a few hundred bytes of JSON. Going back to a node is a change of tokens. */
export interface FlowState {
  tokens: readonly Token[];
  nextToken: number;
  /** Tokens that rest for a return; absent when there is none. */
  paused?: readonly Token[];
  /** The same of event sub-processes of the process itself. */
  met?: readonly string[];
}

/** Stands for the process itself where the token of a sub-process is named: it has none. */
export const WHOLE = 0;

export const EMPTY_STATE: FlowState = { tokens: [], nextToken: 1 };
