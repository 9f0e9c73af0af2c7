import type { WidgetDefinition } from '../../kernel/index.ts';

/** Blocks as panes, mounted when first opened. */
export const definition: WidgetDefinition = { tag: 'tabs', kind: 'container' };
