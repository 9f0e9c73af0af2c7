import { pathDefinition } from '../shared/formilyFields.ts';

export const definition = pathDefinition('formilyCascader');
