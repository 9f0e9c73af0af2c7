import type { Option } from '../../../kernel/index.ts';
import { asText } from '../values.ts';

/** The options from the root to an option. */
export type OptionPath = readonly [Option, ...Option[]];

interface NamedPath {
  path: OptionPath;
  /** Does the text name all levels of the path? */
  isWhole: boolean;
}

/** All paths of the tree, parents before their children. */
const pathsIn = (options: readonly Option[], parents: readonly Option[] = []): OptionPath[] =>
  options.flatMap((option) => {
    const path: OptionPath = [...parents, option] as unknown as OptionPath;
    return [path, ...pathsIn(option.children ?? [], path)];
  });

export const lastOf = (path: OptionPath): Option => path[path.length - 1];

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Replaces the separators between levels, whichever of them a text uses, by one. */
const normaliser = (separator: string): ((text: string) => string) => {
  const own = separator.trim() === '' ? '' : `|${escaped(separator.trim())}`;
  const pattern = new RegExp(`\\s*(?:[/>\\\\]${own})\\s*`, 'g');
  return (text) => text.replace(pattern, '/').trim();
};

/** Paths by text, for each list of options and each separator; a paste or import reads many texts. */
const indexes = new WeakMap<readonly Option[], Map<string, ReadonlyMap<string, readonly NamedPath[]>>>();

function indexOf(options: readonly Option[], separator: string): ReadonlyMap<string, readonly NamedPath[]> {
  const bySeparator = indexes.get(options) ?? new Map<string, ReadonlyMap<string, readonly NamedPath[]>>();
  indexes.set(options, bySeparator);
  const known = bySeparator.get(separator);
  if (known) return known;
  const normalise = normaliser(separator);
  const index = new Map<string, NamedPath[]>();
  const paths = pathsIn(options);
  for (const path of paths)
    for (let start = 0; start < path.length; start += 1) {
      const labels = path.slice(start).map((option) => option.label);
      for (const text of new Set([labels.join(separator).trim(), normalise(labels.join('/'))])) {
        const named = index.get(text) ?? [];
        named.push({ path, isWhole: start === 0 });
        index.set(text, named);
      }
    }
  // other systems may write the value instead of the label
  for (const path of paths) {
    const text = asText(lastOf(path).value);
    if (!index.has(text)) index.set(text, [{ path, isWhole: false }]);
  }
  bySeparator.set(separator, index);
  return index;
}

export type PathResult = { ok: true; path: OptionPath } | { ok: false; message: string };

export interface PathRules {
  /** Separator of the levels in texts of the field; / > and \ are always understood. */
  separator: string;
  /** The texts of the field name all levels: a text that is a whole path does not mean the end of another one. */
  showsAllLevels: boolean;
  isSelectable(path: OptionPath): boolean;
  /** If a text names several selectable paths, those that are meant rather than the others. */
  isPreferred(path: OptionPath): boolean;
}

/**
 * Reads a text as all labels of a path, or as its last ones if no other selectable path ends with them, or as the value
 * of its last option. A label may contain a separator.
 */
export function pathFromText(text: string, options: readonly Option[], rules: PathRules): PathResult {
  const index = indexOf(options, rules.separator);
  const named = index.get(text) ?? index.get(normaliser(rules.separator)(text)) ?? [];
  const whole = rules.showsAllLevels ? named.filter(({ isWhole }) => isWhole) : [];
  const paths = (whole.length > 0 ? whole : named).map(({ path }) => path);
  if (paths.length === 0) return { ok: false, message: `没有“${text}”这个选项` };
  const selectable = paths.filter((path) => rules.isSelectable(path));
  const preferred = selectable.filter((path) => rules.isPreferred(path));
  const [path, ...others] = preferred.length > 0 ? preferred : selectable;
  if (path === undefined) return { ok: false, message: `“${lastOf(paths[0]).label}”不能选择` };
  if (others.length > 0)
    return { ok: false, message: `“${text}”不止一个，请连同上级一起写，如“上级/${lastOf(path).label}”` };
  return { ok: true, path };
}
