import { choiceHint, choiceType } from '../shared/choice/choiceField.ts';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { staticOptions, type Option, type WidgetDefinition } from '../../kernel/index.ts';
import { lastOf, pathFromText, type PathRules } from '../shared/choice/optionPaths.ts';
import { optionTexts } from '../shared/choice/options.ts';
import { asList, asText, splitPastedNames } from '../shared/values.ts';
import { isNotSelectable, pathToOption } from './optionTree.ts';

type Node = NodeByTag['el-tree-select'];

const separatorOf = (node: Node): string => node.separator ?? ' / ';

const pathLabel = (path: readonly Option[], node: Node): string =>
  node['show-all-levels'] === true
    ? path.map((option) => option.label).join(separatorOf(node))
    : (path.at(-1)?.label ?? '');

const valuesOf = (value: unknown, node: Node): unknown[] =>
  (node.multiple === true || Array.isArray(value) ? asList(value) : [value]).filter((item) => asText(item) !== '');

/**
 * Tree select (SE-003). The value is one option value; with `multiple`, a list of option values. Disabled options
 * cannot be selected; options with children can be selected only with `checkStrictly`.
 */
export const definition: WidgetDefinition<Node> = {
  tag: 'el-tree-select',
  kind: 'field',
  valueType: (node) => (node.multiple === true ? 'list' : choiceType(node)),
  hasCompanion: true,
  column: { width: 180 },
  sheet: { hint: (node) => choiceHint(node.multiple) },
  validate(value, node) {
    if (node.multiple !== true && Array.isArray(value)) return '只能选一个选项';
    if (node.multiple === true && value !== '' && value !== null && value !== undefined && !Array.isArray(value))
      return '应为多个选项';
    // options from a request are not available during validation
    const options = staticOptions(node);
    const unselectableOption = valuesOf(value, node)
      .map((item) => pathToOption(options ?? [], item)?.at(-1))
      .find((option) => option !== undefined && isNotSelectable(option, node));
    return unselectableOption === undefined ? null : `“${unselectableOption.label}”不能选择`;
  },
  text: (value, node, context) =>
    optionTexts(valuesOf(value, node), context, (item) => {
      const path = pathToOption(context.options ?? [], item);
      return path ? pathLabel(path, node) : undefined;
    }),
  fromText(text, node, { options = [] }) {
    const names = node.multiple === true ? splitPastedNames(text) : [text.trim()].filter(Boolean);
    const chosenOptions: Option[] = [];
    const rules: PathRules = {
      separator: separatorOf(node),
      showsAllLevels: node['show-all-levels'] === true,
      isSelectable: (path) => !isNotSelectable(lastOf(path), node),
      isPreferred: () => true,
    };
    for (const name of names) {
      const result = pathFromText(name, options, rules);
      if (!result.ok) return result;
      chosenOptions.push(lastOf(result.path));
    }
    const value =
      node.multiple === true ? chosenOptions.map((option) => option.value) : (chosenOptions[0]?.value ?? '');
    return { ok: true, value, label: definition.text?.(value, node, { options }) ?? '' };
  },
};
