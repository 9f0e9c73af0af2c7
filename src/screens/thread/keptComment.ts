import { createNonThrowingStorage } from '../../session/nonThrowingStorage.ts';
import type { KeyStore } from '../../session/keys.ts';

/** What somebody wrote under a record and did not send yet. */
export interface CommentDraft {
  text: string;
  /** Who was chosen while it was written. */
  mentions: readonly { id: string; name: string }[];
  files: readonly { id: string; fileName: string; fileExt: string; url: string }[];
}

export const NO_DRAFT: CommentDraft = { text: '', mentions: [], files: [] };

export interface KeptComment {
  get(): CommentDraft;
  set(draft: CommentDraft): void;
}

let browser: KeyStore | null = null;
const storage = (): KeyStore => {
  browser ??= createNonThrowingStorage(localStorage);
  return browser;
};

function read(text: string | null): CommentDraft {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<CommentDraft> | null;
    return { ...NO_DRAFT, ...value };
  } catch {
    return NO_DRAFT;
  }
}

/** Keeps an unsent comment in the browser, one for each person and record; signing out clears it. */
export function keptComment(userId: string, recordId: string): KeptComment {
  const key = `comment ${userId} ${recordId}`;
  return {
    get: () => read(storage().getItem(key)),
    set: (draft) =>
      draft.text.trim() === '' && draft.files.length === 0
        ? storage().removeItem(key)
        : storage().setItem(key, JSON.stringify(draft)),
  };
}
