/** Cache of prefetched answers by key. Each answer is used once. */
export interface PrefetchCache<T> {
  /** Prefetches an answer. */
  prefetch(key: string): void;
  /** Returns the prefetched answer if there is a recent one, else requests it. */
  get(key: string): Promise<T>;
}

/** Maximum age of a prefetched answer. */
const MAX_AGE_MS = 30_000;

export function createPrefetchCache<T>(
  call: (key: string) => Promise<T>,
  now: () => number = Date.now,
): PrefetchCache<T> {
  const answers = new Map<string, { time: number; answer: Promise<T> }>();
  return {
    prefetch(key) {
      const cached = answers.get(key);
      if (cached && now() - cached.time < MAX_AGE_MS) return;
      const answer = call(key);
      // a failure is reported to the caller of `get`
      answer.catch(() => undefined);
      answers.set(key, { time: now(), answer });
    },
    get(key) {
      const cached = answers.get(key);
      answers.delete(key);
      return cached && now() - cached.time < MAX_AGE_MS ? cached.answer : call(key);
    },
  };
}
