import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';

/** A text paragraph or heading. */
export const definition: WidgetDefinition<NodeByTag['text']> = {
  tag: 'text',
  kind: 'block',
  paragraph: (node) => node.text,
};
