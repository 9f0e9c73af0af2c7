import type { FormDoc } from './nodes.ts';

/** A state that undo can restore. */
export interface Step {
  doc: FormDoc;
  selection: readonly number[];
}

/** The steps before and after the current one. Their number is not limited: documents share their unchanged parts. */
export interface History {
  past: readonly Step[];
  now: Step;
  future: readonly Step[];
  /** Names what the last edit changed; the next edit with the same name is merged into its step. Null: never merged. */
  about: string | null;
  /** When the last edit was made, in milliseconds. */
  time: number;
}

/** Edits of the same thing within this time are one step. */
const MERGE_WINDOW_MS = 1500;

export const createHistory = (doc: FormDoc): History => ({
  past: [],
  now: { doc, selection: [] },
  future: [],
  about: null,
  time: 0,
});

export function recordStep(history: History, next: Step, about: string | null, time: number): History {
  if (next.doc === history.now.doc) return { ...history, now: next };
  const isSame = about !== null && about === history.about && time - history.time < MERGE_WINDOW_MS;
  return {
    past: isSame ? history.past : [...history.past, history.now],
    now: next,
    future: [],
    about,
    time,
  };
}

export function undo(history: History): History {
  const before = history.past.at(-1);
  if (!before) return history;
  return {
    past: history.past.slice(0, -1),
    now: before,
    future: [history.now, ...history.future],
    about: null,
    time: 0,
  };
}

export function redo(history: History): History {
  const [next, ...rest] = history.future;
  if (!next) return history;
  return { past: [...history.past, history.now], now: next, future: rest, about: null, time: 0 };
}
