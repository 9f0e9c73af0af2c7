import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';

/**
 * Sub-table (SC). The value is a list of rows `{ id, fieldsMap }`. The columns validate the cells; this definition
 * validates the number of rows.
 */
export const definition: WidgetDefinition<NodeByTag['subTable']> = {
  tag: 'subTable',
  kind: 'field',
  valueType: 'list',
  column: { isSortable: false },
  emptyValue: [],
  isEmpty: (value) => !Array.isArray(value) || value.length === 0,
  validate(value, node) {
    const count = Array.isArray(value) ? value.length : 0;
    if (node.minRows !== undefined && count < node.minRows) return `至少 ${node.minRows} 行，现有 ${count} 行`;
    if (node.maxRows !== undefined && count > node.maxRows) return `最多 ${node.maxRows} 行，现有 ${count} 行`;
    return null;
  },
  text: (value) => (Array.isArray(value) && value.length > 0 ? `${value.length} 行` : ''),
};
