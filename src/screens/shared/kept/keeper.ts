import type { BrowserStore } from '../browserStore.ts';

/** Unsaved input at a place. `base`: the state on which the editing began. */
export interface KeptWork<T> {
  id: string;
  value: T;
  base: string;
  time: number;
}

export interface Asked<T> {
  base: string;
  /** The unsaved input now; null: none. */
  read(): T | null;
  /** True when stored input adds nothing to the present state, so that it need not be offered. */
  isMoot?(value: T): boolean;
}

export interface Keeper<T> {
  /** Sets the callbacks with which the present input is read. Called after every render. */
  follow(asked: Asked<T>): void;
  /** Schedules storing, debounced. Called after each input. */
  soon(): void;
  /** Stores the input now, so that it survives a sign-out. */
  keep(): Promise<unknown>;
  /** Removes the stored input, because it was saved, sent or discarded. */
  drop(): Promise<unknown>;
  /** Takes over the input of another visit: its entry is removed once the own entry is stored. */
  take(other: string): void;
  remove(other: string): Promise<unknown>;
  /** Stores pending input synchronously. Called when the page is closed. */
  flush(): void;
  /** Finds the latest input of other visits. */
  find(): Promise<KeptWork<T> | null>;
}

/** Debounce time from the last input until it is stored. */
const DEBOUNCE_MS = 500;

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

/**
 * Creates the storage of one visit's unsaved input, under the key `prefix` + `id`; all keys of the place begin with
 * `prefix`.
 */
export function createKeeper<T>({ store, prefix, id }: { store: BrowserStore; prefix: string; id: string }): Keeper<T> {
  let asked: Asked<T> = { base: '', read: () => null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  let taken: string | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  // steps run in sequence, so that an earlier write cannot restore a removed entry
  const enqueue = (step: () => Promise<unknown>): Promise<unknown> => {
    queue = queue.then(step).catch(() => undefined);
    return queue;
  };
  const cancelTimer = (): void => {
    isDue = false;
    clearTimeout(timer);
  };
  /** Removes the entry of the other visit that this visit has taken over. */
  const removeTakenOver = async (): Promise<void> => {
    if (taken !== null) await store.remove(prefix + taken);
    taken = null;
  };
  const write = (isLasting: boolean): Promise<unknown> => {
    cancelTimer();
    const { base } = asked;
    const value = asked.read();
    const time = Date.now();
    return enqueue(async () => {
      await (value === null
        ? store.remove(prefix + id)
        : store.save(prefix + id, { id, value, base, time } satisfies KeptWork<T>, isLasting));
      await removeTakenOver();
    });
  };
  return {
    follow: (latest) => {
      asked = latest;
    },
    soon: () => {
      isDue = true;
      clearTimeout(timer);
      timer = setTimeout(() => void write(true), DEBOUNCE_MS);
    },
    keep: () => write(true),
    drop: () => {
      cancelTimer();
      return enqueue(async () => {
        await store.remove(prefix + id);
        await removeTakenOver();
      });
    },
    take: (other) => {
      taken = other;
    },
    remove: (other) => enqueue(() => store.remove(prefix + other)),
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
