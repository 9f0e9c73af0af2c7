import type { WidgetDefinition } from '../../kernel/index.ts';

/** Tabs with blocks; panes are mounted when first opened. */
export const definition: WidgetDefinition = { tag: 'tabs', kind: 'container' };
