/** Keys of local storage (LS-001…010). */
export const STORAGE_KEYS = {
  tokens: 'tokens',
  username: 'username',
  userInfo: 'userInfo',
  units: 'jcjtUnitList',
  userList: 'init_userList',
  /** Times at which the names of `init_userList` were loaded. */
  userTimes: 'init_userListAt',
  /** Screen keys by path (`rememberedScreenKey`). */
  screens: 'screenOfPath',
  unit: 'currentUnit',
  module: 'activeModule',
  sidebar: 'sidebarStatus',
  templateInfo: 'templateInfo',
  templateId: 'tid',
  /** Appearance of the layout, one object (LS-010). */
  layout: 'layout-setting',
  size: 'size',
} as const;

/** The part of the Storage interface that the session uses. A write may fail, so no code may rely on a stored value. */
export type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/** Reads a stored JSON value; null if it is absent or not JSON. */
export function readJson<T>(storage: Pick<StorageLike, 'getItem'>, key: string): T | null {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
