import type { WidgetDefinition } from '../../kernel/index.ts';

/** Outcome page: 401, 404, success. */
export const definition: WidgetDefinition = { tag: 'result', kind: 'block' };
