/**
 * Subscriptions to single values of a form. A notification about a key calls only the listeners of this key, and the
 * listeners for all values.
 */
export interface ValueWatch {
  /** Adds a listener; `key` null: for all values. Returns the unsubscribe function. */
  on(key: string | null, listener: () => void): () => void;
  notify(key: string): void;
  /** Returns the number of notifications so far. */
  changeCount(): number;
  /** Calls all listeners, because any value may have changed. */
  notifyAll(): void;
}

/**
 * Creates the subscriptions of a form; they store listeners, but no values. They are used instead of Formily reactions:
 * a reaction iterates over all observed keys of the form whenever it runs, which is too slow at every key press in a
 * long form.
 */
export function createValueWatch(): ValueWatch {
  const byKey = new Map<string | null, Set<() => void>>();
  let notifications = 0;
  const callAll = (listeners: Iterable<() => void> | undefined): void => {
    for (const listener of listeners ?? []) listener();
  };
  return {
    on(key, listener) {
      const listeners = byKey.get(key) ?? new Set();
      byKey.set(key, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byKey.get(key) === listeners) byKey.delete(key);
      };
    },
    changeCount: () => notifications,
    notify(key) {
      notifications += 1;
      callAll(byKey.get(key));
      callAll(byKey.get(null));
    },
    notifyAll() {
      notifications += 1;
      for (const listeners of byKey.values()) callAll(listeners);
    },
  };
}
