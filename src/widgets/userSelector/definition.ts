import { selectorDefinition } from '../shared/selector/selector.ts';

/** FT-012: selector of users. */
export const definition = selectorDefinition('userSelector');
