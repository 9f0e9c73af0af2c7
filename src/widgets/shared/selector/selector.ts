import type { DeptSelectorNode } from '../../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../../kernel/index.ts';
import { optionText } from '../choice/options.ts';
import { asIds, LIST_SEPARATOR, storedNames } from '../values.ts';

/** Node of the three selectors, which differ only in their tag. */
export type SelectorNode = Omit<DeptSelectorNode, 'tag'> & { tag: string };

const REFERENCES = { userSelector: 'user', deptSelector: 'dept', componySelector: 'unit' } as const;

const COLUMN_SETTINGS = {
  userSelector: { width: 150, hint: '填姓名，重名时填登录名' },
  deptSelector: { width: 180, hint: '填部门名称，重名时填“上级/部门”' },
  componySelector: { width: 200, hint: '填单位名称' },
} as const;

/**
 * SE-002, LB-003: returns the definition of a selector. The value is ids joined by commas, the companion contains the
 * names.
 */
export function selectorDefinition(tag: keyof typeof REFERENCES): WidgetDefinition<SelectorNode> {
  return {
    tag,
    kind: 'field',
    valueType: 'string',
    hasCompanion: true,
    comparedAs: (node) => (node.multiple === true ? 'ids' : undefined),
    filter: (node) => ({
      op: 'eq',
      control: {
        kind: 'face',
        node: { tag, __vModel__: node.__vModel__, label: node.label, clearable: true, flowEditable: '1' },
      },
    }),
    column: { width: COLUMN_SETTINGS[tag].width },
    sheet: { hint: (node) => `${COLUMN_SETTINGS[tag].hint}${node.multiple === true ? '，多项用“、”分隔' : ''}` },
    references: { to: REFERENCES[tag], ids: asIds },
    validate: (value, node) => (node.multiple === true || asIds(value).length <= 1 ? null : '只能选一个'),
    text(value, _node, { options, label }) {
      const ids = asIds(value);
      if (ids.length === 0) return '';
      // the server passes the names as options
      if (options && options.length > 0) return ids.map((id) => optionText(options, id)).join(LIST_SEPARATOR);
      const names = storedNames(label ?? '');
      return names.length === ids.length ? names.join(LIST_SEPARATOR) : (label ?? ids.join(LIST_SEPARATOR));
    },
    fromText: (text) =>
      text.trim() === '' ? { ok: true, value: '', label: '' } : { ok: false, message: '请在选择窗口中选择' },
  };
}
