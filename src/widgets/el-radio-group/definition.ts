import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/widget.ts';
import { optionFromText, optionText } from '../shared/options.ts';

/** FT-010. One value of the options. */
export const definition: WidgetDefinition<NodeByTag['el-radio-group']> = {
  tag: 'el-radio-group',
  kind: 'field',
  valueType: 'dyn',
  text: (value, _node, { options }) => optionText(options, value),
  fromText(text, _node, { options }) {
    const name = text.trim();
    if (name === '') return { ok: true, value: '' };
    const option = optionFromText(options, name);
    return option ? { ok: true, value: option.value } : { ok: false, message: `没有“${name}”这个选项` };
  },
};
