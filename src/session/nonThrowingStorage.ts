import { STORAGE_KEYS, type StorageLike } from './keys.ts';

/** Keys of cached server data, which are removed when the storage is full. */
const CACHE_KEYS = [STORAGE_KEYS.userList, STORAGE_KEYS.screens];

/**
 * Creates a storage whose writes never throw. When the storage is full, for example of drafts, the caches are removed.
 * A value that still does not fit is kept in memory until a later write or another tab stores the key.
 */
export function createNonThrowingStorage(storage: StorageLike): StorageLike {
  /** Values that did not fit. `storedInstead`: the stored value of the key at that time. */
  const memory = new Map<string, { value: string; storedInstead: string | null }>();
  const tryStore = (key: string, value: string): boolean => {
    try {
      storage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  };
  return {
    getItem(key) {
      const storedValue = storage.getItem(key);
      const inMemory = memory.get(key);
      return inMemory && inMemory.storedInstead === storedValue ? inMemory.value : storedValue;
    },
    setItem(key, value) {
      memory.delete(key);
      if (tryStore(key, value)) return;
      for (const cacheKey of CACHE_KEYS) if (cacheKey !== key) storage.removeItem(cacheKey);
      if (!tryStore(key, value)) memory.set(key, { value, storedInstead: storage.getItem(key) });
    },
    removeItem(key) {
      memory.delete(key);
      storage.removeItem(key);
    },
    clear() {
      memory.clear();
      storage.clear();
    },
  };
}
