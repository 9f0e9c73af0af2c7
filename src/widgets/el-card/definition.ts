import type { WidgetDefinition } from '../../kernel/index.ts';

/** A titled group of fields. */
export const definition: WidgetDefinition = { tag: 'el-card', kind: 'container' };
