import type { WidgetDefinition } from '../../kernel/widget.ts';

/** A text or heading. */
export const definition: WidgetDefinition = { tag: 'text', kind: 'block' };
