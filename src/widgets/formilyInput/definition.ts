import { textDefinition } from '../shared/formilyFields.ts';

export const definition = textDefinition('formilyInput');
