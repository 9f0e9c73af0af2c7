import type { WidgetDefinition } from '../../kernel/index.ts';

/** A page of a paper form: bordered cells, some of them joined. */
export const definition: WidgetDefinition = { tag: 'tableLayout', kind: 'container', hasCells: true };
