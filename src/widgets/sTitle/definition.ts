import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';

/** FT-007. A section title; `__vModel__` is the id to which links on the page refer. */
export const definition: WidgetDefinition<NodeByTag['sTitle']> = {
  tag: 'sTitle',
  kind: 'block',
  title: (node) => node.label,
};
