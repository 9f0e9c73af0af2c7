import type { WidgetDefinition } from '../../kernel/index.ts';

/** FT-007. A section title; `__vModel__` names its anchor. */
export const definition: WidgetDefinition = { tag: 'sTitle', kind: 'block' };
