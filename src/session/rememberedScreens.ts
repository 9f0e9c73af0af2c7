import { STORAGE_KEYS, readJson, type StorageLike } from './keys.ts';
import type { MenuRoute } from './routes.ts';

/**
 * Returns the stored screen key of a path; undefined if unknown. Used to prefetch the screen before the menu is loaded.
 * An outdated key costs one unnecessary request.
 */
export const rememberedScreenKey = (storage: Pick<StorageLike, 'getItem'>, path: string): string | undefined =>
  readJson<Record<string, string>>(storage, STORAGE_KEYS.screens)?.[path];

/**
 * Returns the screen key of a path, following at most `redirectsLeft` redirects; undefined if the path has no screen.
 */
function screenKeyOf(routes: ReadonlyMap<string, MenuRoute>, path: string, redirectsLeft = 5): string | undefined {
  const route = routes.get(path);
  if (route?.kind === 'screen') return route.screenKey;
  return route?.kind === 'redirect' && redirectsLeft > 0 ? screenKeyOf(routes, route.to, redirectsLeft - 1) : undefined;
}

/** Stores the screen keys of all routes of the user, and of the pages without layout, for `rememberedScreenKey`. */
export function rememberScreens(
  storage: Pick<StorageLike, 'setItem'>,
  routes: ReadonlyMap<string, MenuRoute>,
  standalonePages: readonly { path: string; screenKey: string }[] = [],
): void {
  const screenKeys = [...routes.keys()]
    .map((path) => [path, screenKeyOf(routes, path)] as const)
    .filter(([, key]) => key !== undefined);
  try {
    storage.setItem(
      STORAGE_KEYS.screens,
      JSON.stringify(
        Object.fromEntries([...standalonePages.map(({ path, screenKey }) => [path, screenKey]), ...screenKeys]),
      ),
    );
  } catch {
    // storage is full or forbidden: the next start cannot prefetch the first screen
  }
}
