import type { WidgetDefinition } from '../../kernel/widget.ts';

/** Outcome page: 401, 404, success. */
export const definition: WidgetDefinition = { tag: 'result', kind: 'block' };
