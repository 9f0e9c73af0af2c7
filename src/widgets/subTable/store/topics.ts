/** What a component can subscribe to. A row has a topic of its own, so an edit re-renders that row alone. */
export type Topic =
  | 'structure'
  | 'rows'
  | 'totals'
  | 'cursor'
  | 'selection'
  | 'problems'
  | 'history'
  | 'mode'
  | 'job'
  | 'report'
  | 'calls'
  | 'find'
  | `row:${string}`;

export interface Topics {
  subscribe(topic: Topic, listener: () => void): () => void;
  /** Grows with every touch of the topic: the snapshot that useSyncExternalStore compares. */
  version(topic: Topic): number;
  touch(topic: Topic): void;
  /** Every row at once, without naming them (a situation change, a load). */
  touchAllRows(): void;
  /** Listeners, and what `atEnd` was given, run once when the outermost batch ends, whatever was touched in between. */
  batch<T>(work: () => T): T;
  /** Runs `task` when the running batch ends (at once outside one); the same function counts once. */
  atEnd(task: () => void): void;
}

const isRow = (topic: Topic): boolean => topic.startsWith('row:');

export function createTopics(): Topics {
  const listeners = new Map<Topic, Set<() => void>>();
  const stamps = new Map<Topic, number>();
  let pending = new Set<() => void>();
  let tasks = new Set<() => void>();
  let clock = 0;
  let allRows = 0;
  let depth = 0;

  const flush = (): void => {
    // a task may touch topics itself (an emit that comes back as a new value), so both are drained until quiet
    while (tasks.size > 0 || pending.size > 0) {
      const run = tasks.size > 0 ? tasks : pending;
      if (run === tasks) tasks = new Set();
      else pending = new Set();
      for (const each of run) each();
    }
  };
  const note = (topic: Topic): void => {
    for (const listener of listeners.get(topic) ?? []) pending.add(listener);
  };
  const topics: Topics = {
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(topic) === set) listeners.delete(topic);
      };
    },
    version: (topic) => Math.max(stamps.get(topic) ?? 0, isRow(topic) ? allRows : 0),
    touch(topic) {
      stamps.set(topic, (clock += 1));
      note(topic);
      if (depth === 0) flush();
    },
    touchAllRows() {
      allRows = clock += 1;
      for (const topic of listeners.keys()) if (isRow(topic)) note(topic);
      if (depth === 0) flush();
    },
    batch(work) {
      depth += 1;
      try {
        return work();
      } finally {
        depth -= 1;
        if (depth === 0) flush();
      }
    },
    atEnd(task) {
      tasks.add(task);
      if (depth === 0) flush();
    },
  };
  return topics;
}
