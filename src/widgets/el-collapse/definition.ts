import type { WidgetDefinition } from '../../kernel/index.ts';

/** Collapsible groups of fields. */
export const definition: WidgetDefinition = { tag: 'el-collapse', kind: 'container' };
