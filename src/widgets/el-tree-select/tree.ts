import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Option } from '../../kernel/index.ts';
import { isSameValue } from '../shared/choice/options.ts';

/** Options from the root to the one of this value; null when none has it. */
export function wayTo(options: readonly Option[], value: unknown): Option[] | null {
  for (const option of options) {
    if (isSameValue(option.value, value)) return [option];
    const below = wayTo(option.children ?? [], value);
    if (below) return [option, ...below];
  }
  return null;
}

/** Every option of the tree, parents first. */
export const flatOptions = (options: readonly Option[]): Option[] =>
  options.flatMap((option) => [option, ...flatOptions(option.children ?? [])]);

/** SE-003: may this node not be chosen? A branch only where any level may. */
export const isOff = (option: Option, { checkStrictly }: Pick<NodeByTag['el-tree-select'], 'checkStrictly'>): boolean =>
  option.disabled === true || (checkStrictly !== true && (option.children?.length ?? 0) > 0);
