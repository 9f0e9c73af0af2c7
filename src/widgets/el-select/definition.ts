import { choiceFilter, choiceHint, choiceType } from '../shared/choice/choiceField.ts';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { isSearched } from '../../requests/index.ts';
import type { Option, WidgetDefinition } from '../../kernel/index.ts';
import { optionFromText, optionTexts } from '../shared/choice/options.ts';
import { asList, LIST_SEPARATOR, splitPastedNames } from '../shared/values.ts';

type Node = NodeByTag['el-select'];

/** Select (FT-002, LB-001). The value is one option value; with `multiple`, a list of option values. */
export const definition: WidgetDefinition<Node> = {
  tag: 'el-select',
  kind: 'field',
  valueType: (node) => (node.multiple === true ? 'list' : choiceType(node)),
  hasCompanion: true,
  filter: choiceFilter,
  column: { width: 150 },
  sheet: { hint: (node) => choiceHint(node.multiple) },
  validate(value, node) {
    if (value === null || value === undefined || value === '') return null;
    if (node.multiple === true && !Array.isArray(value)) return '应为多个选项';
    if (node.multiple !== true && Array.isArray(value)) return '只能选一个选项';
    const limit = node['multiple-limit'] ?? 0;
    if (limit > 0 && Array.isArray(value) && value.length > limit) return `最多选 ${limit} 项`;
    return null;
  },
  text: (value, node, context) =>
    optionTexts(node.multiple === true || Array.isArray(value) ? asList(value) : [value], context),
  fromText(text, node, { options }) {
    const names = node.multiple === true ? splitPastedNames(text) : [text.trim()].filter(Boolean);
    const chosenOptions: Option[] = [];
    for (const name of names) {
      const option =
        optionFromText(options, name) ?? (node['allow-create'] === true ? { label: name, value: name } : undefined);
      if (!option)
        return { ok: false, message: isSearched(node) ? `“${name}”须在列表中查找后选择` : `没有“${name}”这个选项` };
      if (option.disabled) return { ok: false, message: `“${option.label}”不能选择` };
      chosenOptions.push(option);
    }
    const label = chosenOptions.map((option) => option.label).join(LIST_SEPARATOR);
    return {
      ok: true,
      value: node.multiple === true ? chosenOptions.map((option) => option.value) : (chosenOptions[0]?.value ?? ''),
      label,
    };
  },
};
