import type { WidgetDefinition } from '../../kernel/index.ts';

/** Root of a screen. */
export const definition: WidgetDefinition = { tag: 'page', kind: 'container' };
