/** A storage that lasts as long as the page. */
function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      kept.set(key, String(value));
    },
    removeItem: (key) => {
      kept.delete(key);
    },
    clear: () => kept.clear(),
  };
}

type View = Pick<typeof globalThis, 'localStorage' | 'sessionStorage' | 'indexedDB'> & { parent: unknown };

function isRefused(view: View, name: 'localStorage' | 'sessionStorage' | 'indexedDB'): boolean {
  try {
    return view[name] === null;
  } catch {
    return true;
  }
}

/** What the page around a frame of this product keeps: it is signed in, and so is the frame. Null for a foreign page. */
function around(view: View, name: 'localStorage'): Storage | null {
  try {
    return view.parent === view ? null : (view.parent as View)[name];
  } catch {
    return null;
  }
}

/**
 * A browser may forbid a site to keep anything: then the mere reading of `localStorage` throws. Such a page gets storages
 * of its own, so that one can sign in and work until it is closed. Answers whether anything was forbidden.
 */
export function replaceRefusedStorage(view: View): boolean {
  const put = (name: string, value: unknown): void => {
    Object.defineProperty(view, name, { configurable: true, value });
  };
  const isLocal = isRefused(view, 'localStorage');
  if (isLocal) put('localStorage', around(view, 'localStorage') ?? memoryStorage());
  if (isRefused(view, 'sessionStorage')) put('sessionStorage', memoryStorage());
  // whoever forbids the small storage forbids the large one, which tells it only when it is used
  if (isLocal || isRefused(view, 'indexedDB')) put('indexedDB', undefined);
  return isLocal;
}

export const NOT_KEPT = '浏览器不允许本网站保存数据：登录和个人设置只在本页有效，刷新或关闭后需要重新登录';
