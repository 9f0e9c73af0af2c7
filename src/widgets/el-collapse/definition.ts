import type { WidgetDefinition } from '../../kernel/index.ts';

/** Groups of fields that fold. */
export const definition: WidgetDefinition = { tag: 'el-collapse', kind: 'container' };
