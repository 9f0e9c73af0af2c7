import { choiceDefinition } from '../shared/formilyFields.ts';

export const definition = choiceDefinition('formilyTransfer', 'list');
