import { KEYS, readJson, type KeyStore } from '../session/keys.ts';

/** Darkens the page before anything is drawn when the person has kept it dark: opening it must not flash. */
export function darkenEarly(storage: Pick<KeyStore, 'getItem'>, page: HTMLElement, isSystemDark: boolean): void {
  if (readJson(storage, KEYS.tokens) === null) return;
  const mode = readJson<{ mode?: unknown }>(storage, KEYS.layout)?.mode;
  if (mode === 'dark' || (mode === 'auto' && isSystemDark)) page.dataset.theme = 'dark';
}
