import type { WidgetDefinition } from '../../kernel/widget.ts';

/** Root of a screen. */
export const definition: WidgetDefinition = { tag: 'page', kind: 'container' };
