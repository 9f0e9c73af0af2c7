import { createBrowserStore } from '../../shared/browserStore.ts';
import type { Draft } from './draft.ts';

/** Storage of drafts in this browser. */
export interface DraftStore {
  /** Returns the drafts whose key begins with the prefix, the latest first. */
  list(prefix: string): Promise<Draft[]>;
  /**
   * Resolves when the draft is stored; rejects when the storage is full or forbidden. `isLasting`: the draft survives a
   * sign-out, which clears local storage.
   */
  save(key: string, draft: Draft, isLasting?: boolean): Promise<void>;
  remove(key: string): Promise<void>;
}

const PREFIX = 'draft';

/**
 * Returns the prefix of the keys of a user's drafts. `formKey`: only drafts of this form; `recordId`: only drafts of
 * this record (null: of new records).
 */
export const draftPrefix = (userId: string, formKey?: string, recordId?: string | null): string =>
  [PREFIX, userId, ...(formKey === undefined ? [] : [formKey]), ...(recordId === undefined ? [] : [recordId ?? 'new'])]
    .join(':')
    .concat(':');

/** Returns the key under which the browser stores a draft. */
export const draftKey = (userId: string, draft: Pick<Draft, 'id' | 'formKey' | 'recordId'>): string =>
  draftPrefix(userId, draft.formKey, draft.recordId) + draft.id;

/** Converts a stored entry; null for a damaged entry or an older format. */
const asDraft = (value: unknown): Draft | null => {
  const draft = value as Partial<Draft> | null;
  return draft &&
    typeof draft.id === 'string' &&
    typeof draft.patch?.fields === 'object' &&
    typeof draft.patch.tables === 'object'
    ? (draft as Draft)
    : null;
};

/** Creates the storage of drafts in localStorage and IndexedDB. */
export function createDraftStore(): DraftStore {
  const store = createBrowserStore();
  return {
    async list(prefix) {
      // a draft that is in both localStorage and IndexedDB is listed twice: the newer copy counts
      const byId = new Map<string, Draft>();
      for (const draft of (await store.list(prefix)).map(asDraft)) {
        const listedDraft = draft && byId.get(draft.id);
        if (draft && (!listedDraft || listedDraft.time <= draft.time)) byId.set(draft.id, draft);
      }
      return [...byId.values()].toSorted((a, b) => b.time - a.time);
    },
    save: store.save,
    remove: store.remove,
  };
}
