import type { BrowserStore } from '../browserStore.ts';

/** What somebody wrote at a place and did not save. `base`: what it was written over. */
export interface KeptWork<T> {
  id: string;
  value: T;
  base: string;
  time: number;
}

export interface Asked<T> {
  base: string;
  /** What is not saved now; null: nothing. */
  read(): T | null;
  /** Says nothing that is not there anyway. */
  isMoot?(value: T): boolean;
}

export interface Keeper<T> {
  /** Who writes tells here how to ask them, with every change. */
  follow(asked: Asked<T>): void;
  /** Something was written: it is kept when writing rests. */
  soon(): void;
  /** Keeps it now, over a sign-out too. */
  keep(): Promise<unknown>;
  /** It was saved, sent or given up. */
  drop(): Promise<unknown>;
  /** Another visit's work has been taken over: it goes once what it became is kept. */
  take(other: string): void;
  remove(other: string): Promise<unknown>;
  /** The page goes: what was written last is kept where it is written at once. */
  flush(): void;
  /** The latest work of other visits. */
  find(): Promise<KeptWork<T> | null>;
}

/** Milliseconds after the last keystroke until it is kept. */
const QUIET = 500;

function asWork<T>(value: unknown): KeptWork<T> | null {
  const work = value as Partial<KeptWork<T>> | null;
  return work &&
    typeof work.id === 'string' &&
    typeof work.time === 'number' &&
    typeof work.base === 'string' &&
    work.value !== undefined
    ? (work as KeptWork<T>)
    : null;
}

/** Keeps one visit's work under its own key of a place, whose keys begin with `prefix`. */
export function createKeeper<T>({ store, prefix, id }: { store: BrowserStore; prefix: string; id: string }): Keeper<T> {
  let asked: Asked<T> = { base: '', read: () => null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  let taken: string | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  // one after the other: what was dropped must not come back by an earlier write
  const next = (step: () => Promise<unknown>): Promise<unknown> => {
    queue = queue.then(step).catch(() => undefined);
    return queue;
  };
  const rest = (): void => {
    isDue = false;
    clearTimeout(timer);
  };
  /** The work that this visit went on with is in its own now, or is not wanted any more. */
  const forgetTaken = async (): Promise<void> => {
    if (taken !== null) await store.remove(prefix + taken);
    taken = null;
  };
  const write = (isLasting: boolean): Promise<unknown> => {
    rest();
    const { base } = asked;
    const value = asked.read();
    const time = Date.now();
    return next(async () => {
      await (value === null
        ? store.remove(prefix + id)
        : store.save(prefix + id, { id, value, base, time } satisfies KeptWork<T>, isLasting));
      await forgetTaken();
    });
  };
  return {
    follow: (latest) => {
      asked = latest;
    },
    soon: () => {
      isDue = true;
      clearTimeout(timer);
      timer = setTimeout(() => void write(true), QUIET);
    },
    keep: () => write(true),
    drop: () => {
      rest();
      return next(async () => {
        await store.remove(prefix + id);
        await forgetTaken();
      });
    },
    take: (other) => {
      taken = other;
    },
    remove: (other) => next(() => store.remove(prefix + other)),
    flush: () => {
      if (isDue && asked.read() !== null) void write(false);
    },
    async find() {
      const found = (await store.list(prefix)).flatMap((one) => asWork<T>(one) ?? []).filter((one) => one.id !== id);
      for (const one of found.toSorted((a, b) => b.time - a.time)) {
        if (!asked.isMoot?.(one.value)) return one;
        await store.remove(prefix + one.id);
      }
      return null;
    },
  };
}
