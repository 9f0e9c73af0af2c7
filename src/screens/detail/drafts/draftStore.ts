import { createBrowserStore } from '../../shared/browserStore.ts';
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
  [PREFIX, userId, ...(formKey === undefined ? [] : [formKey]), ...(recordId === undefined ? [] : [recordId ?? 'new'])]
    .join(':')
    .concat(':');

export const draftKey = (userId: string, draft: Pick<Draft, 'id' | 'formKey' | 'recordId'>): string =>
  draftPrefix(userId, draft.formKey, draft.recordId) + draft.id;

/** A stored entry, unless it is damaged or an older program's. */
const asDraft = (value: unknown): Draft | null => {
  const draft = value as Partial<Draft> | null;
  return draft &&
    typeof draft.id === 'string' &&
    typeof draft.patch?.fields === 'object' &&
    typeof draft.patch.tables === 'object'
    ? (draft as Draft)
    : null;
};

export function createDraftStore(): DraftStore {
  const store = createBrowserStore();
  return {
    async list(prefix) {
      const byId = new Map<string, Draft>();
      for (const draft of (await store.list(prefix)).map(asDraft)) {
        const other = draft && byId.get(draft.id);
        if (draft && (!other || other.time <= draft.time)) byId.set(draft.id, draft);
      }
      return [...byId.values()].toSorted((a, b) => b.time - a.time);
    },
    save: store.save,
    remove: store.remove,
  };
}
