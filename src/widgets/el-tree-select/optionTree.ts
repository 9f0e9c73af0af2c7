import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Option } from '../../kernel/index.ts';
import { isSameValue } from '../shared/choice/options.ts';

/** Returns the options from the root to the option with this value; null if there is none. */
export function pathToOption(options: readonly Option[], value: unknown): Option[] | null {
  for (const option of options) {
    if (isSameValue(option.value, value)) return [option];
    const rest = pathToOption(option.children ?? [], value);
    if (rest) return [option, ...rest];
  }
  return null;
}

/**
 * Returns true if the option is not selectable (SE-003). An option with children is selectable only with
 * `checkStrictly`.
 */
export const isNotSelectable = (
  option: Option,
  { checkStrictly }: Pick<NodeByTag['el-tree-select'], 'checkStrictly'>,
): boolean => option.disabled === true || (checkStrictly !== true && (option.children?.length ?? 0) > 0);
