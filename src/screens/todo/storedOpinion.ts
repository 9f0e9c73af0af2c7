import { createNonThrowingStorage } from '../../session/nonThrowingStorage.ts';
import type { StorageLike } from '../../session/keys.ts';

/** The stored opinion of an unfinished action. */
export interface StoredOpinion {
  /** Returns the stored text; null if nothing is stored. */
  get(): string | null;
  set(text: string): void;
  forget(): void;
}

let tabStorage: StorageLike | null = null;
const storage = (): StorageLike => {
  tabStorage ??= createNonThrowingStorage(sessionStorage);
  return tabStorage;
};

/**
 * Stores an opinion in the session storage of the tab until its action succeeds, so that failed calls and expired
 * sessions do not lose it. The key contains the user id; sign-out clears the storage.
 */
export function createStoredOpinion(userId: string, taskId: string, act: string): StoredOpinion {
  const key = `opinion ${userId} ${taskId} ${act}`;
  return {
    get: () => storage().getItem(key),
    set: (text) => storage().setItem(key, text),
    forget: () => storage().removeItem(key),
  };
}
