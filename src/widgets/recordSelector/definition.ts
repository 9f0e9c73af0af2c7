import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import { relatedIds, type WidgetDefinition } from '../../kernel/index.ts';
import { optionText } from '../shared/choice/options.ts';
import { LIST_SEPARATOR } from '../shared/values.ts';

/**
 * A relation: stores the id of a record of another form (with `multiple`, a list of ids), and the title in the
 * companion.
 */
export const definition: WidgetDefinition<RecordSelectorNode> = {
  tag: 'recordSelector',
  kind: 'field',
  valueType: (node) => (node.multiple === true ? 'list' : 'string'),
  hasCompanion: true,
  comparedAs: (node) => (node.multiple === true ? 'list' : undefined),
  filter: (node) => ({
    op: 'in',
    control: {
      kind: 'face',
      node: {
        tag: 'recordSelector',
        __vModel__: node.__vModel__,
        label: node.label,
        to: node.to,
        multiple: true,
        clearable: true,
        flowEditable: '1',
      },
    },
  }),
  column: { width: 220 },
  sheet: { hint: () => '填名称或编号，须与现有记录一致' },
  validate(value, node) {
    const isList = Array.isArray(value);
    if (node.multiple === true) return isList ? null : '应为记录的列表';
    return isList ? '只能选一条' : null;
  },
  text(value, _node, { options, label }) {
    const ids = relatedIds(value);
    if (ids.length === 0) return '';
    // the server passes the titles as options
    if (options && options.length > 0) return ids.map((id) => optionText(options, id)).join(LIST_SEPARATOR);
    return label || ids.join(LIST_SEPARATOR);
  },
  fromText: (text) =>
    text.trim() === ''
      ? { ok: true, value: null, label: '' }
      : { ok: false, message: '没有可选的记录，请在选择窗口中选择' },
};
