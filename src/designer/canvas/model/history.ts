import type { FormDoc } from './nodes.ts';

/** A state that undo comes back to. */
export interface Step {
  doc: FormDoc;
  selection: readonly number[];
}

/** Steps behind and before the present one. Documents share what did not change, so that there is no bound. */
export interface History {
  past: readonly Step[];
  now: Step;
  future: readonly Step[];
  /** Names what the last edit was about; the next one about the same joins it. Null ends that. */
  about: string | null;
  time: number;
}

/** Edits of the same property within so many milliseconds are one step. */
const TOGETHER = 1500;

export const beginHistory = (doc: FormDoc): History => ({
  past: [],
  now: { doc, selection: [] },
  future: [],
  about: null,
  time: 0,
});

export function record(history: History, next: Step, about: string | null, time: number): History {
  if (next.doc === history.now.doc) return { ...history, now: next };
  const isSame = about !== null && about === history.about && time - history.time < TOGETHER;
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
