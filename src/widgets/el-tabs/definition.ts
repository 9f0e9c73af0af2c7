import type { WidgetDefinition } from '../../kernel/index.ts';

/** Groups of fields as tabs; all panes are mounted, so that all are validated. */
export const definition: WidgetDefinition = { tag: 'el-tabs', kind: 'container' };
