import type { BrowserStore } from '../browserStore.ts';

/**
 * Unsaved input of one visit. A visit is one opening of the page, in any window. `id`: identifies the visit; `base`:
 * the state of the document at the start of editing; `time`: when the input was stored, in ms since 1970.
 */
export interface StoredInput<T> {
  id: string;
  value: T;
  base: string;
  time: number;
}

/** Source of the current unsaved input of a page. `base`: as in `StoredInput`. */
export interface InputSource<T> {
  base: string;
  /** Returns the current unsaved input; null: none. */
  read(): T | null;
  /** Returns true if stored input adds nothing to the current state, so that it need not be offered. */
  isObsolete?(value: T): boolean;
}

export interface InputStore<T> {
  /** Sets the callbacks that read the current input. Called after every render. */
  setSource(source: InputSource<T>): void;
  /** Schedules storing, debounced. Called after each input. */
  scheduleStoring(): void;
  /** Stores the input now, so that it survives a sign-out. */
  keep(): Promise<unknown>;
  /** Removes the stored input of this visit, and of a visit taken over, after it was saved, sent or discarded. */
  drop(): Promise<unknown>;
  /** Takes over the input of another visit. The other visit's entry is removed after this visit has stored its own. */
  takeOver(otherId: string): void;
  /** Removes the input of another visit. */
  removeOther(otherId: string): Promise<unknown>;
  /**
   * Immediately stores input whose debounce time has not ended. Called when the page is hidden or closed. Small input
   * goes to localStorage, because a write to IndexedDB might not finish before the page is closed.
   */
  flush(): void;
  /** Returns the latest input of other visits that is not obsolete; null for none. Removes later, obsolete input. */
  findLatestOther(): Promise<StoredInput<T> | null>;
}

/** Debounce time in ms from the last input until it is stored. */
const DEBOUNCE_MS = 500;

function parseInput<T>(value: unknown): StoredInput<T> | null {
  const input = value as Partial<StoredInput<T>> | null;
  return input &&
    typeof input.id === 'string' &&
    typeof input.time === 'number' &&
    typeof input.base === 'string' &&
    input.value !== undefined
    ? (input as StoredInput<T>)
    : null;
}

/**
 * Creates the storage of one visit's unsaved input, under the key `prefix` + `id`. All keys of the same document begin
 * with `prefix`.
 */
export function createInputStore<T>({
  store,
  prefix,
  id,
}: {
  store: BrowserStore;
  prefix: string;
  id: string;
}): InputStore<T> {
  let currentSource: InputSource<T> = { base: '', read: () => null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStoringDue = false;
  let takenOverId: string | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  // steps run in sequence, so that an earlier write cannot restore a removed entry
  const enqueue = (step: () => Promise<unknown>): Promise<unknown> => {
    queue = queue.then(step).catch(() => undefined);
    return queue;
  };
  const cancelTimer = (): void => {
    isStoringDue = false;
    clearTimeout(timer);
  };
  /** Removes the entry of the other visit that this visit has taken over. */
  const removeTakenOver = async (): Promise<void> => {
    if (takenOverId !== null) await store.remove(prefix + takenOverId);
    takenOverId = null;
  };
  /** Stores the current input. `isLasting`: it survives a sign-out (`BrowserStore.save`). */
  const write = (isLasting: boolean): Promise<unknown> => {
    cancelTimer();
    const { base } = currentSource;
    const value = currentSource.read();
    const time = Date.now();
    return enqueue(async () => {
      await (value === null
        ? store.remove(prefix + id)
        : store.save(prefix + id, { id, value, base, time } satisfies StoredInput<T>, isLasting));
      await removeTakenOver();
    });
  };
  return {
    setSource: (latest) => {
      currentSource = latest;
    },
    scheduleStoring: () => {
      isStoringDue = true;
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
    takeOver: (otherId) => {
      takenOverId = otherId;
    },
    removeOther: (otherId) => enqueue(() => store.remove(prefix + otherId)),
    flush: () => {
      if (isStoringDue && currentSource.read() !== null) void write(false);
    },
    async findLatestOther() {
      const otherEntries = (await store.list(prefix))
        .flatMap((entry) => parseInput<T>(entry) ?? [])
        .filter((entry) => entry.id !== id);
      for (const entry of otherEntries.toSorted((a, b) => b.time - a.time)) {
        if (!currentSource.isObsolete?.(entry.value)) return entry;
        await store.remove(prefix + entry.id);
      }
      return null;
    },
  };
}
