/** Topics that components subscribe to. Each row has its own topic, so an edit renders only that row again. */
export type Topic =
  | 'structure'
  | 'rows'
  | 'totals'
  | 'cursor'
  | 'selection'
  | 'problems'
  | 'history'
  | 'job'
  | 'report'
  | 'calls'
  | 'find'
  | `row:${string}`;

export interface Topics {
  subscribe(topic: Topic, listener: () => void): () => void;
  /** Returns a number that increases whenever the topic is touched: the snapshot for `useSyncExternalStore`. */
  version(topic: Topic): number;
  /** Notifies the listeners of the topic. */
  touch(topic: Topic): void;
  /** Notifies the listeners of all rows (the situation changed, or rows were loaded). */
  touchAllRows(): void;
  /** Runs `work`. Listeners and tasks of `runAtEnd` run once, when the outermost batch ends. */
  batch<T>(work: () => T): T;
  /**
   * Runs `task` when the outermost batch ends; outside a batch, at once. The same function runs only once per batch.
   */
  runAtEnd(task: () => void): void;
}

const isRow = (topic: Topic): boolean => topic.startsWith('row:');

export function createTopics(): Topics {
  const listeners = new Map<Topic, Set<() => void>>();
  const versions = new Map<Topic, number>();
  let pendingListeners = new Set<() => void>();
  let pendingTasks = new Set<() => void>();
  let lastVersion = 0;
  let allRowsVersion = 0;
  let depth = 0;

  const flush = (): void => {
    // a task may itself touch topics (emitted rows may be loaded into the store again): loop until nothing is pending
    while (pendingTasks.size > 0 || pendingListeners.size > 0) {
      const callbacks = pendingTasks.size > 0 ? pendingTasks : pendingListeners;
      if (callbacks === pendingTasks) pendingTasks = new Set();
      else pendingListeners = new Set();
      for (const callback of callbacks) callback();
    }
  };
  const enqueueListeners = (topic: Topic): void => {
    for (const listener of listeners.get(topic) ?? []) pendingListeners.add(listener);
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
    version: (topic) => Math.max(versions.get(topic) ?? 0, isRow(topic) ? allRowsVersion : 0),
    touch(topic) {
      versions.set(topic, (lastVersion += 1));
      enqueueListeners(topic);
      if (depth === 0) flush();
    },
    touchAllRows() {
      allRowsVersion = lastVersion += 1;
      for (const topic of listeners.keys()) if (isRow(topic)) enqueueListeners(topic);
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
    runAtEnd(task) {
      pendingTasks.add(task);
      if (depth === 0) flush();
    },
  };
  return topics;
}
