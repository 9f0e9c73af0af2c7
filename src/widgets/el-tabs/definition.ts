import type { WidgetDefinition } from '../../kernel/index.ts';

/** Groups of fields as panes; every pane is mounted, so that all are validated. */
export const definition: WidgetDefinition = { tag: 'el-tabs', kind: 'container' };
