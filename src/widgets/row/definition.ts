import type { WidgetDefinition } from '../../kernel/widget.ts';

/** Fields side by side on the grid. */
export const definition: WidgetDefinition = { tag: 'row', kind: 'container' };
