import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Option } from '../../kernel/index.ts';
import { findOption, isSameValue } from '../shared/choice/options.ts';
import { asText } from '../shared/values.ts';

type Node = NodeByTag['el-cascader'];
type OptionPath = readonly unknown[];

/** Paths of the stored value, root first, whatever of the four shapes it has. A value that no option has is a path of itself. */
export function pathsOf(value: unknown, node: Node, options: readonly Option[]): OptionPath[] {
  if (value === null || value === undefined || value === '') return [];
  const stored = node.multiple === true ? (Array.isArray(value) ? value : [value]) : [value];
  return stored
    .map((item) => {
      // a step is one plain value: what stands deeper, as in a list of paths in a field of one, is laid flat
      if (Array.isArray(item))
        return (item.flat(Infinity) as unknown[]).filter((step) =>
          ['string', 'number', 'boolean'].includes(typeof step),
        );
      return pathTo(item, options) ?? [item];
    })
    .filter((path) => path.length > 0);
}

/** The reverse of `pathsOf`. */
export function toStored(paths: readonly OptionPath[], node: Node): unknown {
  const stored = paths.map((path) => (node.cascaderGetAll === '1' ? [...path] : path.at(-1)));
  if (node.multiple === true) return stored;
  return stored[0] ?? (node.cascaderGetAll === '1' ? [] : '');
}

function pathTo(value: unknown, options: readonly Option[]): unknown[] | null {
  for (const option of options) {
    if (isSameValue(option.value, value)) return [option.value];
    const below = pathTo(value, option.children ?? []);
    if (below) return [option.value, ...below];
  }
  return null;
}

/** The option that a path leads to. */
export function optionAt(path: OptionPath, options: readonly Option[]): Option | undefined {
  let option: Option | undefined;
  for (const value of path) option = findOption(option ? option.children : options, value);
  return option;
}

/** `labels` may name the whole path or the last level only. */
export function pathByLabels(labels: readonly string[], options: readonly Option[]): unknown[] | null {
  return walk(labels, options) ?? (labels.length === 1 ? deep(labels[0], options) : null);
}

function walk([label, ...rest]: readonly string[], options: readonly Option[]): unknown[] | null {
  const option = options.find((item) => item.label === label);
  if (!option) return null;
  if (rest.length === 0) return [option.value];
  const below = walk(rest, option.children ?? []);
  return below && [option.value, ...below];
}

function deep(label: string, options: readonly Option[]): unknown[] | null {
  for (const option of options) {
    if (option.label === label) return [option.value];
    const below = deep(label, option.children ?? []);
    if (below) return [option.value, ...below];
  }
  return null;
}

export function pathText(path: OptionPath, node: Node, options: readonly Option[]): string {
  const labels: string[] = [];
  let level: readonly Option[] | undefined = options;
  for (const value of path) {
    const option = findOption(level, value);
    labels.push(option?.label ?? asText(value));
    level = option?.children;
  }
  return node['show-all-levels'] === false ? (labels.at(-1) ?? '') : labels.join(node.separator ?? ' / ');
}
