import type { CanvasDoc } from './nodes.ts';

/** A state that undo can restore. */
export interface Step {
  doc: CanvasDoc;
  selection: readonly number[];
}

/**
 * The current step and the steps before and after it. The number of steps is not limited, because documents share
 * unchanged parts.
 */
export interface History {
  past: readonly Step[];
  present: Step;
  future: readonly Step[];
  /** Key of the last edit; the next edit with the same key is merged into its step. Null: no merge. */
  mergeKey: string | null;
  /** Time of the last edit in milliseconds. */
  time: number;
}

/** Maximum time between two edits with the same `mergeKey` that are merged. */
const MERGE_WINDOW_MS = 1500;

export const createHistory = (doc: CanvasDoc): History => ({
  past: [],
  present: { doc, selection: [] },
  future: [],
  mergeKey: null,
  time: 0,
});

/**
 * Adds a step or merges it into the last step (see `mergeKey`). Removes the steps for `redo`. If the document is the
 * same and only the selection differs, replaces the current step.
 */
export function recordStep(history: History, next: Step, mergeKey: string | null, time: number): History {
  if (next.doc === history.present.doc) return { ...history, present: next };
  const isMerged = mergeKey !== null && mergeKey === history.mergeKey && time - history.time < MERGE_WINDOW_MS;
  return {
    past: isMerged ? history.past : [...history.past, history.present],
    present: next,
    future: [],
    mergeKey,
    time,
  };
}

/** Returns the history after undoing the last step; the same history if there is none. */
export function undo(history: History): History {
  const before = history.past.at(-1);
  if (!before) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    mergeKey: null,
    time: 0,
  };
}

/** Returns the history after redoing the next step; the same history if there is none. */
export function redo(history: History): History {
  const [next, ...rest] = history.future;
  if (!next) return history;
  return { past: [...history.past, history.present], present: next, future: rest, mergeKey: null, time: 0 };
}
