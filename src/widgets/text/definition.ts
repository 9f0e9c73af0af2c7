import type { WidgetDefinition } from '../../kernel/index.ts';

/** A text or heading. */
export const definition: WidgetDefinition = { tag: 'text', kind: 'block' };
