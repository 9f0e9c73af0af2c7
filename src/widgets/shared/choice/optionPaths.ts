import type { Option } from '../../../kernel/index.ts';
import { asText } from '../values.ts';

/** The options from the root to an option. */
export type OptionPath = readonly [Option, ...Option[]];

/** A path that a text names. */
interface NamedPath {
  path: OptionPath;
  /** True if the text contains the labels of all levels of the path. */
  isWhole: boolean;
}

/** Returns all paths of the tree, parents before their children. */
const pathsIn = (options: readonly Option[], parents: readonly Option[] = []): OptionPath[] =>
  options.flatMap((option) => {
    const path: OptionPath = [...parents, option] as unknown as OptionPath;
    return [path, ...pathsIn(option.children ?? [], path)];
  });

export const lastOf = (path: OptionPath): Option => path[path.length - 1];

/** Escapes the characters with a special meaning in regular expressions. */
const escapePattern = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Returns a function that replaces any separator between levels by `/`. */
const createNormaliser = (separator: string): ((text: string) => string) => {
  const ownSeparator = separator.trim() === '' ? '' : `|${escapePattern(separator.trim())}`;
  const pattern = new RegExp(`\\s*(?:[/>\\\\]${ownSeparator})\\s*`, 'g');
  return (text) => text.replace(pattern, '/').trim();
};

/** Cached paths by text, for each list of options and each separator, because a paste or import reads many texts. */
const indexes = new WeakMap<readonly Option[], Map<string, ReadonlyMap<string, readonly NamedPath[]>>>();

function pathIndexOf(options: readonly Option[], separator: string): ReadonlyMap<string, readonly NamedPath[]> {
  const bySeparator = indexes.get(options) ?? new Map<string, ReadonlyMap<string, readonly NamedPath[]>>();
  indexes.set(options, bySeparator);
  const cachedIndex = bySeparator.get(separator);
  if (cachedIndex) return cachedIndex;
  const normalise = createNormaliser(separator);
  const index = new Map<string, NamedPath[]>();
  const paths = pathsIn(options);
  for (const path of paths)
    for (let start = 0; start < path.length; start += 1) {
      const labels = path.slice(start).map((option) => option.label);
      for (const text of new Set([labels.join(separator).trim(), normalise(labels.join('/'))])) {
        const namedPaths = index.get(text) ?? [];
        namedPaths.push({ path, isWhole: start === 0 });
        index.set(text, namedPaths);
      }
    }
  // other systems may write the value instead of the label; options under different parents may have the same value
  const byValue = new Map<string, NamedPath[]>();
  for (const path of paths) {
    const text = asText(lastOf(path).value);
    byValue.set(text, [...(byValue.get(text) ?? []), { path, isWhole: false }]);
  }
  for (const [text, namedPaths] of byValue) if (!index.has(text)) index.set(text, namedPaths);
  bySeparator.set(separator, index);
  return index;
}

export type PathResult = { ok: true; path: OptionPath } | { ok: false; message: string };

export interface PathRules {
  /** Separator of the levels in texts of the field; / > and \ are always accepted. */
  separator: string;
  /** The texts of the field contain all levels: a complete path takes precedence over the end of a longer path. */
  showsAllLevels: boolean;
  isSelectable(path: OptionPath): boolean;
  /** Returns true for the paths to prefer if a text matches several selectable paths. */
  isPreferred(path: OptionPath): boolean;
}

/**
 * Finds the path for a text: all labels of the path, its last labels, or the value of its last option. A label may
 * contain a separator. If several paths match, only the selectable ones count, and of these the preferred ones, if any.
 * Returns an error message if no path or more than one remains.
 */
export function pathFromText(text: string, options: readonly Option[], rules: PathRules): PathResult {
  const index = pathIndexOf(options, rules.separator);
  const namedPaths = index.get(text) ?? index.get(createNormaliser(rules.separator)(text)) ?? [];
  const wholePaths = rules.showsAllLevels ? namedPaths.filter(({ isWhole }) => isWhole) : [];
  const paths = (wholePaths.length > 0 ? wholePaths : namedPaths).map(({ path }) => path);
  if (paths.length === 0) return { ok: false, message: `没有“${text}”这个选项` };
  const selectablePaths = paths.filter((path) => rules.isSelectable(path));
  const preferredPaths = selectablePaths.filter((path) => rules.isPreferred(path));
  const [path, ...otherPaths] = preferredPaths.length > 0 ? preferredPaths : selectablePaths;
  if (path === undefined) return { ok: false, message: `“${lastOf(paths[0]).label}”不能选择` };
  if (otherPaths.length > 0)
    return { ok: false, message: `“${text}”不止一个，请连同上级一起写，如“上级/${lastOf(path).label}”` };
  return { ok: true, path };
}
