import type { Path } from '../../domain/problem/index.ts';

/**
 * Returns the prefix of a block's address parameters, which separates blocks on one page: the node's key; else `name`
 * for a block inside a page or tab, followed by the position of the block unless all of its indexes are 0; '' for a
 * block that is a whole screen. So two lists of the same form in two tabs have separate pages and filters.
 */
export function addressPrefix(node: { key?: string }, name: string, path: Path): string {
  if (node.key) return `${node.key}.`;
  if (path.length <= 1) return '';
  const indices = path.filter((part) => typeof part === 'number');
  return indices.every((index) => index === 0) ? `${name}.` : `${name}.${indices.join('-')}.`;
}
