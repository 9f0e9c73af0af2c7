import { choiceFilter, choiceHint, choiceType } from '../shared/choice/choiceField.ts';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';
import { findOption, optionFromText } from '../shared/choice/options.ts';
import { asText } from '../shared/values.ts';

/**
 * Radio buttons (FT-010). The value is the value of one option. The label of the option is stored too, so that titles,
 * lists and searches do not need the dictionary.
 */
export const definition: WidgetDefinition<NodeByTag['el-radio-group']> = {
  tag: 'el-radio-group',
  kind: 'field',
  valueType: choiceType,
  hasCompanion: true,
  filter: choiceFilter,
  column: { width: 170, keys: { needsFocus: true } },
  sheet: { hint: () => choiceHint(false) },
  text: (value, _node, { options, label }) => findOption(options, value)?.label ?? label ?? asText(value),
  fromText(text, _node, { options }) {
    const name = text.trim();
    if (name === '') return { ok: true, value: '', label: '' };
    const option = optionFromText(options, name);
    if (option?.disabled) return { ok: false, message: `“${option.label}”不能选择` };
    return option
      ? { ok: true, value: option.value, label: option.label }
      : { ok: false, message: `没有“${name}”这个选项` };
  },
};
