import { choiceHint, choiceType } from '../shared/choice/choiceField.ts';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { staticOptions, type Option, type WidgetDefinition } from '../../kernel/index.ts';
import { optionFromText } from '../shared/choice/options.ts';
import { asList, asText, LIST_SEPARATOR, splitNames } from '../shared/values.ts';
import { flatOptions, isOff, wayTo } from './tree.ts';

type Node = NodeByTag['el-tree-select'];

const nameOf = (way: readonly Option[], node: Node): string =>
  node['show-all-levels'] === true
    ? way.map((option) => option.label).join(node.separator ?? ' / ')
    : (way.at(-1)?.label ?? '');

const valuesOf = (value: unknown, node: Node): unknown[] =>
  (node.multiple === true || Array.isArray(value) ? asList(value) : [value]).filter((one) => asText(one) !== '');

/** SE-003. One value of a tree of options, or a list of them; disabled nodes and, without `checkStrictly`, branches cannot be chosen. */
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
    // options of a call are not known here
    const options = staticOptions(node);
    const wrong = valuesOf(value, node)
      .map((one) => wayTo(options ?? [], one)?.at(-1))
      .find((option) => option !== undefined && isOff(option, node));
    return wrong === undefined ? null : `“${wrong.label}”不能选择`;
  },
  text(value, node, { options, label }) {
    const values = valuesOf(value, node);
    const ways = values.map((one) => wayTo(options ?? [], one));
    if (ways.every((way) => way === null)) return label ?? values.map(asText).join(LIST_SEPARATOR);
    return ways.map((way, index) => (way ? nameOf(way, node) : asText(values[index]))).join(LIST_SEPARATOR);
  },
  fromText(text, node, { options = [] }) {
    const names = node.multiple === true ? splitNames(text) : [text.trim()].filter(Boolean);
    const found: Option[] = [];
    for (const name of names) {
      const option = optionFromText(flatOptions(options), name.split(/\s*[/>\\]\s*/).at(-1) ?? name);
      if (!option || isOff(option, node))
        return { ok: false, message: option ? `“${option.label}”不能选择` : `没有“${name}”这个选项` };
      found.push(option);
    }
    const value = node.multiple === true ? found.map((option) => option.value) : (found[0]?.value ?? '');
    return { ok: true, value, label: definition.text?.(value, node, { options }) ?? '' };
  },
};
