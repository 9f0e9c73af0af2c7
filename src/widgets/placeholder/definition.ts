import type { WidgetDefinition } from '../../kernel/index.ts';

/** Shown in place of a node with an unknown tag. */
export const definition: WidgetDefinition = { tag: 'placeholder', kind: 'block' };
