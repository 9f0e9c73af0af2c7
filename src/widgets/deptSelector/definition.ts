import { selectorDefinition } from '../shared/selector/selector.ts';

/** FT-013. */
export const definition = selectorDefinition('deptSelector');
