import { KEYS, readJson, type KeyStore } from './keys.ts';
import type { MenuRoute } from './routes.ts';

/**
 * Key of the screen that the path had when the routes were last built. Used to prefetch it before the menu is loaded;
 * an outdated key costs one request.
 */
export const rememberedScreen = (storage: Pick<KeyStore, 'getItem'>, path: string): string | undefined =>
  readJson<Record<string, string>>(storage, KEYS.screens)?.[path];

/** Follows redirects to a screen, at most `left` of them; undefined for a cycle. */
function screenOf(routes: ReadonlyMap<string, MenuRoute>, path: string, redirectsLeft = 5): string | undefined {
  const route = routes.get(path);
  if (route?.kind === 'screen') return route.screenKey;
  return route?.kind === 'redirect' && redirectsLeft > 0 ? screenOf(routes, route.to, redirectsLeft - 1) : undefined;
}

/** Stores the screen keys of all routes of the user, and of the pages without layout (`alone`), for `screenAt`. */
export function rememberScreens(
  storage: Pick<KeyStore, 'setItem'>,
  routes: ReadonlyMap<string, MenuRoute>,
  lonePages: readonly { path: string; screenKey: string }[] = [],
): void {
  const screenKeys = [...routes.keys()]
    .map((path) => [path, screenOf(routes, path)] as const)
    .filter(([, key]) => key !== undefined);
  try {
    storage.setItem(
      KEYS.screens,
      JSON.stringify(Object.fromEntries([...lonePages.map(({ path, screenKey }) => [path, screenKey]), ...screenKeys])),
    );
  } catch {
    // storage is full or refused: the first page takes one round of requests more
  }
}
