/** Listeners of single values of a form: one call for each listener of a key, however many keys there are. */
export interface ValueWatch {
  /** `key` null: of any value. Returns the unsubscribe function. */
  on(key: string | null, listener: () => void): () => void;
  notify(key: string): void;
  /** How often listeners were called. */
  turn(): number;
  /** Any value may have changed. */
  notifyAll(): void;
}

/**
 * Holds no values: those stand in the fields. A Formily reaction looks through all observed keys of the form whenever
 * it runs again, which is too slow for what follows every key press in a long form.
 */
export function createValueWatch(): ValueWatch {
  const byKey = new Map<string | null, Set<() => void>>();
  let turn = 0;
  const call = (listeners: Iterable<() => void> | undefined): void => {
    for (const listener of listeners ?? []) listener();
  };
  return {
    on(key, listener) {
      const own = byKey.get(key) ?? new Set();
      byKey.set(key, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && byKey.get(key) === own) byKey.delete(key);
      };
    },
    turn: () => turn,
    notify(key) {
      turn += 1;
      call(byKey.get(key));
      call(byKey.get(null));
    },
    notifyAll() {
      turn += 1;
      for (const listeners of byKey.values()) call(listeners);
    },
  };
}
