import type { Path } from '../../domain/problem/index.ts';

const known = new WeakMap<Path, Map<string, Path>>();

/** Path of the list of children in a node; the same array for the same node, so that memoised children stay. */
export function childrenPath(path: Path, ...below: (string | number)[]): Path {
  const rest = below.length > 0 ? below : ['children'];
  let paths = known.get(path);
  if (!paths) known.set(path, (paths = new Map()));
  const key = JSON.stringify(rest);
  let found = paths.get(key);
  if (!found) paths.set(key, (found = [...path, ...rest]));
  return found;
}
