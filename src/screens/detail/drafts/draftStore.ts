import type { Draft } from './draft.ts';

/** Drafts in this browser. */
export interface DraftStore {
  /** Those whose key begins so, the latest first. */
  list(prefix: string): Promise<Draft[]>;
  /** Resolves when kept; a full or forbidden browser store rejects. `isLasting` keeps it over a sign-out, which clears local storage. */
  save(key: string, draft: Draft, isLasting?: boolean): Promise<void>;
  remove(key: string): Promise<void>;
}

const PREFIX = 'draft';

/** Begins the keys of a person's drafts, of a form, of a record ('' for new ones). */
export const draftPrefix = (userId: string, formKey?: string, recordId?: string | null): string =>
  [PREFIX, userId, ...(formKey === undefined ? [] : [formKey]), ...(recordId === undefined ? [] : [recordId ?? 'new'])].join(':').concat(':');

export const draftKey = (userId: string, draft: Pick<Draft, 'id' | 'formKey' | 'recordId'>): string => draftPrefix(userId, draft.formKey, draft.recordId) + draft.id;

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

/** A stored entry, unless it is damaged or an older program's. */
const asDraft = (value: unknown): Draft | null => {
  const draft = value as Partial<Draft> | null;
  return draft && typeof draft.id === 'string' && typeof draft.patch?.fields === 'object' && typeof draft.patch.tables === 'object' ? (draft as Draft) : null;
};

function readSmall(key: string): Draft | null {
  try {
    return asDraft(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

const smallKeys = (): string[] => Array.from({ length: localStorage.length }, (_none, index) => localStorage.key(index)).filter((key) => key !== null);

async function largeDrafts(prefix: string): Promise<Draft[]> {
  if (!hasLarge()) return [];
  const range = (): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const found = await large('readonly', (store) => store.getAll(range()) as IDBRequest<unknown[]>).catch(() => []);
  return found.map(asDraft).filter((draft) => draft !== null);
}

/** Small drafts in localStorage (written at once), large ones (long sub-tables) in IndexedDB. */
export function createDraftStore(): DraftStore {
  return {
    async list(prefix) {
      const small = smallKeys().filter((key) => key.startsWith(prefix)).map(readSmall).filter((draft) => draft !== null);
      const byId = new Map<string, Draft>();
      for (const draft of [...await largeDrafts(prefix), ...small]) {
        const other = byId.get(draft.id);
        if (!other || other.time <= draft.time) byId.set(draft.id, draft);
      }
      return [...byId.values()].toSorted((a, b) => b.time - a.time);
    },
    async save(key, draft, isLasting = false) {
      const text = JSON.stringify(draft);
      if ((text.length <= SMALL && !isLasting) || !hasLarge()) {
        try {
          localStorage.setItem(key, text);
          return;
        } catch (error) {
          // no room there: IndexedDB has more
          if (!hasLarge()) throw error;
        }
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
