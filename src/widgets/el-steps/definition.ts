import type { WidgetDefinition } from '../../kernel/index.ts';

/** A form filled in step by step; every step is mounted, and all are submitted together. */
export const definition: WidgetDefinition = { tag: 'el-steps', kind: 'container' };
