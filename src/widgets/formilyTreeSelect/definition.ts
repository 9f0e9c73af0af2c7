import { choiceDefinition } from '../shared/formilyFields.ts';

export const definition = choiceDefinition('formilyTreeSelect', 'one');
