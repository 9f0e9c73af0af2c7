import type { WidgetDefinition } from '../../kernel/index.ts';

/** Keeps the place of a node whose tag nobody knows. */
export const definition: WidgetDefinition = { tag: 'placeholder', kind: 'block' };
