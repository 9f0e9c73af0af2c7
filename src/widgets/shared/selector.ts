import type { DeptSelectorNode } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/widget.ts';
import { asIds, asText, LIST_SEPARATOR } from './values.ts';

/** The keys that the three selectors read; they differ in tag only. */
export type SelectorNode = Omit<DeptSelectorNode, 'tag'> & { tag: string };

/** SE-002, LB-003: comma-joined ids, display text in the companion. */
export function selectorDefinition(tag: string): WidgetDefinition<SelectorNode> {
  return {
    tag,
    kind: 'field',
    valueType: 'string',
    hasCompanion: true,
    validate: (value, node) => (node.multiple === true || asIds(value).length <= 1 ? null : '只能选一个'),
    text: (value, _node, { label }) => (asText(value) === '' ? '' : label ?? asIds(value).join(LIST_SEPARATOR)),
    fromText: (text) => (text.trim() === '' ? { ok: true, value: '', label: '' } : { ok: false, message: '请在选择窗口中选择' }),
  };
}
