import { choiceFilter } from '../shared/choice/choiceField.ts';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Option, WidgetDefinition } from '../../kernel/index.ts';
import { optionFromText, optionTexts } from '../shared/choice/options.ts';
import { asList, LIST_SEPARATOR, splitPastedNames } from '../shared/values.ts';

/** Checkboxes (FT-009). The value is a list of option values; `min` and `max` limit its length. */
export const definition: WidgetDefinition<NodeByTag['el-checkbox-group']> = {
  tag: 'el-checkbox-group',
  kind: 'field',
  valueType: 'list',
  hasCompanion: true,
  filter: choiceFilter,
  column: { width: 200, isSortable: false, keys: { needsFocus: true, controls: 'several' } },
  sheet: { hint: () => '填可选值，多项用“、”分隔' },
  validate(value, node) {
    if (!Array.isArray(value) || value.length === 0) return null;
    if (node.min !== undefined && value.length < node.min) return `至少选 ${node.min} 项`;
    if (node.max !== undefined && value.length > node.max) return `最多选 ${node.max} 项`;
    return null;
  },
  text: (value, _node, context) => optionTexts(asList(value), context),
  fromText(text, _node, { options }) {
    const chosenOptions: Option[] = [];
    for (const name of splitPastedNames(text)) {
      const option = optionFromText(options, name);
      if (!option) return { ok: false, message: `没有“${name}”这个选项` };
      if (option.disabled) return { ok: false, message: `“${option.label}”不能选择` };
      chosenOptions.push(option);
    }
    return {
      ok: true,
      value: chosenOptions.map((option) => option.value),
      label: chosenOptions.map((option) => option.label).join(LIST_SEPARATOR),
    };
  },
};
