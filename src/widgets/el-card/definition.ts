import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';

/** A titled group of fields. */
export const definition: WidgetDefinition<NodeByTag['el-card']> = {
  tag: 'el-card',
  kind: 'container',
  title: (node) => node.label,
};
