import type { WidgetDefinition } from '../../kernel/index.ts';

/** Fields side by side on the grid. */
export const definition: WidgetDefinition = { tag: 'row', kind: 'container' };
