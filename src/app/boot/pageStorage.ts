/** Creates a storage in memory, which lasts as long as the page. */
function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, String(value));
    },
    removeItem: (key) => {
      values.delete(key);
    },
    clear: () => values.clear(),
  };
}

type WindowLike = Pick<typeof globalThis, 'localStorage' | 'sessionStorage' | 'indexedDB'> & { parent: unknown };

function isStorageForbidden(page: WindowLike, name: 'localStorage' | 'sessionStorage' | 'indexedDB'): boolean {
  try {
    return page[name] === null;
  } catch {
    return true;
  }
}

/**
 * Returns the storage of the parent page, so that a page of this product in a frame is also signed in. Null if there is
 * no parent page, or if this page may not access it.
 */
function parentStorage(page: WindowLike, name: 'localStorage'): Storage | null {
  try {
    return page.parent === page ? null : (page.parent as WindowLike)[name];
  } catch {
    return null;
  }
}

/**
 * Makes the page usable in a browser that forbids storage, where even reading `localStorage` throws. A forbidden
 * storage is replaced by a storage in memory, so that the user can sign in and work until the page is closed. In a
 * frame, `localStorage` is replaced by that of the parent page if possible. A forbidden `indexedDB` becomes undefined.
 * Returns true if `localStorage` was forbidden.
 */
export function replaceForbiddenStorage(page: WindowLike): boolean {
  const replace = (name: string, value: unknown): void => {
    Object.defineProperty(page, name, { configurable: true, value });
  };
  const isLocalStorageForbidden = isStorageForbidden(page, 'localStorage');
  if (isLocalStorageForbidden) replace('localStorage', parentStorage(page, 'localStorage') ?? memoryStorage());
  if (isStorageForbidden(page, 'sessionStorage')) replace('sessionStorage', memoryStorage());
  // a browser that forbids local storage also forbids indexedDB, but throws only when it is used
  if (isLocalStorageForbidden || isStorageForbidden(page, 'indexedDB')) replace('indexedDB', undefined);
  return isLocalStorageForbidden;
}

export const STORAGE_FORBIDDEN_MESSAGE = '浏览器不允许本网站保存数据：登录和个人设置在刷新或关闭本页后失效';
