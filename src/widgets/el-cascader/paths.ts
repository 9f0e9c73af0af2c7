import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Option } from '../../kernel/index.ts';
import { findOption, isSameValue } from '../shared/choice/options.ts';
import { asText } from '../shared/values.ts';

type Node = NodeByTag['el-cascader'];
type OptionPath = readonly unknown[];

/**
 * Returns the chosen paths, root first. The stored value is a path or the value of the last level, or a list of such
 * paths or values. A value without an option becomes a path of one value.
 */
export function pathsOf(value: unknown, node: Node, options: readonly Option[]): OptionPath[] {
  if (value === null || value === undefined || value === '') return [];
  const storedItems: readonly unknown[] = node.multiple === true && Array.isArray(value) ? value : [value];
  return storedItems
    .map((item) => {
      // a list of paths in a field without `multiple` is joined into one path
      if (Array.isArray(item))
        return (item.flat(Infinity) as unknown[]).filter((part) =>
          ['string', 'number', 'boolean'].includes(typeof part),
        );
      return pathTo(item, options) ?? [item];
    })
    .filter((path) => path.length > 0);
}

/** Returns the value to store for these paths; the reverse of `pathsOf`. */
export function toStored(paths: readonly OptionPath[], node: Node): unknown {
  const storedItems = paths.map((path) => (node.cascaderGetAll === '1' ? [...path] : path.at(-1)));
  if (node.multiple === true) return storedItems;
  return storedItems[0] ?? (node.cascaderGetAll === '1' ? [] : '');
}

/** Returns the path to the option with this value; null if there is none. */
function pathTo(value: unknown, options: readonly Option[]): unknown[] | null {
  for (const option of options) {
    if (isSameValue(option.value, value)) return [option.value];
    const rest = pathTo(value, option.children ?? []);
    if (rest) return [option.value, ...rest];
  }
  return null;
}

/** Returns the option at the end of the path. */
export function optionAt(path: OptionPath, options: readonly Option[]): Option | undefined {
  let option: Option | undefined;
  for (const value of path) option = findOption(option ? option.children : options, value);
  return option;
}

export const separatorOf = (node: Node): string => node.separator ?? ' / ';

/** Returns the labels of a path, joined; only the last label if the node does not show all levels. */
export function pathText(path: OptionPath, node: Node, options: readonly Option[]): string {
  const labels: string[] = [];
  let level: readonly Option[] | undefined = options;
  for (const value of path) {
    const option = findOption(level, value);
    labels.push(option?.label ?? asText(value));
    level = option?.children;
  }
  return node['show-all-levels'] === false ? (labels.at(-1) ?? '') : labels.join(separatorOf(node));
}
