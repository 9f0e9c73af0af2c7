import type { Attempt } from './saver.ts';

/** What a person typed and has not saved, kept in the browser. Only keys that differ from the loaded record are held. */
export interface Draft {
  values: Readonly<Record<string, unknown>>;
  /** Revision of the record it was typed over; null for a new record. */
  revision: number | null;
  /** Milliseconds since 1970. */
  time: number;
  /** A save whose outcome is not known: it must be repeated under its own key before anything else is sent. */
  pending: Attempt | null;
}

export interface DraftStore {
  load(key: string): Promise<Draft | null>;
  /** Resolves when kept; a full or forbidden browser store rejects. */
  save(key: string, draft: Draft): Promise<void>;
  remove(key: string): Promise<void>;
}

export const draftKey = (userId: string, formKey: string, recordId: string | null): string =>
  `draft:${userId}:${formKey}:${recordId ?? 'new'}`;

const DATABASE = 'drafts';
const STORE = 'drafts';
/** Below this many characters a draft goes to localStorage, which is written before the page can die. */
const SMALL = 200_000;

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('indexedDB'));
  });
}

async function large<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const open = await database();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = open.transaction(STORE, mode);
      const request = run(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error ?? new Error('indexedDB'));
      transaction.onabort = () => reject(transaction.error ?? new Error('indexedDB'));
    });
  } finally {
    open.close();
  }
}

const hasLarge = (): boolean => typeof indexedDB !== 'undefined';

function readSmall(key: string): Draft | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as Draft);
  } catch {
    return null;
  }
}

const newer = (a: Draft | null, b: Draft | null): Draft | null => (a && b ? (a.time >= b.time ? a : b) : a ?? b);

/** Small drafts in localStorage (written at once), large ones (long sub-tables) in IndexedDB. */
export function createDraftStore(): DraftStore {
  return {
    async load(key) {
      const kept = hasLarge() ? await large('readonly', (store) => store.get(key) as IDBRequest<Draft | undefined>).catch(() => undefined) : undefined;
      return newer(readSmall(key), kept ?? null);
    },
    async save(key, draft) {
      const text = JSON.stringify(draft);
      if (text.length <= SMALL || !hasLarge()) {
        localStorage.setItem(key, text);
        return;
      }
      await large('readwrite', (store) => store.put(JSON.parse(text), key));
      localStorage.removeItem(key);
    },
    async remove(key) {
      localStorage.removeItem(key);
      if (hasLarge()) await large('readwrite', (store) => store.delete(key)).catch(() => undefined);
    },
  };
}
