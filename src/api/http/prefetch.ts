/** Answers that were asked for before anybody needs them, each used once. */
export interface Ahead<T> {
  /** Asks now. */
  start(key: string): void;
  /** What was asked for ahead, else asks. */
  get(key: string): Promise<T>;
}

/** Older than this it may say something else by now. Milliseconds. */
const FRESH = 30_000;

export function createAhead<T>(call: (key: string) => Promise<T>, now: () => number = Date.now): Ahead<T> {
  const started = new Map<string, { at: number; answer: Promise<T> }>();
  return {
    start(key) {
      const before = started.get(key);
      if (before && now() - before.at < FRESH) return;
      const answer = call(key);
      // met by who asks for it
      answer.catch(() => undefined);
      started.set(key, { at: now(), answer });
    },
    get(key) {
      const ahead = started.get(key);
      started.delete(key);
      return ahead && now() - ahead.at < FRESH ? ahead.answer : call(key);
    },
  };
}
