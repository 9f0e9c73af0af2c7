import { selectorDefinition } from '../shared/selector/selector.ts';

/** FT-013: selector of departments. */
export const definition = selectorDefinition('deptSelector');
