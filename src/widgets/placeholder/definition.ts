import type { WidgetDefinition } from '../../kernel/index.ts';

/** Shown instead of a node with an unknown tag. */
export const definition: WidgetDefinition = { tag: 'placeholder', kind: 'block' };
