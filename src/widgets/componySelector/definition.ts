import { selectorDefinition } from '../shared/selector.ts';

/** FT-014. */
export const definition = selectorDefinition('componySelector');
