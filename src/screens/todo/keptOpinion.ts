import { createNonThrowingStorage } from '../../session/nonThrowingStorage.ts';
import type { KeyStore } from '../../session/keys.ts';

/** What somebody wrote for an act that is not done yet. */
export interface KeptOpinion {
  /** null: nothing was written. */
  get(): string | null;
  set(text: string): void;
  forget(): void;
}

let tab: KeyStore | null = null;
const storage = (): KeyStore => {
  tab ??= createNonThrowingStorage(sessionStorage);
  return tab;
};

/**
 * Keeps an opinion in the tab until its act is done: neither a call that fails nor a session that ends takes it away, and
 * whoever signs in after somebody else finds none of theirs. Signing out clears the tab.
 */
export function keptOpinion(userId: string, taskId: string, act: string): KeptOpinion {
  const key = `opinion ${userId} ${taskId} ${act}`;
  return {
    get: () => storage().getItem(key),
    set: (text) => storage().setItem(key, text),
    forget: () => storage().removeItem(key),
  };
}
