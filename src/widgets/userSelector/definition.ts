import { selectorDefinition } from '../shared/selector/selector.ts';

/** FT-012. */
export const definition = selectorDefinition('userSelector');
