import type { Path } from '../../domain/problem/index.ts';

const cache = new WeakMap<Path, Map<string, Path>>();

/**
 * Returns the path of a node's list of children. `keysBelow`: keys from the node to that list, by default `children`.
 * Returns the same array for the same arguments, so that memoised children are not rendered again.
 */
export function childrenPath(path: Path, ...keysBelow: (string | number)[]): Path {
  const keys = keysBelow.length > 0 ? keysBelow : ['children'];
  let paths = cache.get(path);
  if (!paths) cache.set(path, (paths = new Map()));
  const cacheKey = JSON.stringify(keys);
  let childPath = paths.get(cacheKey);
  if (!childPath) paths.set(cacheKey, (childPath = [...path, ...keys]));
  return childPath;
}
