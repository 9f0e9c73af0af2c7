import { createNonThrowingStorage } from '../../session/nonThrowingStorage.ts';
import type { StorageLike } from '../../session/keys.ts';

/** An unsent comment of a person on a record. */
export interface CommentDraft {
  text: string;
  /** The people selected as mentions. */
  mentions: readonly { id: string; name: string }[];
  files: readonly { id: string; fileName: string; fileExt: string; url: string }[];
}

export const NO_DRAFT: CommentDraft = { text: '', mentions: [], files: [] };

/** Stores the unsent comment of one person on one record. */
export interface CommentDraftStore {
  get(): CommentDraft;
  set(draft: CommentDraft): void;
}

let browserStorage: StorageLike | null = null;
const storage = (): StorageLike => {
  browserStorage ??= createNonThrowingStorage(localStorage);
  return browserStorage;
};

function parseDraft(text: string | null): CommentDraft {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<CommentDraft> | null;
    return { ...NO_DRAFT, ...value };
  } catch {
    return NO_DRAFT;
  }
}

/** Creates a store in the browser for a person's unsent comment on a record. Sign-out clears it. */
export function createCommentDraftStore(userId: string, recordId: string): CommentDraftStore {
  const key = `comment ${userId} ${recordId}`;
  return {
    get: () => parseDraft(storage().getItem(key)),
    set: (draft) =>
      draft.text.trim() === '' && draft.files.length === 0
        ? storage().removeItem(key)
        : storage().setItem(key, JSON.stringify(draft)),
  };
}
