import { KEYS, readJson, type KeyStore } from './keys.ts';

/** Paths remembered; the ones shown last stay. */
const MOST = 60;

const known = (storage: Pick<KeyStore, 'getItem'>): Record<string, string> => readJson<Record<string, string>>(storage, KEYS.screens) ?? {};

/** The screen that stood at a path when it was last shown, to ask for before the menu says so; a wrong memory costs one request. */
export const screenAt = (storage: Pick<KeyStore, 'getItem'>, path: string): string | undefined => known(storage)[path];

export function rememberScreen(storage: Pick<KeyStore, 'getItem' | 'setItem'>, path: string, screenKey: string): void {
  const { [path]: before, ...others } = known(storage);
  if (before === screenKey) return;
  try {
    storage.setItem(KEYS.screens, JSON.stringify(Object.fromEntries([...Object.entries(others), [path, screenKey]].slice(-MOST))));
  } catch {
    // storage is full or refused: the first page takes one round of requests more
  }
}
