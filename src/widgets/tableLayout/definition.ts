import type { WidgetDefinition } from '../../kernel/index.ts';

/** Layout of a paper form: a table with bordered cells that may span rows and columns. */
export const definition: WidgetDefinition = { tag: 'tableLayout', kind: 'container', printsPaneLabelsAsText: true };
