import { switchDefinition } from '../shared/formilyFields.ts';

export const definition = switchDefinition('formilySwitch');
