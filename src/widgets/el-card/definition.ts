import type { WidgetDefinition } from '../../kernel/widget.ts';

/** A titled group of fields. */
export const definition: WidgetDefinition = { tag: 'el-card', kind: 'container' };
