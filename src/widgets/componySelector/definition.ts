import { selectorDefinition } from '../shared/selector/selector.ts';

/** FT-014. */
export const definition = selectorDefinition('componySelector');
