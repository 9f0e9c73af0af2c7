/** Key-value storage of this browser, searched by key prefix. */
export interface BrowserStore {
  /** Returns the values whose keys begin with `prefix`. */
  list(prefix: string): Promise<unknown[]>;
  /**
   * Resolves when the value is stored; rejects when the storage is full or forbidden. `isLasting`: the value survives a
   * sign-out, which clears localStorage.
   */
  save(key: string, value: unknown, isLasting?: boolean): Promise<void>;
  remove(key: string): Promise<void>;
}

const DATABASE = 'drafts';
const STORE = 'drafts';
/**
 * Maximum number of characters of a value in localStorage. localStorage is preferred for small values because it is
 * synchronous: a write is complete even if the page is closed directly afterwards.
 */
const MAX_SMALL_CHARS = 200_000;

/** Timeout in ms for opening the database, because a damaged database does not respond. */
const OPEN_TIMEOUT_MS = 3000;

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const openRequest = indexedDB.open(DATABASE, 1);
    let hasRejected = false;
    const rejectOpen = (reason: Error | null): void => {
      hasRejected = true;
      clearTimeout(timer);
      reject(reason ?? new Error('indexedDB'));
    };
    const timer = setTimeout(rejectOpen, OPEN_TIMEOUT_MS, null);
    openRequest.onupgradeneeded = () => openRequest.result.createObjectStore(STORE);
    openRequest.onsuccess = () => {
      clearTimeout(timer);
      if (hasRejected) openRequest.result.close();
      else resolve(openRequest.result);
    };
    openRequest.onerror = () => rejectOpen(openRequest.error);
    openRequest.onblocked = () => rejectOpen(null);
  });
}

/** Runs one request in the IndexedDB store, in a transaction of its own; resolves when the transaction is complete. */
async function withLargeStore<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = run(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error ?? new Error('indexedDB'));
      transaction.onabort = () => reject(transaction.error ?? new Error('indexedDB'));
    });
  } finally {
    database.close();
  }
}

const hasLargeStore = (): boolean => typeof indexedDB !== 'undefined';

function readSmall(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

const smallKeys = (): string[] =>
  Array.from({ length: localStorage.length }, (_none, index) => localStorage.key(index)).filter((key) => key !== null);

async function largeValues(prefix: string): Promise<unknown[]> {
  if (!hasLargeStore()) return [];
  const range = (): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  return withLargeStore('readonly', (store) => store.getAll(range()) as IDBRequest<unknown[]>).catch(() => []);
}

/**
 * Creates the storage. Small values are stored in localStorage. Large values (long sub-tables), lasting values and
 * values for which localStorage has no space are stored in IndexedDB. Without IndexedDB, all values are stored in
 * localStorage. A key that both storages contain is listed twice.
 */
export function createBrowserStore(): BrowserStore {
  return {
    async list(prefix) {
      return [
        ...(await largeValues(prefix)),
        ...smallKeys()
          .filter((key) => key.startsWith(prefix))
          .map(readSmall),
      ];
    },
    async save(key, value, isLasting = false) {
      const text = JSON.stringify(value);
      if ((text.length <= MAX_SMALL_CHARS && !isLasting) || !hasLargeStore()) {
        try {
          localStorage.setItem(key, text);
          return;
        } catch (error) {
          // localStorage is full: uses IndexedDB
          if (!hasLargeStore()) throw error;
        }
      }
      await withLargeStore('readwrite', (store) => store.put(JSON.parse(text), key));
      localStorage.removeItem(key);
    },
    async remove(key) {
      localStorage.removeItem(key);
      if (hasLargeStore()) await withLargeStore('readwrite', (store) => store.delete(key)).catch(() => undefined);
    },
  };
}
