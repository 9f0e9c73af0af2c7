import type { WidgetDefinition } from '../../kernel/index.ts';

/** What a report template looks like with the form it is for, drawn from the values of the form around. */
export const definition: WidgetDefinition = { tag: 'templatePreview', kind: 'block' };
