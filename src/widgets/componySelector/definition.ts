import { selectorDefinition } from '../shared/selector/selector.ts';

/** FT-014: selector of units (companies). */
export const definition = selectorDefinition('componySelector');
