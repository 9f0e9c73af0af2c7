/** Who hears of which value of a form: a call for each listener of the key, however many keys there are. */
export interface ValueWatch {
  /** `key` null: of any value. Answers what ends it. */
  on(key: string | null, listener: () => void): () => void;
  tell(key: string): void;
  /** How often something was told. */
  turn(): number;
  /** Every value may be another one. */
  tellAll(): void;
}

/** Beside Formily's reactions, which look through all keys of the form whenever one of them runs again. */
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
    tell(key) {
      turn += 1;
      call(byKey.get(key));
      call(byKey.get(null));
    },
    tellAll() {
      turn += 1;
      for (const listeners of byKey.values()) call(listeners);
    },
  };
}
