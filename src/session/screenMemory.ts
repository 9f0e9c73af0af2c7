import { KEYS, readJson, type KeyStore } from './keys.ts';
import type { MenuRoute } from './routes.ts';

/** The screen that stood at a path when the routes were last made, to ask for before the menu says so; a wrong memory costs one request. */
export const screenAt = (storage: Pick<KeyStore, 'getItem'>, path: string): string | undefined =>
  readJson<Record<string, string>>(storage, KEYS.screens)?.[path];

/** Follows redirects to a screen; menus that lead in a circle have none. */
function screenOf(routes: ReadonlyMap<string, MenuRoute>, path: string, left = 5): string | undefined {
  const route = routes.get(path);
  if (route?.kind === 'screen') return route.screenKey;
  return route?.kind === 'redirect' && left > 0 ? screenOf(routes, route.to, left - 1) : undefined;
}

/** Keeps the screen of every route of this person, opened or not, and of the pages `alone` without a layout. */
export function rememberScreens(
  storage: Pick<KeyStore, 'setItem'>,
  routes: ReadonlyMap<string, MenuRoute>,
  alone: readonly { path: string; screenKey: string }[] = [],
): void {
  const found = [...routes.keys()]
    .map((path) => [path, screenOf(routes, path)] as const)
    .filter(([, key]) => key !== undefined);
  try {
    storage.setItem(
      KEYS.screens,
      JSON.stringify(Object.fromEntries([...alone.map(({ path, screenKey }) => [path, screenKey]), ...found])),
    );
  } catch {
    // storage is full or refused: the first page takes one round of requests more
  }
}
