import type { WidgetDefinition } from '../../kernel/index.ts';

/** Preview of a report template, rendered from the values of the surrounding form. */
export const definition: WidgetDefinition = { tag: 'templatePreview', kind: 'block' };
