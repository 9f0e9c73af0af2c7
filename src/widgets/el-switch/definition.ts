import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';
import { asText } from '../shared/values.ts';

const ON_TEXTS = ['1', 'true', '是', '开', '有', '√', '✓', '✔', 'y', 'yes', 'on'];
const OFF_TEXTS = ['0', 'false', '否', '关', '无', '×', '✗', 'n', 'no', 'off', ''];

/** Switch (FT-008). The value is '1' for on, '0' for off. */
export const definition: WidgetDefinition<NodeByTag['el-switch']> = {
  tag: 'el-switch',
  kind: 'field',
  valueType: 'string',
  emptyValue: '0',
  fromForeign(value) {
    if (typeof value !== 'boolean') return undefined;
    return value ? '1' : '0';
  },
  filter: (node) => ({
    op: 'eq',
    control: {
      kind: 'face',
      node: {
        tag: 'el-select',
        __vModel__: node.__vModel__,
        label: node.label,
        clearable: true,
        flowEditable: '1',
        __slot__: {
          options: [
            { label: node['active-text'] ?? '是', value: '1' },
            { label: node['inactive-text'] ?? '否', value: '0' },
          ],
        },
      },
    },
  }),
  // the table handles the Enter key before the control, because the control would toggle
  column: { width: 90, keys: { enter: 'before' } },
  sheet: { hint: () => '填“是”或“否”' },
  isFlag: true,
  text(value, node) {
    if (value === '1' || value === 1 || value === true) return node['active-text'] ?? '是';
    if (value === '0' || value === 0 || value === false) return node['inactive-text'] ?? '否';
    return asText(value);
  },
  fromText(text, node) {
    const name = text.trim();
    if (name === node['active-text'] || ON_TEXTS.includes(name.toLowerCase())) return { ok: true, value: '1' };
    if (name === node['inactive-text'] || OFF_TEXTS.includes(name.toLowerCase())) return { ok: true, value: '0' };
    return { ok: false, message: '请输入“是”或“否”' };
  },
};
