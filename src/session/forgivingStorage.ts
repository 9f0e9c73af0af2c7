import { KEYS, type KeyStore } from './keys.ts';

/** What can be asked for again goes first when there is no room. */
const CACHES = [KEYS.userList, KEYS.screens];

/**
 * A storage whose writes never fail: without room (drafts of long forms fill it) the caches go, and what still does
 * not fit is kept by this page alone, until another tab or a later write stores the key.
 */
export function forgivingStorage(storage: KeyStore): KeyStore {
  /** What storage did not take, and what it held instead when it refused. */
  const own = new Map<string, { value: string; instead: string | null }>();
  const fits = (key: string, value: string): boolean => {
    try {
      storage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  };
  return {
    getItem(key) {
      const stored = storage.getItem(key);
      const kept = own.get(key);
      return kept && kept.instead === stored ? kept.value : stored;
    },
    setItem(key, value) {
      own.delete(key);
      if (fits(key, value)) return;
      for (const cache of CACHES) if (cache !== key) storage.removeItem(cache);
      if (!fits(key, value)) own.set(key, { value, instead: storage.getItem(key) });
    },
    removeItem(key) {
      own.delete(key);
      storage.removeItem(key);
    },
    clear() {
      own.clear();
      storage.clear();
    },
  };
}
