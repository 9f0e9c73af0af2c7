import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';

/** FT-007. A section title; `__vModel__` names its anchor. */
export const definition: WidgetDefinition<NodeByTag['sTitle']> = {
  tag: 'sTitle',
  kind: 'block',
  title: (node) => node.label,
};
